import type { Static, TSchema } from 'typebox';
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { EVENT_TYPES } from '../../contract/webhooks/webhook-headers.ts';
import { SandboxRefused } from './sandbox-errors.ts';
import {
  DeliveryQuery,
  ExtraEvents,
  OrNull,
  ResendOrder,
  ResentDeliveries,
  SandboxDelivery,
  SandboxDeliveryDetail,
  SandboxWebhook,
  texts,
} from './webhook-schemas.ts';

const TEN_YEARS_MS = 10 * 365 * 24 * 3600_000;
const TEN_MINUTES_MS = 10 * 60_000;

const Name = Type.String({ minLength: 1 });
const TextOrNull = OrNull(Type.String());
const Nothing = Type.Object({});
const Done = Type.Object({ done: Type.Literal(true) });

/** `signer`: by signing order, email or signer id. Default: the signer whose turn it is. */
const ofSigner = { documentId: Name, signer: Type.Optional(Name) };
const ofEndpoint = texts('endpointId');

const signer = { ...texts('signerId', 'name'), signingOrder: Type.Integer() };

const InboxMessage = Type.Union([
  Type.Object({
    kind: Type.Literal('mail'),
    ...texts('id', 'at', 'to', 'subject', 'text'),
    links: Type.Array(Type.String()),
  }),
  Type.Object({
    kind: Type.Literal('otp'),
    ...texts('at', 'to', 'code', 'reference', 'text'),
  }),
]);

/** How many more times a fault happens; 0 if not set. */
const FaultTimes = Type.Union([
  Type.Integer({ minimum: 0, maximum: 1_000_000 }),
  Type.Literal('always'),
]);

/** A fault of the test authority, or of the API for one account. */
const SandboxFault = Type.Object({
  ...texts('fault', 'about'),
  times: FaultTimes,
  /** The affected account; null for the authority's faults and those not set. */
  accountId: TextOrNull,
  /** Affected requests, as in `POST *\/send`; null for all. */
  route: TextOrNull,
});
export type SandboxFault = Static<typeof SandboxFault>;

interface ControlOperation {
  readonly input: TSchema;
  readonly answer: TSchema;
}

