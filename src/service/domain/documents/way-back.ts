import type { LinkSecrets } from './links.ts';
import { sealed, signingToken, unsealed } from './links.ts';
import type { SigningFailure } from './signature.ts';
import { shownFailure } from './signature.ts';

/** The outcome of an authority's answer, for the browser that brought it. */
export interface WayBack {
  readonly signerId: string;
  /** Generation of the link that it leads to in any browser; null for none. */
  readonly linkGeneration: number | null;
  /** Why nothing was signed; null when it was. */
  readonly reason: SigningFailure | null;
}

const PURPOSE = 'way-back';

/** How long it leads to a link in any browser, in milliseconds: a browser follows it right away. */
const LIFE_MS = 60_000;

/** A way back as it stands in an address, which holds no link's token. */
export function sealWayBack({ secret }: LinkSecrets, way: WayBack, now: Date): string {
  const { signerId, linkGeneration, reason } = way;
  const subject = [signerId, linkGeneration ?? '', reason ?? '', now.getTime() + LIFE_MS];
  return sealed(secret, PURPOSE, subject.join(' '));
}

/** The way back in an address; undefined when this service did not seal it. Later, it leads to no link any more. */
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

/** The token of the link that it leads to in any browser; undefined for none. */
export function tokenOnWayBack(
  { secret }: LinkSecrets,
  { signerId, linkGeneration }: WayBack,
): string | undefined {
  return linkGeneration === null ? undefined : signingToken(secret, { signerId, linkGeneration });
}
