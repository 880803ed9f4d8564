import type { ClientRequest } from 'node:http';
import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import { LIMITS } from '../../../contract/limits.ts';
import {
  ATTEMPT_HEADER,
  DELIVERY_HEADER,
  EVENT_HEADER,
  SIGNATURE_HEADER,
  signWebhook,
} from '../../../contract/webhook-signature.ts';
import type { TryResult } from '../../domain/outbox.ts';
import type { WebhookSender } from '../../ports/webhook-sender.ts';
import { ExchangeNotes } from './exchange-notes.ts';
import { failureReason, statusReason } from './failure-reason.ts';
import { findByDns, findLocally } from './find-addresses.ts';
import type { Answer, Post, PostLimits } from './post-once.ts';
import { failing, PostFailed, postOnce } from './post-once.ts';
import type { FindAddresses } from './public-address.ts';
import { exceptions, LOOPBACK } from './public-address.ts';

const CONNECT_MS = 5000;
/** Below the five seconds after which many servers close an idle connection. */
const IDLE_MS = 4000;

/** What a sender is made of. */
export interface WebhookSenderOptions {
  /** Lets deliveries reach the machine itself, without TLS too: for a sandbox. Private networks stay closed. */
  readonly allowLoopback: boolean;
  /** Networks that deliveries may reach beside, without TLS too, such as `10.1.0.0/16`. */
  readonly allow?: readonly string[];
  /** How addresses are found; by DNS alone unless told, where loopback is open as this machine finds them. */
  readonly find?: FindAddresses;
  readonly userAgent: string;
  /** Until the answer's headers, in milliseconds; 10 s unless told (specification, section 6). */
  readonly timeoutMs?: number;
  /** Until the connection stands, in milliseconds; 5 s unless told. */
  readonly connectMs?: number;
  /** Certificates to trust instead of the usual ones, PEM. */
  readonly trustedRoots?: readonly string[];
}

type Delivery = Parameters<WebhookSender['deliver']>[0];

const isSuccess = (status: number): boolean => status >= 200 && status <= 299;

function readUrl(text: string): URL | undefined {
  if (!URL.canParse(text)) return undefined;
  const url = new URL(text);
  const isWeb = url.protocol === 'http:' || url.protocol === 'https:';
  return isWeb && !url.username && !url.password ? url : undefined;
}

function headersOf(delivery: Delivery, userAgent: string): Record<string, string> {
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
  };
}

/** A connection that the receiver had closed while idle says nothing about the receiver: one try more, on a fresh one. */
async function post(once: Post, limits: PostLimits): Promise<Answer> {
  try {
    return await postOnce(once, limits);
  } catch (error) {
    if (error instanceof PostFailed && error.isStale) {
      return await postOnce({ ...once, agent: false }, limits);
    }
    throw error;
  }
}

type Outcome = Omit<TryResult, 'durationMs'>;

const failed = (error: string): Outcome => ({
  ok: false,
  status: null,
  error,
  body: null,
  retryAfterMs: null,
  exchange: null,
});

async function attempt(once: Post, limits: PostLimits): Promise<Outcome> {
  try {
    const { status, body, retryAfterMs } = await post(once, limits);
    const ok = isSuccess(status);
    const error = ok ? null : statusReason(status);
    return { ok, status, error, body, retryAfterMs, exchange: once.notes.read() };
  } catch (error) {
    const reason = failureReason(error instanceof PostFailed ? error.cause : error);
    return { ...failed(reason), exchange: once.notes.read() };
  }
}

/**
 * Opens the sender of webhook deliveries: signed POSTs over TLS to public addresses, a 2xx within 10 s or a failure,
 * redirects never followed. First tries reuse connections; each retry opens its own.
 */
export function openWebhookSender(options: WebhookSenderOptions): WebhookSender {
  const { allowLoopback, allow = [], userAgent, trustedRoots = [] } = options;
  const underWay = new Set<ClientRequest>();
  let isClosed = false;
  const limits: PostLimits = {
    timeoutMs: options.timeoutMs ?? LIMITS.webhookAcknowledgementMs,
    connectMs: options.connectMs ?? CONNECT_MS,
    addresses: {
      allow: exceptions(allowLoopback ? [...LOOPBACK, ...allow] : allow),
      find: options.find ?? (allowLoopback ? findLocally : findByDns()),
    },
    trustedRoots,
    underWay,
  };
  const plain = new HttpAgent({ keepAlive: true, timeout: IDLE_MS });
  const secure = new HttpsAgent({ keepAlive: true, timeout: IDLE_MS });
  const agentFor = (url: URL, attempt: number): HttpAgent | false => {
    if (attempt > 1) return false;
    return url.protocol === 'https:' ? secure : plain;
  };
  const deliver = async (delivery: Delivery, startedAt: number): Promise<Outcome> => {
    const url = readUrl(delivery.url);
    if (!url) return failed('invalid_url');
    if (isClosed) return failed('interrupted');
    const { body, secret, attempt: number } = delivery;
    const headers = headersOf(delivery, userAgent);
    const notes = new ExchangeNotes(url, { startedAt, headers, secret });
    return await attempt({ url, headers, body, agent: agentFor(url, number), notes }, limits);
  };
  return {
    async deliver(delivery) {
      const startedAt = performance.now();
      const outcome = await deliver(delivery, startedAt);
      return { ...outcome, durationMs: Math.round(performance.now() - startedAt) };
    },
    async close() {
      isClosed = true;
      for (const request of underWay) request.destroy(failing('interrupted'));
      plain.destroy();
      secure.destroy();
    },
  };
}