/** Operations of a running sandbox, by name. */
export const OPERATIONS = {
  sign: {
    input: Type.Object({
      ...ofSigner,
      all: Type.Optional(Type.Boolean()),
      /** Number or name of the identity. Default: the signer's name. */
      identity: Type.Optional(Type.String()),
    }),
    answer: Type.Object({
      signers: Type.Array(Type.Object({ ...signer, signedAt: Type.String() })),
    }),
  },
  /** On the page of the signer. */
  decline: {
    input: Type.Object({ ...ofSigner, reason: Type.Optional(Type.String()) }),
    answer: Type.Object(signer),
  },
  /** A signer's link. Opening it counts as opened by that signer. */
  link: { input: Type.Object(ofSigner), answer: Type.Object(texts('url')) },
  /** New URLs. All but the authority's sign the account's owner in, once, within 15 minutes. */
  pages: {
    input: Nothing,
    answer: Type.Object(
      texts('dashboard', 'desk', 'inbox', 'phone', 'controls', 'identities', 'authority'),
    ),
  },
  /** Emails and codes, oldest first. */
  inbox: { input: Nothing, answer: Type.Array(InboxMessage) },
  createAccount: {
    input: Type.Object({
      credits: Type.Optional(Type.Integer({ minimum: 0, maximum: 1_000_000_000 })),
      subscription: Type.Boolean(),
      webhooks: Type.Optional(Type.Array(Type.String({ minLength: 1, maxLength: 2000 }))),
    }),
    /** The secret is that of the endpoints it was created with. */
    answer: Type.Object(texts('accountId', 'apiKey', 'webhookSecret')),
  },
  /** Returns all settings. Null clears one; the service checks the rest. */
  setAccount: {
    input: Type.Object({
      /** Default: the sandbox's own. */
      account: Type.Optional(Name),
      settings: Type.Record(
        Type.String(),
        Type.Union([Type.String(), Type.Integer(), Type.Boolean(), Type.Null()]),
      ),
    }),
    answer: Type.Object({
      ...texts('accountId', 'name', 'names', 'language'),
      ...{ replyTo: TextOrNull, message: TextOrNull, linkDays: Type.Integer() },
      newLinks: Type.Boolean(),
      ...{ helpUrl: TextOrNull, privacyUrl: TextOrNull, termsUrl: TextOrNull },
      returnOrigins: TextOrNull,
    }),
  },
  /** Emails the link again to the signer whose turn it is. */
  resendLink: {
    input: Type.Object({ documentId: Name }),
    /** Who got it, and until when it works, ISO 8601. */
    answer: Type.Object(texts('documentId', 'signerId', 'name', 'email', 'linksUntil')),
  },
  /** Nobody can sign the document any more. `reason` is the message to signers. */
  withdraw: { input: Type.Object({ documentId: Name, reason: Type.String() }), answer: Done },
  /** Moves the clock forward. Returns the new time, ISO 8601. */
  advanceClock: {
    input: Type.Object({ ms: Type.Integer({ minimum: 1, maximum: TEN_YEARS_MS }) }),
    answer: Type.Object(texts('now')),
  },
  listFaults: { input: Nothing, answer: Type.Array(SandboxFault) },
  setFault: {
    input: Type.Object({
      fault: Type.String(),
      times: FaultTimes,
      /** For `slow` and `api-slow`. */
      delayMs: Type.Optional(Type.Integer({ minimum: 0, maximum: TEN_MINUTES_MS })),
      /** For API faults. Default: the sandbox's own account. */
      accountId: Type.Optional(Name),
      /** For API faults, as in `POST *\/send`. Default: all requests. */
      route: Type.Optional(Name),
    }),
    answer: SandboxFault,
  },
  /** Default: all. Returns the cleared faults. */
  clearFaults: {
    input: Type.Object({ fault: Type.Optional(Type.String()), accountId: Type.Optional(Name) }),
    answer: Type.Array(SandboxFault),
  },
  /** Deletes everything except keys. URLs stay. */
  reset: { input: Nothing, answer: Done },
  addWebhook: {
    input: Type.Object({
      url: Type.String({ minLength: 1, maxLength: 2000 }),
      extraEvents: Type.Optional(ExtraEvents),
    }),
    answer: SandboxWebhook,
  },
  listWebhooks: { input: Nothing, answer: Type.Array(SandboxWebhook) },
  setWebhook: {
    input: Type.Object({ ...ofEndpoint, enabled: Type.Boolean() }),
    answer: SandboxWebhook,
  },
  removeWebhook: { input: Type.Object(ofEndpoint), answer: Done },
  /** Creates the next secret, or one that signs immediately with `now`. Returns it complete. */
  rotateWebhook: {
    input: Type.Object({ ...ofEndpoint, now: Type.Boolean() }),
    answer: SandboxWebhook,
  },
  activateWebhook: { input: Type.Object(ofEndpoint), answer: SandboxWebhook },
  /** Sends a test event and waits for the outcome. */
  testWebhook: {
    input: Type.Object({ ...ofEndpoint, event: Type.Enum([...EVENT_TYPES]) }),
    answer: SandboxDeliveryDetail,
  },
  /** Newest first. */
  listDeliveries: { input: DeliveryQuery, answer: Type.Array(SandboxDelivery) },
  /** By id, or its first 8 or more characters. */
  findDelivery: { input: Type.Object({ name: Type.String() }), answer: SandboxDeliveryDetail },
  resendDeliveries: { input: ResendOrder, answer: ResentDeliveries },
} as const satisfies Readonly<Record<string, ControlOperation>>;

type Operations = typeof OPERATIONS;
export type OperationName = keyof Operations;
export type Input<N extends OperationName> = Static<Operations[N]['input']>;
export type Answer<N extends OperationName> = Static<Operations[N]['answer']>;

/** Leaves out what is undefined, as JSON does. */
type OrUndefined<T> = T extends unknown
  ? { [K in keyof T]: Record<never, never> extends Pick<T, K> ? T[K] | undefined : T[K] }
  : never;

/** Controls a running sandbox. Methods throw SandboxNotRunning or SandboxRefused. */
export type SandboxControl = {
  readonly [N in OperationName]: Record<string, never> extends Input<N>
    ? (input?: OrUndefined<Input<N>>) => Promise<Answer<N>>
    : (input: OrUndefined<Input<N>>) => Promise<Answer<N>>;
};

/** By JSON path in the body. */
const RULES: Readonly<Record<string, string>> = {
  '/ms': 'The clock can be advanced by 1 millisecond to 10 years.',
  '/credits': 'Credits must be a whole number from 0 to 1000000000.',
  '/times': 'Times must be a whole number from 1 to 1000000, or always.',
  '/delayMs': 'The delay must be at most 10 minutes.',
  '/event': `The event must be one of ${EVENT_TYPES.join(', ')}.`,
  '/limit': 'The limit must be from 1 to 1000.',
  '/sinceMs': 'Deliveries can be searched at most 10 years back.',
  '/url': 'The URL must have 1 to 2000 characters.',
};

/** Throws SandboxRefused if the body does not match the schema. */
export function bodyAs<T extends TSchema>(
  schema: T,
  { body }: { readonly body?: unknown },
): Static<T> {
  if (Value.Check(schema, body)) return body;
  const [first] = Value.Errors(schema, body);
  const where = first?.instancePath || 'the body';
  const rule = first?.keyword === 'boolean' ? 'is not a known field' : first?.message;
  const message = RULES[where] ?? `${where}: ${rule ?? 'is not valid'}.`;
  throw new SandboxRefused('invalid_request', message);
}
