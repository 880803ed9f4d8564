import { createHash } from 'node:crypto';
import type { Allowance } from '../allowances.ts';
import { allowanceKey, HOUR_MS } from '../allowances.ts';

/** Who asks for a mail to sign in: a session, a browser in which the member was signed in before, or an address of the network. */
export const ASKER_KINDS = ['session', 'browser', 'address'] as const;
export type AskerKind = (typeof ASKER_KINDS)[number];

/** Who asks for a mail to sign in, stored as a SHA-256. */
export interface Asker {
  readonly askerKind: AskerKind;
  readonly asker: Buffer;
}

/** An asker, by an id that is unique among its kind. */
export const askerOf = (askerKind: AskerKind, id: string): Asker => ({
  askerKind,
  asker: createHash('sha256').update(`${askerKind}\n${id}`).digest(),
});

/** Most mails to sign in for a member in an hour: for each asker of a kind, and for all addresses of the network together. */
export const SIGN_IN_MAILS = { session: 3, browser: 3, address: 2, addresses: 5 } as const;

const anHour = (most: number) => [{ most, withinMs: HOUR_MS }];

/**
 * Allowances that a sign-in mail uses. Sessions and browsers of the member have their own: strangers cannot use them up. They go by
 * the address, so that somebody who leaves and is invited again gets no more.
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
