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
