import type { CheckResult } from '../../service/index.ts';
import { CliError } from '../errors/cli-error.ts';
import { describeError } from '../errors/describe-error.ts';
import { EXIT, worstCode } from '../errors/exit-codes.ts';
import { counted } from '../terminal/counted.ts';
import { harmless } from '../terminal/harmless.ts';
import type { Printer } from '../terminal/printer.ts';

/** Time limit of a check, in milliseconds. */
export const LIMIT_MS = 5_000;

export function tooSlow(what: string, next = 'check the network, then run the command again') {
  return new CliError({
    code: 'too_slow',
    what: `${what} took longer than 5 s`,
    next,
    exitCode: EXIT.unreachable,
  });
}

/** Throws a `CliError` when the work takes too long. */
export async function inTime<T>(what: string, work: Promise<T>, next?: string): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(tooSlow(what, next)), LIMIT_MS);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** As `esign serve --check` finds it. Safe to paste: contains no key, secret or password. */
export interface Check extends Omit<CheckResult, 'state'> {
  /** `unknown`: cannot be determined from here, or is not needed. */
  readonly state: CheckResult['state'] | 'unknown';
  /** 0 unless it failed. */
  readonly exitCode: number;
}

/** `exitCode` is the worst of the failed checks. */
export interface Diagnosis {
  readonly ok: boolean;
  readonly exitCode: number;
  readonly checks: readonly Check[];
}

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

const CREDENTIALS = /\/\/[^/@\s]*@/g;

/** A failure that would have ended a command at that address. */
export function failedBy(error: unknown, baseUrl?: string): Made {
  const { message, why, hint = null, exitCode } = describeError(error, { baseUrl });
  const about = why === undefined ? message : `${message}: ${why}`;
  return failed(about.replace(CREDENTIALS, '//'), hint, exitCode);
}

/** Errors thrown by `work` become the check's failure. */
export async function check(name: string, work: () => Made | Promise<Made>): Promise<Check> {
  try {
    return { name, ...(await work()) };
  } catch (error) {
    return { name, ...failedBy(error) };
  }
}

/** For a check that no request needs: errors leave the result unknown. */
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

function summaryText(checks: readonly Check[]): string {
  const count = (state: Check['state']) => checks.filter((one) => one.state === state).length;
  const [problems, warnings, unknowns] = [count('failed'), count('warning'), count('unknown')];
  return [
    ...(problems > 0 ? [counted(problems, 'problem')] : []),
    ...(warnings > 0 ? [counted(warnings, 'warning')] : []),
    `${counted(count('ok'), 'check')} passed`,
    ...(unknowns > 0 ? [`${unknowns} not known`] : []),
  ].join(', ');
}

export function printDiagnosis(printer: Printer, { checks }: Diagnosis): void {
  const width = Math.max(...checks.map(({ name }) => name.length));
  for (const one of checks) {
    printer.prose(`${markOf(one, printer)} ${one.name.padEnd(width)}  ${harmless(one.about)}`);
    if (one.next !== null) printer.prose(`  ${printer.paint.dim('next:')} ${harmless(one.next)}`);
  }
  printer.result(summaryText(checks));
}
