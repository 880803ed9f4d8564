import type { InputFault } from './cli-error.ts';
import { CliError } from './cli-error.ts';
import { EXIT } from './exit-codes.ts';

const byLine = (one: InputFault, other: InputFault): number => (one.line ?? 0) - (other.line ?? 0);

function summary(path: string, faults: readonly InputFault[]): string {
  const [only, other] = faults;
  if (!only || other) return `${path} has ${faults.length} faults`;
  return `${path}${only.line === undefined ? '' : `, line ${only.line}`}: ${only.problem}`;
}

/** All that is wrong with a file, in one error (exit 2), by line. */
export function faultyInput(details: {
  readonly code: string;
  readonly path: string;
  readonly faults: readonly InputFault[];
  readonly next: string;
}): CliError {
  const { code, path, next } = details;
  const faults = [...details.faults].sort(byLine);
  const what = `${summary(path, faults)}; nothing was sent`;
  return new CliError({ code, what, faults, next, exitCode: EXIT.usage });
}
