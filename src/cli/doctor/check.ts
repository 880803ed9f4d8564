import { describeError } from '../errors/describe-error.ts';
import { EXIT } from '../errors/exit-codes.ts';
import { worstCode } from '../errors/worst-code.ts';
import { counted } from '../terminal/counted.ts';
import { harmless } from '../terminal/harmless.ts';
import type { Printer } from '../terminal/printer.ts';

/** `unknown`: cannot be determined from here, or is not needed. */
type CheckState = 'ok' | 'warning' | 'failed' | 'unknown';

/** The result of one check. Safe to paste: no key, secret or password. */
export interface Check {
  readonly name: string;
  readonly state: CheckState;
  readonly about: string;
  /** How to mend it: the next command, or advice. */
  readonly next: string | null;
  /** 0 unless it failed. */
  readonly exitCode: number;
}

/** All checks, and the worst exit code of those that failed. */
export interface Diagnosis {
  readonly ok: boolean;
  readonly exitCode: number;
  readonly checks: readonly Check[];
}

/** A result without its name. */
export type Made = Omit<Check, 'name'>;

export const ok = (about: string): Made => ({
  state: 'ok',
  about,
  next: null,
  exitCode: EXIT.done,
});

export const unknown = (about: string): Made => ({ ...ok(about), state: 'unknown' });

export const warning = (about: string, next: string): Made => ({
  ...ok(about),
  state: 'warning',
  next,
});

export const failed = (about: string, next: string | null, exitCode: number): Made => ({
  state: 'failed',
  about,
  next,
  exitCode,
});

/** User names and passwords in addresses. */
const CREDENTIALS = /\/\/[^/@\s]*@/g;

/** A failure that a command would have ended with, at that address. */
export function failedBy(error: unknown, baseUrl?: string): Made {
  const { message, why, hint = null, exitCode } = describeError(error, { baseUrl });
  const about = why === undefined ? message : `${message}: ${why}`;
  return failed(about.replace(CREDENTIALS, '//'), hint, exitCode);
}

/** Makes one check; what it throws becomes its failure. */
export async function check(name: string, work: () => Made | Promise<Made>): Promise<Check> {
  try {
    return { name, ...(await work()) };
  } catch (error) {
    return { name, ...failedBy(error) };
  }
}

/** Makes a check of a thing that no request needs: what it throws leaves the result unknown. */
export async function sideCheck(name: string, work: () => Made | Promise<Made>): Promise<Check> {
  try {
    return { name, ...(await work()) };
  } catch (error) {
    return { name, ...unknown(failedBy(error).about) };
  }
}

export function diagnosis(checks: readonly Check[]): Diagnosis {
  const exitCode = worstCode(checks.map((one) => one.exitCode));
  return { ok: exitCode === EXIT.done, exitCode, checks };
}

function markOf({ state }: Check, { paint }: Printer): string {
  const marks = {
    ok: paint.green('✓'),
    warning: paint.yellow('!'),
    failed: paint.red('✗'),
    unknown: paint.dim('·'),
  };
  return marks[state];
}

/** The totals in one line. */
function summaryText(checks: readonly Check[]): string {
  const count = (state: CheckState) => checks.filter((one) => one.state === state).length;
  const [problems, warnings, unknowns] = [count('failed'), count('warning'), count('unknown')];
  return [
    ...(problems > 0 ? [counted(problems, 'problem')] : []),
    ...(warnings > 0 ? [counted(warnings, 'warning')] : []),
    `${counted(count('ok'), 'check')} passed`,
    ...(unknowns > 0 ? [`${unknowns} not known`] : []),
  ].join(', ');
}

/** Prints a line for each check, how to mend what is wrong, and the totals. */
export function printDiagnosis(printer: Printer, { checks }: Diagnosis): void {
  const width = Math.max(...checks.map(({ name }) => name.length));
  for (const one of checks) {
    printer.result(`${markOf(one, printer)} ${one.name.padEnd(width)}  ${harmless(one.about)}`);
    if (one.next !== null) printer.result(`  ${printer.paint.dim('next:')} ${harmless(one.next)}`);
  }
  printer.result(summaryText(checks));
}
