import { CliError } from '../errors/cli-error.ts';
import { EXIT } from '../errors/exit-codes.ts';

export interface Surroundings {
  readonly stdinIsTerminal: boolean;
  readonly stderrIsTerminal: boolean;
  readonly isCi: boolean;
  /** Nothing is redrawn. */
  readonly isPlain: boolean;
  readonly isJson: boolean;
  readonly noInput: boolean;
}

const isPersonThere = (around: Surroundings): boolean =>
  around.stderrIsTerminal && !around.isCi && !around.isJson && !around.noInput;

export function mayAsk(around: Surroundings): boolean {
  return around.stdinIsTerminal && isPersonThere(around);
}

/** Whether stderr may be repainted. */
export function mayAnimate(around: Surroundings): boolean {
  return isPersonThere(around) && !around.isPlain;
}

/** Exit 2, for input that would need a prompt. */
export function cannotAsk(what: string, next: string): CliError {
  return new CliError({
    code: 'input_needed',
    what,
    why: 'cannot prompt here (no terminal, CI, --json or --no-input)',
    next,
    exitCode: EXIT.usage,
  });
}

/** Exit 130, as after Ctrl-C, for a declined confirmation. */
export function declined(what: string): CliError {
  return new CliError({ code: 'declined', what, exitCode: EXIT.interrupted });
}
