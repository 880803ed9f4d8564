import { Type } from 'typebox';
import { EVENT_EXAMPLES } from '../examples.ts';
import {
  DocumentCompletedEvent,
  ExtraEvent,
  SignerSignedEvent,
} from '../webhooks/webhook-event.ts';
import {
  ATTEMPT_HEADER,
  DELIVERY_HEADER,
  EVENT_HEADER,
  SIGNATURE_HEADER,
  SIGNATURE_PATTERN,
} from '../webhooks/webhook-headers.ts';
import { signWebhook, standardHeaders } from '../webhooks/webhook-signature.ts';
import { STANDARD_HEADERS } from '../webhooks/webhook-standard.ts';

const REPEATS = 'Failed deliveries are retried with backoff, so handle repeats.';

const EVENTS = [
  {
    type: 'signer.signed',
    operationId: 'receiveSignerSigned',
    summary: 'A signer has signed',
    description: `Posted when a signer has signed. ${REPEATS}`,
    schema: SignerSignedEvent,
  },
  {
    type: 'document.completed',
    operationId: 'receiveDocumentCompleted',
    summary: 'A document is fully signed',
    description: `Posted when every signer has signed. ${REPEATS}`,
    schema: DocumentCompletedEvent,
  },
] as const;

const ASKED = `Only an endpoint that asks for it gets it. ${REPEATS}`;

const EXTRA = [
  {
    type: 'signer.opened',
    operationId: 'receiveSignerOpened',
    summary: 'A signer has opened the document',
    description: `Posted the first time that a signer opens their link. ${ASKED}`,
    schema: ExtraEvent,
  },
  {
    type: 'signer.declined',
    operationId: 'receiveSignerDeclined',
    summary: 'A signer has declined to sign',
    description: `Posted when a signer declines, with their reason: nobody can sign any more. ${ASKED}`,
    schema: ExtraEvent,
  },
  {
    type: 'document.withdrawn',
    operationId: 'receiveDocumentWithdrawn',
    summary: 'A document was withdrawn',
    description: `Posted when the sender withdraws the document, with the reason. ${ASKED}`,
    schema: ExtraEvent,
  },
  {
    type: 'document.expired',
    operationId: 'receiveDocumentExpired',
    summary: "A document's links have expired",
    description: `Posted within minutes after the signing links expired; a resend renews them. ${ASKED}`,
    schema: ExtraEvent,
  },
] as const;

type DescribedEvent = (typeof EVENTS | typeof EXTRA)[number];

const STANDARD_SECRET = 'whsec_dGhlIGtleSBvZiB0aGlzIGV4YW1wbGUu';
const STANDARD_AT = new Date('2026-11-20T12:31:07.000Z');

const STANDARD_WORDS = {
  [STANDARD_HEADERS.id]: "The event's id: the SHA-256 of the body, the same on every attempt",
  [STANDARD_HEADERS.timestamp]: 'The time of the attempt, in seconds since 1970',
  [STANDARD_HEADERS.signature]:
    '`v1,` and the base64 HMAC-SHA256 of `ID.TIMESTAMP.BODY`, keyed with the bytes whose base64 follows `whsec_` ' +
    'in the signing secret; during a rotation two, separated by a space. In the example, ' +
    `\`${STANDARD_SECRET}\` signs the example body as JSON without white space`,
};

/** Those of Standard Webhooks, absent if the secret has another form. */
function standardHeadersOf(body: string) {
  const examples = standardHeaders(Buffer.from(body), { secret: STANDARD_SECRET }, STANDARD_AT);
  return Object.entries(STANDARD_WORDS).map(([name, description]) => {
    return { name, in: 'header', description, schema: Type.String(), example: examples[name] };
  });
}

function eventHeaders(type: keyof typeof EVENT_EXAMPLES) {
  const body = JSON.stringify(EVENT_EXAMPLES[type]);
  const header = { in: 'header', required: true };
  return [
    {
      name: SIGNATURE_HEADER,
      ...header,
      description:
        "`sha256=` and the lowercase hexadecimal HMAC-SHA256 of the raw body, keyed with the endpoint's signing " +
        'secret. In the example, `whsec_example` signs the example body as JSON without white space',
      schema: Type.String({ pattern: SIGNATURE_PATTERN.source }),
      example: signWebhook(body, 'whsec_example'),
    },
    {
      name: EVENT_HEADER,
      ...header,
      description: "The event's type",
      schema: Type.Literal(type),
      example: type,
    },
    {
      name: DELIVERY_HEADER,
      ...header,
      description: "The delivery's id, the same on every attempt",
      schema: Type.String(),
      example: '3b8f6a52-6f0e-4d2c-9a57-1c4f0a6d2e91',
    },
    {
      name: ATTEMPT_HEADER,
      ...header,
      description: 'The number of the attempt, from 1',
      schema: Type.Integer({ minimum: 1 }),
      example: 1,
    },
    ...standardHeadersOf(body),
  ];
}

function webhookObject({ type, schema, ...words }: DescribedEvent) {
  const json = { schema, example: EVENT_EXAMPLES[type] };
  return {
    post: {
      ...words,
      tags: ['Webhooks'],
      security: [],
      parameters: eventHeaders(type),
      requestBody: { required: true, content: { 'application/json': json } },
      responses: {
        '2XX': {
          description: 'Received within 10 seconds; any other response is a failed delivery',
        },
        401: { description: 'The signature does not verify, so the body cannot be trusted' },
      },
    },
  };
}

const byType = (events: readonly DescribedEvent[]) =>
  Object.fromEntries(events.map((event) => [event.type, webhookObject(event)]));

/** OpenAPI's `webhooks`: the events posted to endpoints, by type (specification, section 6). */
export const webhooksObject = () => byType(EVENTS);

/** The events of the extension `events`. */
export const extraWebhooksObject = () => byType(EXTRA);
