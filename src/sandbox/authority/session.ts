import type { Language } from '../../languages/languages.ts';
import type { TestIdentity } from './identities.ts';
import type { OtpState } from './otp-rules.ts';
import type { CheckedRequest } from './requests/check-request.ts';

export const SESSION_MS = 15 * 60_000;

type Stage =
  | { readonly at: 'identity' }
  | { readonly at: 'code'; readonly identity: TestIdentity; readonly otp: OtpState }
  | { readonly at: 'signing' }
  | { readonly at: 'done'; readonly answer: string };

export type SessionProblem =
  | 'no-consent'
  | 'invalid-number'
  | 'unknown-number'
  | 'otp-malformed'
  | 'otp-wrong'
  | 'otp-expired'
  | 'no-more-otps'
  | 'too-soon';

/** A signer's visit for one request, in memory only. */
export interface AuthoritySession {
  /** Unguessable. Part of the page's URL. */
  readonly id: string;
  readonly reference: string;
  readonly resCode: string;
  readonly request: CheckedRequest;
  readonly expiresAt: Date;
  stage: Stage;
  problem: SessionProblem | null;
  /** Text in the page's field that was not accepted, or not submitted yet. */
  typed: string;
  /** Of text messages. */
  language: Language;
}
