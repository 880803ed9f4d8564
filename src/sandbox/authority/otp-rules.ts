import { timingSafeEqual } from 'node:crypto';

const OTP_LIFE_MS = 10 * 60_000;
const OTP_RESEND_MS = 30_000;
/** Most codes sent in a session. */
export const OTP_SENDS = 3;
/** Wrong codes that end a session. */
export const OTP_TRIES = 3;

export interface OtpState {
  readonly code: string;
  readonly sentAt: Date;
  readonly sends: number;
  readonly wrongTries: number;
}

export type ResendResult =
  | { readonly ok: true; readonly state: OtpState }
  | { readonly ok: false; readonly problem: 'no-more-otps' | 'too-soon' };

/** `used-up` ends the session. */
export type TryOutcome = 'right' | 'wrong' | 'too-old' | 'used-up';

export const firstOtp = (code: string, now: Date): OtpState => ({
  code,
  sentAt: now,
  sends: 1,
  wrongTries: 0,
});

/** A code that has expired on arrival. Another may be sent immediately. */
export const tooOld = (state: OtpState): OtpState => ({
  ...state,
  sentAt: new Date(state.sentAt.getTime() - OTP_LIFE_MS),
});

/** Milliseconds until another code may be sent; null if all were sent. */
export function resendIn({ sends, sentAt }: OtpState, now: Date): number | null {
  if (sends >= OTP_SENDS) return null;
  return Math.max(0, sentAt.getTime() + OTP_RESEND_MS - now.getTime());
}

/** Sends another code if allowed: three in all, 30 seconds apart. Wrong tries still count. */
export function resendOtp(state: OtpState, code: string, now: Date): ResendResult {
  const waitMs = resendIn(state, now);
  if (waitMs === null) return { ok: false, problem: 'no-more-otps' };
  if (waitMs > 0) return { ok: false, problem: 'too-soon' };
  return { ok: true, state: { ...state, code, sentAt: now, sends: state.sends + 1 } };
}

function isSameCode(given: string, code: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(code)];
  return a.length === b.length && timingSafeEqual(a, b);
}

/** Expired codes don't count as a try. The third wrong code ends the session. */
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
