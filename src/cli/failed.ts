import { ExitError } from '@oclif/core/errors';
import { codeOf } from '../locks/error-code.ts';
import type { InputFault } from './errors/cli-error.ts';
import { CliError } from './errors/cli-error.ts';
import type { ErrorReport } from './errors/describe-error.ts';
import { describeError } from './errors/describe-error.ts';
import { EXIT } from './errors/exit-codes.ts';
import { fileFault } from './errors/file-fault.ts';
import { asUsageError, faultPlace } from './errors/usage-error.ts';
import type { Environment } from './profiles/profile.ts';
import { readEnvironment } from './profiles/profile.ts';
import { harmless, harmlessJson, harmlessLines } from './terminal/harmless.ts';
import type { Paint } from './terminal/paint.ts';
import { paintOf } from './terminal/paint.ts';
import { isPromptInterrupted } from './terminal/prompts.ts';
import { wrapWords } from './terminal/wrap-words.ts';

export interface FailureContext {
  readonly isJson: boolean;
  readonly environment: Environment;
  readonly baseUrl: string | undefined;
  readonly keyOrigin?: string | undefined;
  readonly interruptedBy: number | undefined;
}

/** Faults that fit on a screen; `--json` has them all. */
const SHOWN_FAULTS = 10;

function errorLine(report: ErrorReport): string {
  const { code, message, why, status, hint, exitCode, requestId, documentId, faults } = report;
  const error = {
    code,
    message: why === undefined ? message : `${message.replace(/\.$/, '')}: ${why}`,
    status: status ?? null,
    hint: hint ?? null,
    exitCode,
    requestId: requestId ?? null,
    ...(documentId !== undefined && { documentId }),
    ...(faults !== undefined && { faults }),
  };
  return harmlessJson(JSON.stringify({ error }));
}

/** `next:` introduces a command ready to paste, `try:` advice. */
const hintLabel = (hint: string): string => (/^(esign|mkdir|unset) /.test(hint) ? 'next:' : 'try:');

/** A single fault is already in the message. Faults of settings are few, so all are shown. */
function faultLines(faults: readonly InputFault[]): string[] {
  if (faults.length < 2) return [];
  const isShown = ({ setting }: InputFault, index: number) =>
    setting !== undefined || index < SHOWN_FAULTS;
  const shown = faults.filter(isShown).map((fault) => {
    const where = faultPlace(fault);
    const what = `${where === '' ? '' : `${where}: `}${fault.problem}`;
    return `  ${harmless(what)}${fault.next === undefined ? '' : `; ${harmless(fault.next)}`}`;
  });
  const left = faults.length - shown.length;
  return left > 0 ? [...shown, `  … and ${left} more; --json lists them all`] : shown;
}

export function errorText(report: ErrorReport, paint: Paint): string {
  const { code, message, why, status, hint, requestId, faults = [] } = report;
  // An interruption is not an error
  const isStopped = report.exitCode === EXIT.interrupted || report.exitCode === EXIT.terminated;
  const origin = status === undefined ? '' : paint.dim(` (${harmless(code)}, HTTP ${status})`);
  const lines = [
    `${isStopped ? '' : `${paint.red('error:')} `}${harmlessLines(message)}${origin}`,
    why !== undefined && `  ${paint.dim('why:')} ${harmlessLines(why)}`,
    ...faultLines(faults),
    hint !== undefined && `  ${paint.dim(hintLabel(hint))} ${harmlessLines(hint)}`,
    requestId !== undefined && `  ${paint.dim('request:')} ${harmless(requestId)}`,
  ];
  return lines.filter((line) => line !== false).join('\n');
}

/** The exit code of a deliberate, silent exit; undefined for a failure. */
function plainExit(error: unknown, interruptedBy: number | undefined): number | undefined {
  if (isPromptInterrupted(error)) return interruptedBy ?? EXIT.interrupted;
  if (codeOf(error) === 'EPIPE') return EXIT.done;
  if (codeOf(error) !== 'EEXIT') return undefined;
  return error instanceof ExitError ? (error.oclif.exit ?? EXIT.unexpected) : EXIT.unexpected;
}

function print(report: ErrorReport, { isJson, environment }: FailureContext): void {
  const hasColor = environment.color ?? process.stderr.isTTY === true;
  const text = () => wrapWords(errorText(report, paintOf(hasColor)), process.stderr);
  process.stderr.write(`${isJson ? errorLine(report) : text()}\n`);
}

/** Prints a failure on stderr; returns the silent error that carries its exit code. */
export function failed(error: unknown, context: FailureContext): ExitError {
  const exitCode = plainExit(error, context.interruptedBy);
  if (exitCode !== undefined) return new ExitError(exitCode);
  const described = describeError(error, context);
  const interrupted = context.interruptedBy;
  const report = { ...described, exitCode: interrupted ?? described.exitCode };
  // After Ctrl-C, only the next command is new information
  if (interrupted === undefined || described.hint !== undefined || context.isJson) {
    print(report, context);
  }
  if (context.environment.isDebug && error instanceof Error) {
    process.stderr.write(`${error.stack}\n`);
  }
  return new ExitError(report.exitCode);
}

/** Prints an error that no command handled; returns the exit code of the run. */
export function failedRun(error: unknown, argv: readonly string[]): number {
  const exit = failed(asUsageError(error, ''), {
    isJson: argv.includes('--json'),
    environment: readEnvironment(),
    baseUrl: undefined,
    interruptedBy: undefined,
  });
  return exit.oclif.exit ?? EXIT.unexpected;
}

/** Exit 1 for an unwritable stdout; EPIPE, when the reader left, is returned unchanged. */
export function outputFailed(error: unknown): unknown {
  if (codeOf(error) === 'EPIPE') return error;
  const why = fileFault(error) ?? (error instanceof Error ? error.message : String(error));
  return new CliError({
    code: 'output_failed',
    what: `cannot write to stdout: ${why}`,
    exitCode: EXIT.unexpected,
    cause: error,
  });
}
