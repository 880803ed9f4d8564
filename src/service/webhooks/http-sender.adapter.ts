import { LIMITS } from '../../contract/limits.ts';
import {
  ATTEMPT_HEADER,
  DELIVERY_HEADER,
  EVENT_HEADER,
  SIGNATURE_HEADER,
} from '../../contract/webhooks/webhook-headers.ts';
import { signWebhook, standardHeaders } from '../../contract/webhooks/webhook-signature.ts';
import { failureReason, statusReason } from '../../network/failure-reason.ts';
import type { FindAddresses } from '../../network/find-addresses.ts';
import { findByDns, findLocally } from '../../network/find-addresses.ts';
import type { AttemptOutcome, Exchange, WebhookSender } from '../core/outbox/outbox.rules.ts';
import { ExchangeRecorder, HttpClient } from './http-client.adapter.ts';
import type { Target } from './target.adapter.ts';
import { exceptions, readTarget } from './target.adapter.ts';

const CONNECT_MS = 5000;
const REMEMBERED_TARGETS = 1000;
const ATTEMPT_MS = LIMITS.webhookAcknowledgementMs;

export interface WebhookSenderOptions {
  /** For a sandbox: allows this machine, even without TLS. Private networks stay closed. */
  readonly allowLoopback: boolean;
  /** More networks to allow, even without TLS, such as `10.1.0.0/16`. */
  readonly allow?: readonly string[];
  /** Looks up names; by default only by DNS, or as this machine does if loopback is allowed. */
  readonly find?: FindAddresses;
  readonly userAgent: string;
  /** Time limit until the response's headers, in ms; default 10 s (specification, section 6). */
  readonly timeoutMs?: number;
  /** Time limit for lookup, TCP and TLS together, in milliseconds; default 5 s. */
  readonly connectMs?: number;
  /** PEM certificates to trust instead of Node's. */
  readonly trustedRoots?: readonly string[];
}

type PostedDelivery = Parameters<WebhookSender['deliver']>[0];

function headersOf(delivery: PostedDelivery, userAgent: string): Record<string, string> {
  return {
    'Content-Type': 'application/json',
    'Content-Length': String(delivery.body.length),
    'User-Agent': userAgent,
    Accept: '*/*',
    'Accept-Encoding': 'identity',
    [SIGNATURE_HEADER]: signWebhook(delivery.body, delivery.secret),
    [EVENT_HEADER]: delivery.event,
    [DELIVERY_HEADER]: delivery.id,
    [ATTEMPT_HEADER]: String(delivery.attempt),
    // By this machine's clock, not the service's: a sandbox may be ahead, receivers are not.
    ...standardHeaders(delivery.body, delivery, new Date()),
  };
}

const failed = (error: string, exchange: Exchange | null): AttemptOutcome => ({
  ...{ ok: false, status: null, error, body: null, retryAfterMs: null, exchange },
});

/**
 * Signed POSTs over TLS to public addresses. A 2xx within 10 s is a success; redirects aren't
 * followed. First attempts reuse connections; retries open new ones.
 */
export function openWebhookSender(options: WebhookSenderOptions): WebhookSender {
  const { allowLoopback, userAgent, trustedRoots, connectMs = CONNECT_MS } = options;
  const { find = allowLoopback ? findLocally : findByDns(), timeoutMs = ATTEMPT_MS } = options;
  const client = new HttpClient({ find, connectMs, ca: trustedRoots && [...trustedRoots] });
  const allow = exceptions(allowLoopback, options.allow);
  const targets = new Map<string, Target | undefined>();
  const targetOf = (url: string): Target | undefined => {
    if (targets.size >= REMEMBERED_TARGETS) targets.clear();
    if (!targets.has(url)) targets.set(url, readTarget(url, allow));
    return targets.get(url);
  };
  return {
    async deliver(delivery) {
      const deadline = performance.now() + timeoutMs;
      const target = targetOf(delivery.url);
      if (!target) return failed('invalid_url', null);
      const { body, secret, attempt } = delivery;
      const recorder = new ExchangeRecorder(target, headersOf(delivery, userAgent), secret);
      const { exchange } = recorder;
      if (target.refusal) return failed(target.refusal, exchange);
      try {
        const post = { target, body, isFresh: attempt > 1, recorder, deadline };
        const response = await client.post(post);
        const error = statusReason(response.status);
        return { ok: error === null, error, ...response, exchange };
      } catch (error) {
        return failed(failureReason(error), exchange);
      }
    },
    close: async () => client.close(),
  };
}
