import type { TestIdentity } from './identities.ts';
import { TEST_IDENTITIES } from './identities.ts';
import type { OtpState } from './otp-rules.ts';
import type { CheckedRequest } from './requests/check-request.ts';
import { isVerhoeffValid } from './verhoeff.ts';

/** How long a signer may stay at the authority, in milliseconds. */
export const SESSION_MS = 15 * 60_000;

/** Where a signer stands at the authority. */
type Stage =
  | { readonly at: 'identity' }
  | { readonly at: 'code'; readonly identity: TestIdentity; readonly otp: OtpState }
  | { readonly at: 'signing' }
  | { readonly at: 'done'; readonly answer: string };

/** One visit of a signer, for one request; kept in memory only. */
export interface Session {
  /** Not to be guessed; part of the page's address. */
  readonly id: string;
  /** Short; stands on the page and in the text message. */
  readonly reference: string;
  /** The authority's own number of the transaction. */
  readonly resCode: string;
  readonly request: CheckedRequest;
  readonly expiresAt: Date;
  stage: Stage;
  /** What the page says went wrong with the last step. */
  problem: string | null;
}

/** What the first form held, checked. */
export type IdentityResult =
  | { readonly ok: true; readonly identity: TestIdentity }
  | { readonly ok: false; readonly message: string };

const INVALID =
  'The number is not valid: it has 12 digits, or 16 for a virtual id, the last a check digit.';

/** Finds the identity that a signer typed, by its number or its virtual id. Messages never repeat what was typed. */
export function readIdentity(form: { identity: string; consent: boolean }): IdentityResult {
  if (!form.consent) return { ok: false, message: 'Tick the box to agree before you go on.' };
  const digits = form.identity.replace(/[\s-]/g, '');
  const isValid = /^(?:\d{12}|\d{16})$/.test(digits) && isVerhoeffValid(digits);
  if (!isValid) return { ok: false, message: INVALID };
  const identity = TEST_IDENTITIES.find(
    ({ number, virtualId }) => number === digits || virtualId === digits,
  );
  if (identity) return { ok: true, identity };
  return { ok: false, message: 'This is no test identity. Use a number from the list below.' };
}
