import type { Static } from 'typebox';
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { DocumentStatus } from '../document.ts';
import { DateTime, Nullable } from '../primitives.ts';
import { WebhookSigner } from '../signer.ts';
import { EVENT_TYPES, EXTRA_EVENTS } from './webhook-headers.ts';

const documentId = Type.String({ examples: ['5f0c1d5e-0f64-4f0e-9a3c-2b7d1f6f8a11'] });

/** Sent when a signer has signed (specification, section 6). */
export const SignerSignedEvent = Type.Object(
  {
    event: Type.Literal('signer.signed'),
    documentId,
    status: DocumentStatus,
    occurredAt: DateTime,
    signer: Nullable(WebhookSigner),
    signers: Type.Array(WebhookSigner),
  },
  { $id: 'SignerSignedEvent' },
);
export type SignerSignedEvent = Static<typeof SignerSignedEvent>;

/** Sent when every signer has signed (specification, section 6). */
export const DocumentCompletedEvent = Type.Object(
  {
    event: Type.Literal('document.completed'),
    documentId,
    status: DocumentStatus,
    occurredAt: DateTime,
    completedAt: Nullable(DateTime),
    certificateUrl: Type.String({
      format: 'uri',
      description: 'the certificate endpoint, Bearer-authenticated',
    }),
    signers: Type.Array(WebhookSigner),
  },
  { $id: 'DocumentCompletedEvent' },
);
export type DocumentCompletedEvent = Static<typeof DocumentCompletedEvent>;

/** Sent only to endpoints that ask for it (extension `events`). */
export const ExtraEvent = Type.Object(
  {
    event: Type.Enum([...EXTRA_EVENTS], { type: 'string' }),
    documentId,
    status: DocumentStatus,
    occurredAt: DateTime,
    signer: Nullable(WebhookSigner),
    reason: Nullable(
      Type.String({ description: 'why it was declined or withdrawn, in their own words' }),
    ),
    signers: Type.Array(WebhookSigner),
  },
  { $id: 'ExtraEvent' },
);
export type ExtraEvent = Static<typeof ExtraEvent>;

/** Any webhook event. */
export type WebhookEvent = SignerSignedEvent | DocumentCompletedEvent | ExtraEvent;

/** The type of an event. */
export type EventType = (typeof EVENT_TYPES)[number];

const SCHEMAS = {
  'signer.signed': SignerSignedEvent,
  'document.completed': DocumentCompletedEvent,
  'signer.opened': ExtraEvent,
  'signer.declined': ExtraEvent,
  'document.withdrawn': ExtraEvent,
  'document.expired': ExtraEvent,
} as const satisfies Record<EventType, unknown>;

export function isEventType(text: string): text is EventType {
  return EVENT_TYPES.some((type) => type === text);
}

/** Such as `signers[0].hasSigned: must be boolean`; undefined if valid (specification, 6). */
export function eventProblem(type: EventType, value: unknown): string | undefined {
  const schema = SCHEMAS[type];
  if (Value.Check(schema, value)) return undefined;
  const [fault] = Value.Errors(schema, value);
  if (!fault) return 'it is not such an event';
  const field = fault.instancePath
    .replace(/\/(\d+)/g, '[$1]')
    .replaceAll('/', '.')
    .slice(1);
  return `${field === '' ? 'the event' : field}: ${fault.message}`;
}
