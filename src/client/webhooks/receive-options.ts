import type { WebhookEvent } from '../../contract/webhook-event.ts';
import type { BodyBounds } from './bounded-body.ts';
import type { DoneDeliveries } from './done-deliveries.ts';
import { DoneInMemory } from './done-deliveries.ts';
import type { UnknownWebhookEvent } from './webhook-shape.ts';
import { WebhookSignatureError } from './webhook-signature-error.ts';

/** What is known of a delivery beside its event. */
export interface DeliveryFacts {
  /** The same on each try of this delivery: 64 hexadecimal digits. */
  readonly key: string;
  /** Position of the secret that fits, from 0. */
  readonly secretIndex: number;
}

/** A delivery or a request that was not handled as it should be. */
export interface WebhookTrouble {
  /** What was answered; 202 when a handler failed after its delivery had been acknowledged, so that no retry comes. */
  readonly status: number;
  /** What happened. It holds nothing that the sender wrote, and no secret. */
  readonly message: string;
  /** A `WebhookSignatureError`, or what the handler threw. */
  readonly error?: unknown;
  /** The delivery's key, where its signature was right. */
  readonly key?: string;
}

/** How deliveries are received. */
export interface ReceiveOptions {
  /** The endpoint's secret, or all that are in use during a rotation. Without one every delivery is answered with 500. */
  readonly secrets: string | readonly string[];
  /** Handles an event. What it throws is answered with 500, and the service tries again. */
  onEvent(event: WebhookEvent, facts: DeliveryFacts): unknown;
  /** Handles an event of a type that this version does not know; such are acknowledged in any case. */
  onUnknownEvent?(event: UnknownWebhookEvent, facts: DeliveryFacts): unknown;
  /** Told of whatever is refused or fails; writes a line to stderr unless given. */
  onTrouble?(trouble: WebhookTrouble): void;
  /** Where handled deliveries are remembered; in memory, the last 10 000, unless given. */
  readonly done?: DoneDeliveries;
  /** How long a handled delivery is remembered, in milliseconds; 7 days unless told. */
  readonly rememberMs?: number;
  /** When a handler that still works is acknowledged with 202, in milliseconds; 8 s unless told, `Infinity` is never. */
  readonly ackAfterMs?: number;
  /** Refuses events that occurred longer ago, in milliseconds; retries take up to 7 days. Off unless told. */
  readonly maxAgeMs?: number;
  /** Largest body taken; 1 MiB unless told. */
  readonly maxBodyBytes?: number;
  /** Longest that a body may take, in milliseconds; 5 s unless told. */
  readonly bodyTimeoutMs?: number;
}

/** The same, with nothing left open. */
export type Receiving = BodyBounds &
  Required<Omit<ReceiveOptions, 'maxAgeMs'>> & {
    readonly maxAgeMs: number | undefined;
    /** Handlers at work, by key: a repeat that comes meanwhile waits for the same outcome. */
    readonly running: Map<string, Promise<HandlerOutcome>>;
  };

/** How a handler ended. */
export type HandlerOutcome =
  | { readonly ok: true }
  | { readonly ok: false; readonly error: unknown };

const DAY_MS = 24 * 60 * 60 * 1000;

function printTrouble({ status, message, error }: WebhookTrouble): void {
  const isRefusal = error === undefined || error instanceof WebhookSignatureError;
  console.error(`webhook answered with ${status}: ${message}`, ...(isRefusal ? [] : [error]));
}

/** Puts the usual values where none are given. */
export function receivingBy(options: ReceiveOptions): Receiving {
  const { secrets, onEvent, onUnknownEvent = () => undefined, onTrouble = printTrouble } = options;
  const { done = new DoneInMemory(), rememberMs = 7 * DAY_MS, ackAfterMs = 8000 } = options;
  const { maxAgeMs, maxBodyBytes = 1024 * 1024, bodyTimeoutMs = 5000 } = options;
  return {
    secrets,
    onEvent,
    onUnknownEvent,
    onTrouble,
    done,
    rememberMs,
    ackAfterMs,
    maxAgeMs,
    maxBodyBytes,
    bodyTimeoutMs,
    running: new Map(),
  };
}
