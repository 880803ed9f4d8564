import { CliError } from '../errors/cli-error.ts';
import { EXIT } from '../errors/exit-codes.ts';

/** What decides whether somebody sits there. */
export interface Surroundings {
  readonly stdinIsTerminal: boolean;
  readonly stderrIsTerminal: boolean;
  readonly isCi: boolean;
  readonly isJson: boolean;
  readonly noInput: boolean;
}

/** Whether a question may be asked: only of a person at a terminal. */
export function mayAsk(around: Surroundings): boolean {
  return around.stdinIsTerminal && mayAnimate(around);
}

/** Whether a spinner or a repainted block may be drawn on stderr. */
export function mayAnimate(around: Surroundings): boolean {
  return around.stderrIsTerminal && !around.isCi && !around.isJson && !around.noInput;
}

/** A question that cannot be asked here (exit 2): says what to pass instead. */
export function cannotAsk(what: string, next: string): CliError {
  return new CliError({
    code: 'input_needed',
    what,
    why: 'nobody can be asked here (no terminal, CI, --json or --no-input)',
    next,
    exitCode: EXIT.usage,
  });
}

/** Signers that nobody named, where nobody can be asked for them (exit 2). */
export function signersMissing(): CliError {
  return cannotAsk('signers are missing', 'pass --signer "Name <email> phone", or --signers FILE');
}

/** A question that was answered with no (exit 1): nothing was sent. */
export function declined(what: string): CliError {
  return new CliError({ code: 'declined', what, exitCode: EXIT.unexpected });
}
