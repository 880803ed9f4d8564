import { createHash } from 'node:crypto';
import { HOUR_MS } from '../../../contract/durations.ts';
import type { LinkSecrets, Links } from '../../core/links/links.rules.ts';
import { mac, sealed, unsealed } from '../../core/links/links.rules.ts';
import type { Allowance } from '../../core/quotas.rules.ts';
import { allowanceKey } from '../../core/quotas.rules.ts';

/** Who asks: a session, a browser the member has signed in with, or an IP address. */
export const ASKER_KINDS = ['session', 'browser', 'address'] as const;
export type AskerKind = (typeof ASKER_KINDS)[number];

/** Stored as a SHA-256. */
export interface Asker {
  readonly askerKind: AskerKind;
  readonly asker: Buffer;
}

export const askerOf = (askerKind: AskerKind, id: string): Asker => ({
  askerKind,
  asker: createHash('sha256').update(`${askerKind}\n${id}`).digest(),
});

/** Sign-in mails to a member per hour: per asker of a kind, and for all IP addresses together. */
export const SIGN_IN_MAILS = { session: 3, browser: 3, address: 2, addresses: 5 } as const;

const anHour = (most: number) => [{ most, withinMs: HOUR_MS }];

/**
 * Sessions and known browsers have their own allowances: strangers cannot use them up. All belong
 * to the mail address, so that leaving and being invited again resets nothing.
 */
export function signInAllowances(email: string, { askerKind, asker }: Asker): Allowance[] {
  const address = email.toLowerCase();
  const own = {
    key: allowanceKey('sign-in', address, askerKind, asker.toString('hex')),
    limits: anHour(SIGN_IN_MAILS[askerKind]),
  };
  if (askerKind !== 'address') return [own];
  const shared = {
    key: allowanceKey('sign-in', address),
    limits: anHour(SIGN_IN_MAILS.addresses),
  };
  return [own, shared];
}

const PURPOSE = 'sign-in';
const CODE_PURPOSE = 'sign-in-code';
const CODE_DIGITS = 6;

/** A link that signs a member in once. Only its id is stored. */
export const signInUrl = ({ secret, baseUrl }: Links, signInId: string): string =>
  `${baseUrl}/dashboard/sign-in/${sealed(secret, PURPOSE, signInId)}`;

/** Undefined when this service did not make the token. */
export const readSignInToken = (secrets: LinkSecrets, token: string): string | undefined =>
  unsealed(secrets, PURPOSE, token);

const codeBy = (secret: Buffer, signInId: string): string => {
  const number = mac(secret, CODE_PURPOSE, signInId).readUInt32BE() % 10 ** CODE_DIGITS;
  return String(number).padStart(CODE_DIGITS, '0');
};

/** The six digits that sign in the browser that asked for them. */
export const signInCode = ({ secret }: LinkSecrets, signInId: string): string =>
  codeBy(secret, signInId);

/** True for a code of a current or former secret. */
export const isSignInCode = (
  { secret, formerSecrets = [] }: LinkSecrets,
  { signInId, code }: { readonly signInId: string; readonly code: string },
): boolean => [secret, ...formerSecrets].some((one) => codeBy(one, signInId) === code);
