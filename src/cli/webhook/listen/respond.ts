import { setTimeout as sleep } from 'node:timers/promises';
import type { PostResult } from '../post-delivery.ts';
import { postDelivery } from '../post-delivery.ts';
import type { ForwardResult, ReceivedRequest, ReceiverOptions } from './received-delivery.ts';

export const ACCEPTED = 204;
const UNAUTHORIZED = 401;
const BAD_GATEWAY = 502;
const GATEWAY_TIMEOUT = 504;
const RELAYED_HEADERS = ['Content-Type', 'Retry-After'] as const;
const RELAYED_BYTES = 64 * 1024;
/** Longer than the service waits, so that late responses are reported. */
const FORWARD_MS = 60_000;
const FORWARD_BODY_MS = 10_000;
const REPORTED_BYTES = 4096;

export interface OutgoingResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

export interface ResponseContext {
  readonly options: Pick<ReceiverOptions, 'forwardTo' | 'preserveHost' | 'respond' | 'delayMs'>;
  /** `performance.now()` at arrival. */
  readonly startedAt: number;
  /** When the service stops waiting. */
  readonly ackLimitMs: number;
  /** Aborts once the sender is gone or the receiver closes. */
  readonly over: () => AbortSignal;
  readonly closing: AbortSignal;
}

/** `forward` is the application's response, which may come later. */
export interface FoundResponse {
  readonly response: OutgoingResponse;
  readonly forward: Promise<ForwardResult> | null;
}

export const bare = (status: number, headers: OutgoingResponse['headers'] = {}) => {
  return { status, headers, body: Buffer.alloc(0) };
};

function relayed({ status, headers, body }: PostResult): OutgoingResponse {
  if (status === null || status < 200) return bare(BAD_GATEWAY);
  const named = RELAYED_HEADERS.map((name) => [name, headers[name.toLowerCase()]] as const);
  const kept = named.flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : []));
  return { status, headers: Object.fromEntries(kept), body };
}

function reported({ status, error, durationMs, headers, body }: PostResult): ForwardResult {
  const { location = null } = headers;
  const text = body.subarray(0, REPORTED_BYTES).toString('utf8');
  const said = error === 'interrupted' ? 'given up' : error;
  return { status, error: said, durationMs, location, body: text };
}

/** Waits until `ms` after the arrival, or until it is over. */
async function until(ms: number, { startedAt }: ResponseContext, over: AbortSignal): Promise<void> {
  const leftMs = Math.ceil(ms - (performance.now() - startedAt));
  if (leftMs > 0) await sleep(leftMs, undefined, { signal: over }).catch(() => undefined);
}

async function respondByForwarding(
  forwardTo: URL,
  { rawHeaders, body }: ReceivedRequest,
  context: ResponseContext,
): Promise<FoundResponse> {
  const { options, ackLimitMs, closing } = context;
  const { preserveHost = false, delayMs = 0 } = options;
  const over = context.over();
  const posted = postDelivery({
    ...{ target: forwardTo, rawHeaders, body, preserveHost, signal: closing },
    ...{ timeoutMs: FORWARD_MS, bodyBytes: RELAYED_BYTES, bodyMs: FORWARD_BODY_MS },
  });
  const arrived = new AbortController();
  // One more millisecond, since timers fire early.
  const late = until(ackLimitMs + 1, context, AbortSignal.any([over, arrived.signal]));
  const result = await Promise.race([posted, late]);
  arrived.abort();
  await until(delayMs, context, over);
  const response = result ? relayed(result) : bare(GATEWAY_TIMEOUT);
  return { response, forward: posted.then(reported) };
}

/**
 * 401 for a bad signature, else the application's response, or 504 once the service would have
 * stopped waiting; without an application the planned status.
 */
export async function findResponse(
  received: ReceivedRequest,
  context: ResponseContext,
): Promise<FoundResponse> {
  if (received.signature.state === 'invalid')
    return { response: bare(UNAUTHORIZED), forward: null };
  const { forwardTo, respond, delayMs = 0 } = context.options;
  if (forwardTo) return await respondByForwarding(forwardTo, received, context);
  const response = bare(respond?.(received) ?? ACCEPTED);
  if (delayMs > 0) await until(delayMs, context, context.over());
  return { response, forward: null };
}
