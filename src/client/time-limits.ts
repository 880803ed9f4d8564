import type { TransportLimits } from './transport.ts';

/** The five limits of a call, in milliseconds; `Infinity` turns one off. */
export interface TimeLimits extends TransportLimits {
  /** One try, from the connection to the last byte of a JSON answer; for a download, to its headers. */
  readonly tryMs: number;
  /** The whole call: every try, every wait, the settling of a doubtful outcome, and the body of a download. */
  readonly totalMs: number;
}

const DEFAULTS = {
  connectMs: 10_000,
  headersMs: 60_000,
  bodyIdleMs: 30_000,
  totalMs: 300_000,
} as const;

const TRY_MS = 30_000;
/** Sending mails every signer. */
const SEND_TRY_MS = 60_000;
/** The slowest upload that is waited for: 100 KB a second. */
const UPLOAD_BYTES_PER_MS = 100;

/** The limits of a call: what was asked for, over the defaults of its operation and the size of its body. */
export function timeLimits(
  operation: string,
  bodyBytes: number,
  asked: Partial<TimeLimits>,
): TimeLimits {
  const base = operation === 'sendDocument' ? SEND_TRY_MS : TRY_MS;
  return { ...DEFAULTS, tryMs: base + bodyBytes / UPLOAD_BYTES_PER_MS, ...asked };
}
