import type { SigningFailure } from '../signing/signature.rules.ts';
import { shownFailure } from '../signing/signature.rules.ts';
import type { LinkSecrets } from './links.rules.ts';
import { sealed, signingToken, unsealed } from './links.rules.ts';

/** The outcome of an authority's answer, for the browser that brought it. */
export interface WayBack {
  readonly signerId: string;
  /** Generation of the link to open in any browser; null for none. */
  readonly linkGeneration: number | null;
  /** Why nothing was signed; null when it was. */
  readonly reason: SigningFailure | null;
}

const PURPOSE = 'way-back';

/** How long it opens a link in any browser, in milliseconds: browsers follow it immediately. */
const LIFE_MS = 60_000;

/** Seals it for a URL, without the token of any link. */
export function sealWayBack({ secret }: LinkSecrets, way: WayBack, now: Date): string {
  const { signerId, linkGeneration, reason } = way;
  const subject = [signerId, linkGeneration ?? '', reason ?? '', now.getTime() + LIFE_MS];
  return sealed(secret, PURPOSE, subject.join(' '));
}

/** Undefined when this service did not seal it. An expired one has no link generation. */
export function readWayBack(secrets: LinkSecrets, token: string, now: Date): WayBack | undefined {
  const subject = unsealed(secrets, PURPOSE, token)?.split(' ');
  if (!subject) return undefined;
  const [signerId = '', generation = '', reason = '', end] = subject;
  const isOpen = generation !== '' && now.getTime() < Number(end);
  return {
    signerId,
    linkGeneration: isOpen ? Number(generation) : null,
    reason: reason === '' ? null : shownFailure(reason),
  };
}

/** The token of the link to open in any browser; undefined for none. */
export function tokenOnWayBack(
  { secret }: LinkSecrets,
  { signerId, linkGeneration }: WayBack,
): string | undefined {
  return linkGeneration === null ? undefined : signingToken(secret, { signerId, linkGeneration });
}
