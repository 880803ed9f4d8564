import type { Language } from '../../languages/languages.ts';
import type { TestIdentity } from './identities.ts';
import type { OtpState } from './otp-rules.ts';
import type { CheckedRequest } from './requests/check-request.ts';

/** Length of a session, in milliseconds. */
export const SESSION_MS = 15 * 60_000;

type Stage =
  | { readonly at: 'identity' }
  | { readonly at: 'code'; readonly identity: TestIdentity; readonly otp: OtpState }
  | { readonly at: 'signing' }
  | { readonly at: 'done'; readonly answer: string };

/** Why a step failed; pages have words for it. */
export type Problem =
  | 'no-consent'
  | 'invalid-number'
  | 'unknown-number'
  | 'otp-malformed'
  | 'otp-wrong'
  | 'otp-expired'
  | 'no-more-otps'
  | 'too-soon';

/** A signer's visit for one request; in memory only. */
export interface Session {
  /** Unguessable; part of the page's URL. */
  readonly id: string;
  /** Short reference on the page and in the text message. */
  readonly reference: string;
  /** The authority's own id of the transaction. */
  readonly resCode: string;
  readonly request: CheckedRequest;
  readonly expiresAt: Date;
  stage: Stage;
  /** Why the last step failed. */
  problem: Problem | null;
  /** The text in the page's field that was not accepted, or not yet submitted. */
  typed: string;
  /** Of text messages. */
  language: Language;
}
