import type { Static, TString } from 'typebox';
import { Type } from 'typebox';
import { EXTRA_EVENTS } from '../../contract/webhooks/webhook-headers.ts';

export const OrNull = <T extends Parameters<typeof Type.Union>[0][number]>(schema: T) =>
  Type.Union([schema, Type.Null()]);
/** Properties that are plain text. */
export const texts = <Name extends string>(...names: readonly Name[]) =>
  Object.fromEntries(names.map((name) => [name, Type.String()])) as Record<Name, TString>;
const Headers = Type.Record(Type.String(), Type.String());

/** Events beside the specification that an endpoint asks for. */
export const ExtraEvents = Type.Array(Type.Enum([...EXTRA_EVENTS]));

export const SandboxWebhook = Type.Object({
  ...texts('endpointId', 'url', 'createdAt'),
  /** Complete when just created; else `sha256:` and the first 8 hex digits of its SHA-256. */
  secret: Type.String(),
  /** The secret after the next activation, in the same form. */
  nextSecret: OrNull(Type.String()),
  enabled: Type.Boolean(),
  /** by_hand, gone (it responded 410) or failing. */
  disabledReason: OrNull(Type.String()),
  disabledAt: OrNull(Type.String()),
  /** Failed attempts since the last success. */
  failures: Type.Integer(),
  extraEvents: ExtraEvents,
});
export type SandboxWebhook = Static<typeof SandboxWebhook>;

const LIST_LIMIT = 1000;
const TEN_YEARS_MS = 10 * 365 * 24 * 3_600_000;

const sinceMs = Type.Integer({ minimum: 0, maximum: TEN_YEARS_MS });

const lastTry = {
  startedAt: Type.String(),
  ok: Type.Boolean(),
  /** HTTP status, if there was a response. */
  status: OrNull(Type.Integer()),
  /** Machine-readable reason of a failure. */
  error: OrNull(Type.String()),
  durationMs: Type.Integer(),
};

const summary = {
  ...texts('deliveryId', 'endpointId', 'url', 'event', 'createdAt'),
  /** Null for a test event. */
  documentId: OrNull(Type.String()),
  /** queued, done, failed or skipped. */
  state: Type.String(),
  tries: Type.Integer(),
  nextTryAt: OrNull(Type.String()),
  lastTry: OrNull(Type.Object(lastTry)),
};

export const SandboxDelivery = Type.Object(summary);
export type SandboxDelivery = Static<typeof SandboxDelivery>;

/** Text from the receiver is untrusted. */
const SandboxAttempt = Type.Object({
  number: Type.Integer(),
  /** auto, manual or recovery. */
  trigger: Type.String(),
  ...lastTry,
  /** Start of the response's body. */
  answerBody: OrNull(Type.String()),
  /** Null if nothing could be sent. */
  exchange: OrNull(
    Type.Object({
      requestHeaders: Headers,
      /** First 8 hex digits of the SHA-256 of the signing secret. */
      secretFingerprint: Type.String(),
      remoteAddress: OrNull(Type.String()),
      /** Milliseconds since the attempt started. */
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

export const SandboxDeliveryDetail = Type.Object({
  ...summary,
  body: Type.String(),
  attempts: Type.Array(SandboxAttempt),
});
export type SandboxDeliveryDetail = Static<typeof SandboxDeliveryDetail>;

export const DeliveryQuery = Type.Object({
  endpointId: Type.Optional(Type.String()),
  documentId: Type.Optional(Type.String()),
  /** Maximum age in milliseconds. */
  sinceMs: Type.Optional(sinceMs),
  failed: Type.Optional(Type.Boolean()),
  limit: Type.Integer({ minimum: 1, maximum: LIST_LIMIT }),
});

/** Given deliveries, or an endpoint's. */
export const ResendOrder = Type.Union([
  Type.Object({
    deliveries: Type.Array(Type.String({ minLength: 8 }), { minItems: 1, maxItems: 100 }),
    wait: Type.Boolean(),
  }),
  Type.Object({ endpointId: Type.String(), sinceMs, all: Type.Boolean() }),
]);

export const ResentDeliveries = Type.Object({
  resent: Type.Array(Type.String()),
  /** One call could not take all of them. */
  hasMore: Type.Boolean(),
  /** Their outcome, if waited for. */
  deliveries: Type.Array(SandboxDelivery),
});
export type ResentDeliveries = Static<typeof ResentDeliveries>;

/** A listener keeps this request open. */
export const LISTENERS = 'listeners';

const Endpoint = Type.Object({
  endpointId: Type.String({ minLength: 1, maxLength: 100 }),
  secret: Type.String({ minLength: 16, maxLength: 200 }),
});

/** Requests an endpoint for as long as the request stays open. */
export const ListenerOrder = Type.Object({
  url: Type.String({ minLength: 1, maxLength: 2000 }),
  extraEvents: Type.Optional(ExtraEvents),
  /** The endpoint from before the sandbox stopped. It, or at least its secret, is used again. */
  before: Type.Optional(Endpoint),
});
export type ListenerOrder = Static<typeof ListenerOrder>;

/** First line of the response: the endpoint, and the account to use. */
export const Registered = Type.Object({
  ...Endpoint.properties,
  baseUrl: Type.String(),
  apiKey: Type.String(),
});
export type Registered = Static<typeof Registered>;
