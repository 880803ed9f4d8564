import { ExitError } from '@oclif/core/errors';
import { codeOf } from './errors/code-of.ts';
import type { ErrorReport } from './errors/describe-error.ts';
import { describeError } from './errors/describe-error.ts';
import { EXIT } from './errors/exit-codes.ts';
import type { Environment } from './profiles/profile.ts';
import { errorLine, errorText } from './report-error.ts';
import { isPromptInterrupted } from './terminal/prompts.ts';

/** What a failure is told with. */
export interface FailureContext {
  readonly isJson: boolean;
  readonly environment: Environment;
  readonly baseUrl: string | undefined;
  /** The exit code of the signal that came, if one did. */
  readonly interruptedBy: number | undefined;
}

/** An exit that was asked for, and that nothing needs to be said about; undefined for a failure. */
function plainExit(error: unknown, interruptedBy: number | undefined): number | undefined {
  if (isPromptInterrupted(error)) return interruptedBy ?? EXIT.interrupted;
  if (codeOf(error) === 'EPIPE') return EXIT.done;
  if (codeOf(error) !== 'EEXIT') return undefined;
  return error instanceof ExitError ? (error.oclif.exit ?? EXIT.unexpected) : EXIT.unexpected;
}

/** Tells about a failure on stderr, once, and returns the silent error that carries its exit code. */
export function failed(error: unknown, context: FailureContext): ExitError {
  const asked = plainExit(error, context.interruptedBy);
  if (asked !== undefined) return new ExitError(asked);
  const described = describeError(error, { baseUrl: context.baseUrl });
  const interrupted = context.interruptedBy;
  const report = { ...described, exitCode: interrupted ?? described.exitCode };
  // Whoever pressed Ctrl-C knows that; only what to do next is news
  if (interrupted === undefined || described.hint !== undefined || context.isJson) {
    tell(report, context);
  }
  if (context.environment.isDebug && error instanceof Error) {
    process.stderr.write(`${error.stack}\n`);
  }
  return new ExitError(report.exitCode);
}

function tell(report: ErrorReport, { isJson, environment }: FailureContext): void {
  const hasColor = environment.color ?? process.stderr.isTTY === true;
  process.stderr.write(`${isJson ? errorLine(report) : errorText(report, hasColor)}\n`);
}
