import type { Static } from 'typebox';
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { DOCUMENT_STATUSES } from './document-statuses.ts';
import { LIMITS } from './limits.ts';
import { DateTime, Nullable, Uuid } from './primitives.ts';
import { DocumentSigner, SentSigner } from './signer.ts';
import { hasControls } from './unsafe-characters.ts';

/** The status of a document (specification, section 3). */
export const DocumentStatus = Type.Enum([...DOCUMENT_STATUSES], {
  $id: 'DocumentStatus',
  type: 'string',
  description: '`FAILED` and `CANCELLED` are reserved and not used',
});
export type DocumentStatus = (typeof DOCUMENT_STATUSES)[number];

/** The name in a create request. */
export const DocumentName = Type.String({
  maxLength: LIMITS.documentNameLength,
  description:
    'label; defaults to the name of the uploaded file, cut to 255 characters, or to `Untitled document` if it has none',
});

const documentId = Uuid;
const name = Type.String({ description: 'label', examples: ['Lease agreement'] });

/** The response to create. */
export const CreatedDocument = Type.Object(
  { documentId, name, status: DocumentStatus },
  { $id: 'CreatedDocument' },
);
export type CreatedDocument = Static<typeof CreatedDocument>;

/** A document in a list. */
export const DocumentSummary = Type.Object(
  {
    documentId,
    name,
    status: DocumentStatus,
    createdAt: DateTime,
    signers: Type.Object({
      total: Type.Integer({ minimum: 0 }),
      signed: Type.Integer({ minimum: 0 }),
    }),
  },
  { $id: 'DocumentSummary' },
);
export type DocumentSummary = Static<typeof DocumentSummary>;

/** One page of the list of documents, most recent first. */
export const DocumentList = Type.Object(
  {
    documents: Type.Array(DocumentSummary),
    limit: Type.Integer({ minimum: 1, maximum: LIMITS.listMax }),
    offset: Type.Integer({ minimum: 0 }),
  },
  { $id: 'DocumentList' },
);
export type DocumentList = Static<typeof DocumentList>;

/** A document with each signer's progress. */
export const Document = Type.Object(
  {
    documentId,
    name,
    status: DocumentStatus,
    createdAt: DateTime,
    updatedAt: DateTime,
    completedAt: Nullable(DateTime),
    downloadUrl: Nullable(
      Type.String({
        format: 'uri',
        description: 'temporary link to the signed PDF; set once COMPLETED',
      }),
    ),
    certificateUrl: Nullable(
      Type.String({
        format: 'uri',
        description: 'the certificate endpoint, Bearer-authenticated; set once COMPLETED',
      }),
    ),
    signers: Type.Array(DocumentSigner),
  },
  { $id: 'Document' },
);
export type Document = Static<typeof Document>;

/** The response to send. */
export const SentDocument = Type.Object(
  {
    documentId: Type.String({ examples: ['5f0c1d5e-0f64-4f0e-9a3c-2b7d1f6f8a11'] }),
    status: Type.Literal('SENT'),
    creditsRemaining: Type.Integer({ minimum: 0, examples: [98] }),
    signers: Type.Array(SentSigner),
  },
  { $id: 'SentDocument' },
);
export type SentDocument = Static<typeof SentDocument>;

/** The problem with a trimmed document name, as words to follow the subject; undefined if none. */
export function documentNameProblem(name: string): string | undefined {
  if (!Value.Check(DocumentName, name)) {
    return `must be text of at most ${LIMITS.documentNameLength} characters`;
  }
  return hasControls(name) ? 'must hold no line break or other control character' : undefined;
}
