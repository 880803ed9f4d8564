import type { TransportLimits } from './transport.ts';

/** The five limits of a call, in milliseconds; `Infinity` turns one off. */
export interface TimeLimits extends TransportLimits {
  /** One try, from the connection to the last byte of a JSON answer; for a download, to its headers. */
  readonly tryMs: number;
  /** The whole call: every try, every wait, the settling of a doubtful outcome, and the body of a download. */
  readonly totalMs: number;
}

/** Limits that differ from the usual ones. */
export type AskedLimits = { readonly [name in keyof TimeLimits]?: number | undefined };

const CONNECT_MS = 10_000;
const HEADERS_MS = 60_000;
const BODY_IDLE_MS = 30_000;
const TOTAL_MS = 300_000;
const TRY_MS = 30_000;
/** Sending mails every signer. */
const SEND_TRY_MS = 60_000;
/** The slowest upload that is waited for: 100 KB a second. */
const UPLOAD_BYTES_PER_MS = 100;

/** The limits of a call: what was asked for, over the defaults of its operation and the size of its body. */
export function timeLimits(operation: string, bodyBytes: number, asked: AskedLimits): TimeLimits {
  const base = operation === 'sendDocument' ? SEND_TRY_MS : TRY_MS;
  return {
    connectMs: asked.connectMs ?? CONNECT_MS,
    headersMs: asked.headersMs ?? HEADERS_MS,
    bodyIdleMs: asked.bodyIdleMs ?? BODY_IDLE_MS,
    tryMs: asked.tryMs ?? base + bodyBytes / UPLOAD_BYTES_PER_MS,
    totalMs: asked.totalMs ?? TOTAL_MS,
  };
}
