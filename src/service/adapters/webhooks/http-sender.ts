import { LIMITS } from '../../../contract/limits.ts';
import {
  ATTEMPT_HEADER,
  DELIVERY_HEADER,
  EVENT_HEADER,
  SIGNATURE_HEADER,
  signWebhook,
} from '../../../contract/webhook-signature.ts';
import type { Exchange, TryOutcome } from '../../domain/outbox.ts';
import type { WebhookSender } from '../../ports/webhook-sender.ts';
import type { Connections } from './connections.ts';
import { openConnections } from './connections.ts';
import type { DialLimits } from './dial.ts';
import { ExchangeNotes } from './exchange-notes.ts';
import { failureReason, statusReason } from './failure-reason.ts';
import { findByDns, findLocally } from './find-addresses.ts';
import type { Answer, Post, PostOffice } from './post-once.ts';
import { PostFailed, postOnce } from './post-once.ts';
import type { FindAddresses } from './public-address.ts';
import { exceptions, LOOPBACK } from './public-address.ts';
import type { ReadTarget } from './target.ts';
import { targetReader } from './target.ts';
import { UnderWay } from './under-way.ts';

const CONNECT_MS = 5000;

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
async function postTwice(post: Post, office: PostOffice): Promise<Answer> {
  try {
    return await postOnce(post, office);
  } catch (error) {
    if (error instanceof PostFailed && error.isStale) {
      return await postOnce({ ...post, isOwn: true }, office);
    }
    throw error;
  }
}

function answered({ status, body, retryAfterMs }: Answer, exchange: Exchange): TryOutcome {
  const ok = isSuccess(status);
  return { ok, status, error: ok ? null : statusReason(status), body, retryAfterMs, exchange };
}

const failed = (error: string, exchange: Exchange | null): TryOutcome => ({
  ok: false,
  status: null,
  error,
  body: null,
  retryAfterMs: null,
  exchange,
});

const INTERRUPTED = 'interrupted';

class HttpSender implements WebhookSender {
  readonly #userAgent: string;
  readonly #timeoutMs: number;
  readonly #limits: DialLimits;
  readonly #readTarget: ReadTarget;
  readonly #underWay = new UnderWay();
  #connections: Promise<Connections> | undefined;
  #isClosed = false;

  constructor(options: WebhookSenderOptions) {
    const { allowLoopback, allow = [], connectMs = CONNECT_MS, trustedRoots = [] } = options;
    this.#userAgent = options.userAgent;
    this.#timeoutMs = options.timeoutMs ?? LIMITS.webhookAcknowledgementMs;
    this.#limits = { connectMs, trustedRoots };
    this.#readTarget = targetReader({
      allow: exceptions(allowLoopback ? [...LOOPBACK, ...allow] : allow),
      find: options.find ?? (allowLoopback ? findLocally : findByDns()),
    });
  }

  async deliver(delivery: Delivery): Promise<TryOutcome> {
    const startedAt = performance.now();
    const target = this.#readTarget(delivery.url);
    if (!target) return failed('invalid_url', null);
    const { body, secret, attempt } = delivery;
    const headers = headersOf(delivery, this.#userAgent);
    const notes = new ExchangeNotes(target, { startedAt, headers, secret });
    if (target.refusal) return failed(target.refusal, notes.read());
    const deadline = startedAt + this.#timeoutMs;
    return await this.#post({ target, headers, body, isOwn: attempt > 1, notes, deadline });
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#underWay.end(INTERRUPTED);
    (await this.#connections)?.close();
  }

  /** What could not be loaded, for want of file handles perhaps, is loaded for the next delivery. */
  #opened(): Promise<Connections> {
    this.#connections ??= openConnections(this.#limits).catch((error: unknown) => {
      this.#connections = undefined;
      throw error;
    });
    return this.#connections;
  }

  async #post(post: Post): Promise<TryOutcome> {
    const { notes } = post;
    try {
      const connections = await this.#opened();
      if (this.#isClosed) return failed(INTERRUPTED, null);
      const answer = await postTwice(post, { connections, underWay: this.#underWay });
      return answered(answer, notes.read());
    } catch (error) {
      const reason = failureReason(error instanceof PostFailed ? error.cause : error);
      return failed(reason, notes.read());
    }
  }
}

/**
 * Opens the sender of webhook deliveries: signed POSTs over TLS to public addresses, a 2xx within 10 s or a failure,
 * redirects never followed. First tries reuse connections; each retry opens its own.
 */
export function openWebhookSender(options: WebhookSenderOptions): WebhookSender {
  return new HttpSender(options);
}
