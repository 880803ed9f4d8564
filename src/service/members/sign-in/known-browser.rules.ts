import type { LinkSecrets } from '../../core/links/links.rules.ts';
import { sealed, unsealed } from '../../core/links/links.rules.ts';

/** How long a browser remembers a member, in milliseconds from their last sign-in. */
export const KNOWN_MS = 365 * 86_400_000;

/** Members whom one browser remembers: the last ones who signed in. */
const MOST = 3;
const SEPARATOR = '~';

const purposeOf = (email: string): string => `known-browser ${email.toLowerCase()}`;

const tokensIn = (kept: string): string[] => kept.split(SEPARATOR, MOST).filter(Boolean);

/** Identifies a browser this address has signed in with before; undefined in any other. */
export function knownBrowser(
  secrets: LinkSecrets,
  kept: string,
  email: string,
): string | undefined {
  const ids = tokensIn(kept).map((token) => unsealed(secrets, purposeOf(email), token));
  return ids.find((id) => id !== undefined);
}

/** Holds a random value per member, sealed for their address. Names nobody and lets nobody in. */
export function rememberMember(
  secrets: LinkSecrets,
  kept: string,
  { email, random }: { readonly email: string; readonly random: string },
): string {
  const token = sealed(secrets.secret, purposeOf(email), random);
  const others = tokensIn(kept).filter((one) => knownBrowser(secrets, one, email) === undefined);
  return [token, ...others].slice(0, MOST).join(SEPARATOR);
}
