import { DAY_MS } from '../../contract/durations.ts';
import type { WebhookEvent } from '../../contract/webhooks/webhook-event.ts';
import type { OptionNames } from '../options/check-options.ts';
import { checkOptions } from '../options/check-options.ts';
import type { UnknownWebhookEvent } from './check-delivery.ts';
import { WebhookSignatureError } from './webhook-signature-error.ts';

/** Facts about a delivery, apart from its event. */
export interface DeliveryFacts {
  /** Identifies the delivery: 64 hexadecimal digits, the same on every attempt. */
  readonly key: string;
  /** Index of the secret that matches. */
  readonly secretIndex: number;
}

/** A delivery that was refused or not handled. */
export interface WebhookTrouble {
  /** The response's status; 202 if a handler failed after acknowledgement, so there is no retry. */
  readonly status: number;
  /** The problem; never contains a secret or text from the sender. */
  readonly message: string;
  /** A `WebhookSignatureError`, or what the handler threw. */
  readonly error?: unknown;
  /** The delivery's key, if its signature is valid. */
  readonly key?: string;
}

/** Remembers handled deliveries by key. Use a database table to share them between processes. */
export interface DoneDeliveries {
  /** True if the delivery was handled and is still remembered. */
  has(key: string): boolean | Promise<boolean>;
  /** Remembers a handled delivery for `ttlMs` milliseconds; retries end within 7 days. */
  add(key: string, ttlMs: number): unknown;
}

/** Remembers the last 10 000 deliveries (or `capacity`) in memory, until the process ends. */
export class DoneInMemory implements DoneDeliveries {
  readonly #expiries = new Map<string, number>();
  readonly #capacity: number;

  constructor(capacity = 10_000) {
    this.#capacity = capacity;
  }

  has(key: string): boolean {
    return (this.#expiries.get(key) ?? 0) > Date.now();
  }

  add(key: string, ttlMs: number): void {
    this.#expiries.delete(key);
    this.#expiries.set(key, Date.now() + ttlMs);
    if (this.#expiries.size <= this.#capacity) return;
    const [oldest = key] = this.#expiries.keys();
    this.#expiries.delete(oldest);
  }

  /** How many are remembered. */
  get size(): number {
    return this.#expiries.size;
  }
}

/** Options of `receiveWebhooks`. */
export interface ReceiveOptions {
  /** The endpoint's secret, or all secrets during a rotation. Without one, deliveries get a 500. */
  readonly secrets: string | readonly string[];
  /** Handles an event. If it throws, the response is a 500 and the service retries. */
  onEvent(event: WebhookEvent, facts: DeliveryFacts): unknown;
  /** Handles an event of an unknown type. By default such events are only acknowledged. */
  onUnknownEvent?(event: UnknownWebhookEvent, facts: DeliveryFacts): unknown;
  /** Called if a delivery is refused or its handler fails. Default: prints a line to stderr. */
  onTrouble?(trouble: WebhookTrouble): void;
  /** Where to remember handled deliveries. Default: the last 10 000, in memory. */
  readonly done?: DoneDeliveries;
  /** How long to remember a handled delivery, in milliseconds. Default: 7 days. */
  readonly rememberMs?: number;
  /** Milliseconds until a running handler is acknowledged (202), or `Infinity`. Default: 8 s. */
  readonly ackAfterMs?: number;
  /** Maximum age of events in milliseconds. Default: no limit, since retries end within 7 days. */
  readonly maxAgeMs?: number;
  /** Refuse deliveries without `webhook-timestamp`, which can be repeated. Default: false. */
  readonly requireTimestamp?: boolean;
  /** The largest body to accept, in bytes. Default: 1 MiB. */
  readonly maxBodyBytes?: number;
  /** How long a body may take to arrive, in milliseconds. Default: 5 s. */
  readonly bodyTimeoutMs?: number;
}

/** The options with their defaults, and the running handlers. */
export interface Receiving extends Required<Omit<ReceiveOptions, 'maxAgeMs'>> {
  readonly maxAgeMs: number | undefined;
  /** By the delivery's key: a repeat that arrives meanwhile shares the outcome. */
  readonly running: Map<string, Promise<HandlerOutcome>>;
}

/** How a handler ended. */
export type HandlerOutcome =
  | { readonly ok: true }
  | { readonly ok: false; readonly error: unknown };

function printTrouble({ status, message, error }: WebhookTrouble): void {
  const isRefusal = error === undefined || error instanceof WebhookSignatureError;
  console.error(`webhook answered with ${status}: ${message}`, ...(isRefusal ? [] : [error]));
}

const RECEIVE_OPTIONS: OptionNames<ReceiveOptions> = {
  secrets: true,
  onEvent: true,
  onUnknownEvent: true,
  onTrouble: true,
  done: true,
  rememberMs: true,
  ackAfterMs: true,
  maxAgeMs: true,
  requireTimestamp: true,
  maxBodyBytes: true,
  bodyTimeoutMs: true,
};

/** Fills in the defaults. Throws `InvalidArgumentError` for an unknown option. */
export function receivingBy(options: ReceiveOptions): Receiving {
  checkOptions(options, RECEIVE_OPTIONS);
  const { secrets, onEvent, onUnknownEvent = () => undefined, onTrouble = printTrouble } = options;
  const { done = new DoneInMemory(), rememberMs = 7 * DAY_MS, ackAfterMs = 8000 } = options;
  const { maxAgeMs, maxBodyBytes = 1024 * 1024, bodyTimeoutMs = 5000 } = options;
  const { requireTimestamp = false } = options;
  const handlers = { onEvent, onUnknownEvent, onTrouble };
  const limits = { rememberMs, ackAfterMs, maxAgeMs, maxBodyBytes, bodyTimeoutMs };
  return { secrets, done, requireTimestamp, ...handlers, ...limits, running: new Map() };
}
