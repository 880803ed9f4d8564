import type { SigningFailure } from '../../../domain/documents/signature.ts';
import { shownFailure } from '../../../domain/documents/signature.ts';
import type { ServiceDeps } from '../../../use-cases/deps.ts';
import { readRetryTime } from '../../../use-cases/links/retry-time.ts';
import { isSignatureKept } from '../../../use-cases/signatures/finish-signature.ts';

/** The signer has begun too often. */
interface TooManyAttempts {
  /** Minutes until they may begin again. */
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

/** Why a request was refused before anything was tried. */
type FormProblem = (typeof FORM_PROBLEMS)[number];

/** Why the last attempt failed, or why there was none. */
export type PageProblem = SigningFailure | FormProblem | TooManyAttempts;

/** Narrows a problem to those of requests. */
export const isFormProblem = (problem: unknown): problem is FormProblem =>
  FORM_PROBLEMS.some((known) => known === problem);

/** A problem's name in the address of the page that shows it. */
export const nameOfProblem = (problem: PageProblem): string =>
  typeof problem === 'object' ? TOO_MANY : problem;

/** Whole seconds until a time, at least one. */
export const secondsUntil = (at: Date, now: Date): number =>
  Math.max(Math.ceil((at.getTime() - now.getTime()) / 1000), 1);

/** The problem of a signer who may not begin before a time. */
export const waitUntil = (at: Date, now: Date): TooManyAttempts => ({
  waitMinutes: Math.ceil(secondsUntil(at, now) / 60),
});

/** Their signature is kept until its file can be stored. The page looks for it by itself. */
export const KEPT = 'files_unavailable' satisfies SigningFailure;

/** The problem that an address names; too many attempts and a kept signature only while they are. */
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
