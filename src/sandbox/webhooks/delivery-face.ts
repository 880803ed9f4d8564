import type { Static } from 'typebox';
import { Type } from 'typebox';

const OrNull = <T extends Parameters<typeof Type.Union>[0][number]>(schema: T) =>
  Type.Union([schema, Type.Null()]);
const Headers = Type.Record(Type.String(), Type.String());

/** Most deliveries that a list holds. */
const LIST_LIMIT = 1000;
/** Furthest back, in milliseconds: ten years. */
const SINCE_LIMIT_MS = 10 * 365 * 24 * 3_600_000;

const sinceMs = Type.Integer({ minimum: 0, maximum: SINCE_LIMIT_MS });

const lastTry = {
  startedAt: Type.String(),
  ok: Type.Boolean(),
  /** HTTP status, where there was one. */
  status: OrNull(Type.Integer()),
  /** Short machine-readable reason of a failure. */
  error: OrNull(Type.String()),
  durationMs: Type.Integer(),
};

const summary = {
  deliveryId: Type.String(),
  endpointId: Type.String(),
  url: Type.String(),
  event: Type.String(),
  /** Null for a test event. */
  documentId: OrNull(Type.String()),
  /** queued, done, failed or skipped. */
  state: Type.String(),
  createdAt: Type.String(),
  /** Tries begun. */
  tries: Type.Integer(),
  nextTryAt: OrNull(Type.String()),
  lastTry: OrNull(Type.Object(lastTry)),
};

/** An event on its way to an endpoint. */
export const SandboxDelivery = Type.Object(summary);
export type SandboxDelivery = Static<typeof SandboxDelivery>;

/** A try as it was logged. What the receiver wrote is text of strangers. */
export const SandboxAttempt = Type.Object({
  number: Type.Integer(),
  /** auto, manual or recovery. */
  trigger: Type.String(),
  ...lastTry,
  /** Beginning of the answer's body. */
  answerBody: OrNull(Type.String()),
  /** What was exchanged; null where nothing could be sent. */
  exchange: OrNull(
    Type.Object({
      requestHeaders: Headers,
      /** First 8 hex digits of the SHA-256 of the secret that signed. */
      secretFingerprint: Type.String(),
      remoteAddress: OrNull(Type.String()),
      /** From the start of the try, in milliseconds. */
      times: Type.Object({
        lookupMs: OrNull(Type.Number()),
        connectMs: OrNull(Type.Number()),
        tlsMs: OrNull(Type.Number()),
        firstByteMs: OrNull(Type.Number()),
      }),
      answerHeaders: Headers,
      truncated: Type.Boolean(),
    }),
  ),
});
export type SandboxAttempt = Static<typeof SandboxAttempt>;

/** A delivery with its exact bytes, as text, and every try. */
export const SandboxDeliveryDetail = Type.Object({
  ...summary,
  body: Type.String(),
  attempts: Type.Array(SandboxAttempt),
});
export type SandboxDeliveryDetail = Static<typeof SandboxDeliveryDetail>;

/** Which deliveries are listed. */
export const DeliveryQuery = Type.Object({
  endpointId: Type.Optional(Type.String()),
  documentId: Type.Optional(Type.String()),
  /** How long ago at most, in milliseconds. */
  sinceMs: Type.Optional(sinceMs),
  failed: Type.Optional(Type.Boolean()),
  limit: Type.Integer({ minimum: 1, maximum: LIST_LIMIT }),
});
export type DeliveryQuery = Static<typeof DeliveryQuery>;

/** Deliveries to send again: named ones, or those of an endpoint. */
export const ResendOrder = Type.Union([
  Type.Object({
    deliveries: Type.Array(Type.String({ minLength: 8 }), { minItems: 1, maxItems: 100 }),
    wait: Type.Boolean(),
  }),
  Type.Object({ endpointId: Type.String(), sinceMs, all: Type.Boolean() }),
]);
export type ResendOrder = Static<typeof ResendOrder>;

/** What was queued again. */
export const ResentDeliveries = Type.Object({
  resent: Type.Array(Type.String()),
  /** True when there are more than one call takes. */
  hasMore: Type.Boolean(),
  /** What came of them, where it was waited for. */
  deliveries: Type.Array(SandboxDelivery),
});
export type ResentDeliveries = Static<typeof ResentDeliveries>;

/** The requests and answers about deliveries. */
export const DELIVERIES = {
  test: Type.Object({ event: Type.Enum(['signer.signed', 'document.completed']) }),
  list: Type.Object({ deliveries: Type.Array(SandboxDelivery) }),
} as const;

/** An event that can be tried. */
type TestEvent = Static<typeof DELIVERIES.test>['event'];

/** Looks at the deliveries of a running sandbox, and makes some. */
export interface DeliveryControl {
  /** Sends a test event, waits for what comes of it. */
  testWebhook(endpointId: string, event: TestEvent): Promise<SandboxDeliveryDetail>;
  /** Newest first. */
  listDeliveries(query: DeliveryQuery): Promise<SandboxDelivery[]>;
  /** By id, or 8 characters or more of its beginning. */
  findDelivery(name: string): Promise<SandboxDeliveryDetail>;
  resendDeliveries(order: ResendOrder): Promise<ResentDeliveries>;
}
