import { timingSafeEqual } from 'node:crypto';

/** How long a one-time password lives, in milliseconds. */
const OTP_LIFE_MS = 10 * 60_000;
/** Between two sends, in milliseconds. */
const OTP_RESEND_MS = 30_000;
/** How often a one-time password may be sent in a session. */
export const OTP_SENDS = 3;
/** How many wrong codes end a session. */
export const OTP_TRIES = 3;

/** The one-time passwords of one session: the newest code, and what was used up. */
export interface OtpState {
  readonly code: string;
  readonly sentAt: Date;
  readonly sends: number;
  readonly wrongTries: number;
}

/** What came of asking for another code. */
export type ResendResult =
  | { readonly ok: true; readonly state: OtpState }
  | { readonly ok: false; readonly message: string };

/** What came of giving a code; after `used-up` the session is over. */
export type TryOutcome = 'right' | 'wrong' | 'too-old' | 'used-up';

/** The state after the first code was sent. */
export const firstOtp = (code: string, now: Date): OtpState => ({
  code,
  sentAt: now,
  sends: 1,
  wrongTries: 0,
});

/** The state of a code that was too old when it arrived; the next one may be asked for at once. */
export const tooOld = (state: OtpState): OtpState => ({
  ...state,
  sentAt: new Date(state.sentAt.getTime() - OTP_LIFE_MS),
});

/** Milliseconds until another code may be asked for; 0 when it may be now, null when all were sent. */
export function resendIn({ sends, sentAt }: OtpState, now: Date): number | null {
  if (sends >= OTP_SENDS) return null;
  return Math.max(0, sentAt.getTime() + OTP_RESEND_MS - now.getTime());
}

/** Sends another code if the rules admit it: three in all, 30 seconds apart. Wrong tries stay counted. */
export function resendOtp(state: OtpState, code: string, now: Date): ResendResult {
  const waitMs = resendIn(state, now);
  if (waitMs === null) {
    return { ok: false, message: `The code was sent ${OTP_SENDS} times; no more can be sent.` };
  }
  if (waitMs > 0) {
    const seconds = Math.ceil(waitMs / 1000);
    return { ok: false, message: `Another code can be sent in ${seconds} seconds.` };
  }
  return { ok: true, state: { ...state, code, sentAt: now, sends: state.sends + 1 } };
}

function isSameCode(given: string, code: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(code)];
  return a.length === b.length && timingSafeEqual(a, b);
}

/** Tries a code: a code older than 10 minutes counts as no try, the third wrong one ends the session. */
export function tryOtp(
  state: OtpState,
  given: string,
  now: Date,
): { outcome: TryOutcome; state: OtpState } {
  if (state.wrongTries >= OTP_TRIES) return { outcome: 'used-up', state };
  if (now.getTime() - state.sentAt.getTime() >= OTP_LIFE_MS) return { outcome: 'too-old', state };
  if (isSameCode(given, state.code)) return { outcome: 'right', state };
  const after = { ...state, wrongTries: state.wrongTries + 1 };
  return { outcome: after.wrongTries >= OTP_TRIES ? 'used-up' : 'wrong', state: after };
}
