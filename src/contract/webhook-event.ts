import type { Static } from 'typebox';
import { Type } from 'typebox';
import { DocumentStatus } from './document.ts';
import { DateTime, Nullable } from './primitives.ts';
import { WebhookSigner } from './signer.ts';

const documentId = Type.String({ examples: ['5f0c1d5e-0f64-4f0e-9a3c-2b7d1f6f8a11'] });

/** Sent when one signer has signed (specification, section 6). */
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

/** Sent once every signer has signed (specification, section 6). */
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

/** Any event that a webhook endpoint receives. */
export type WebhookEvent = SignerSignedEvent | DocumentCompletedEvent;
