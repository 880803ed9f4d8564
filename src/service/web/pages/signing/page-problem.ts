import type { ServiceDeps } from '../../../core/deps.ts';
import { readRetryTime } from '../../../core/links/open-link.ts';
import type { SigningFailure } from '../../../core/signing/causes.rules.ts';
import { shownFailure } from '../../../core/signing/causes.rules.ts';
import { isSignatureKept } from '../../../core/signing/finish-signature.ts';

interface TooManyAttempts {
  /** Until they may begin again. */
  readonly waitMinutes: number;
}

const FORM_PROBLEMS = [
  'no-consent',
  'not-read',
  'authority-changed',
  'foreign',
  'malformed',
  'too-fast',
] as const;
const TOO_MANY = 'too-many';

/** Why a request was refused before trying anything. */
type FormProblem = (typeof FORM_PROBLEMS)[number];

/** Why the last attempt failed, or wasn't made. */
export type PageProblem = SigningFailure | FormProblem | TooManyAttempts;

export const isFormProblem = (problem: unknown): problem is FormProblem =>
  FORM_PROBLEMS.some((known) => known === problem);

export const nameOfProblem = (problem: PageProblem): string =>
  typeof problem === 'object' ? TOO_MANY : problem;

/** Rounded up; at least one. */
export const secondsUntil = (at: Date, now: Date): number =>
  Math.max(Math.ceil((at.getTime() - now.getTime()) / 1000), 1);

export const waitUntil = (at: Date, now: Date): TooManyAttempts => ({
  waitMinutes: Math.ceil(secondsUntil(at, now) / 60),
});

/** The signature is kept until its file can be stored; the page polls for it. */
export const KEPT = 'files_unavailable' satisfies SigningFailure;

/** From an address. Too many attempts and a kept signature count only while true. */
export async function problemNamed(
  deps: Pick<ServiceDeps, 'store' | 'links' | 'clock'>,
  name: unknown,
  token: string,
): Promise<PageProblem | undefined> {
  if (name === undefined) return undefined;
  if (name === KEPT) return (await isSignatureKept(deps, token)) ? KEPT : undefined;
  if (name !== TOO_MANY) {
    return isFormProblem(name) ? name : shownFailure(String(name));
  }
  const retryAt = await readRetryTime(deps, token);
  return retryAt && waitUntil(retryAt, deps.clock.now());
}
