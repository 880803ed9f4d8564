import type { X509Certificate } from 'node:crypto';
import { DAY_MS } from '../../../contract/durations.ts';
import type { Deployment } from '../serve/credentials.ts';

/** A result of a check. Holds no secret. */
export interface CheckFinding {
  readonly state: 'ok' | 'warning' | 'failed';
  /** Without a full stop. */
  readonly about: string;
  /** The fix; null if none is needed. */
  readonly next: string | null;
}

export interface DeploymentCheck {
  /** A short name, shown before its findings. */
  readonly name: string;
  /** A failure at start is fatal, a warning, or found anyway when opening database and files. */
  readonly atStart: 'refuse' | 'warn' | 'opening';
  run(deployment: Deployment): Promise<CheckFinding | readonly CheckFinding[]>;
}

export interface CheckResult extends CheckFinding {
  readonly name: string;
}

export const ok = (about: string): CheckFinding => ({ state: 'ok', about, next: null });

export const warning = (about: string, next: string): CheckFinding => ({
  state: 'warning',
  about,
  next,
});

export const failed = (about: string, next: string): CheckFinding => ({
  state: 'failed',
  about,
  next,
});

/** Runs checks in parallel and returns results in order. A thrown error is a failure. */
export async function runChecks(
  checks: readonly DeploymentCheck[],
  deployment: Deployment,
): Promise<CheckResult[]> {
  const results = await Promise.all(
    checks.map(async ({ name, run }) => {
      const found = await Promise.resolve(deployment).then(run).catch(unexpected);
      return [found].flat().map((finding) => ({ name, ...finding }));
    }),
  );
  return results.flat();
}

const unexpected = (error: unknown): CheckFinding =>
  failed(error instanceof Error ? error.message : String(error), 'esign serve --check');

/** Long enough to have a new certificate issued. */
const WARNED_DAYS = 30;

export const day = (date: Date): string => date.toISOString().slice(0, 10);

/** Reports certificates that are not valid, or expire soon. */
export function validityFindings(
  what: string,
  certificates: readonly X509Certificate[],
  now: Date,
): CheckFinding[] {
  return certificates.flatMap(({ validFrom, validTo }): CheckFinding[] => {
    const [from, to] = [new Date(validFrom), new Date(validTo)];
    const renew = 'have it reissued';
    if (now < from)
      return [failed(`${what} is valid only from ${day(from)}`, 'wait, or set the clock')];
    if (now > to) return [failed(`${what} expired on ${day(to)}`, renew)];
    const days = Math.floor((to.getTime() - now.getTime()) / DAY_MS);
    if (days >= WARNED_DAYS) return [];
    return [warning(`${what} expires in ${days} days, on ${day(to)}`, renew)];
  });
}

const TEST_NAME = /\bTEST\b/;

/** Rejects TEST certificates in production. */
export function testFindings(
  what: string,
  certificates: readonly X509Certificate[],
  environment: 'production' | 'test',
): CheckFinding[] {
  const isTest = certificates.some(({ subject }) => TEST_NAME.test(subject));
  if (environment === 'test' || !isTest) return [];
  const next = 'use a real one, or set environment = "test"';
  return [failed(`${what} is a TEST certificate, and the environment is production`, next)];
}
