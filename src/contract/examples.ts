import type { CreatedDocument, Document, DocumentList, SentDocument } from './document.ts';
import type { SignaturePlacement } from './placement.ts';
import type { AddedSigners, AddSignersRequest } from './signer.ts';
import type {
  DocumentCompletedEvent,
  ExtraEvent,
  SignerSignedEvent,
} from './webhooks/webhook-event.ts';
import type { ExtraEventType } from './webhooks/webhook-headers.ts';

const ORIGIN = 'https://esign.example.com';
const documentId = '5f0c1d5e-0f64-4f0e-9a3c-2b7d1f6f8a11';
const name = 'Lease agreement';
const createdAt = '2026-11-20T12:04:31.512Z';
const ashaSignedAt = '2026-11-20T12:31:07.204Z';
const raviSignedAt = '2026-11-20T13:02:44.871Z';
const certificateUrl = `${ORIGIN}/api/v1/documents/${documentId}/certificate`;

const signaturePlacement: SignaturePlacement = {
  positions: [{ page: 1, x: 72, y: 96, width: 180, height: 120 }],
};
const asha = {
  signerId: 'sgn_4q1m8v0d2k7x',
  name: 'Asha Rao',
  email: 'asha@example.in',
  signingOrder: 1,
};
const ravi = {
  signerId: 'sgn_9t3b6c5w1h0z',
  name: 'Ravi Kumar',
  email: 'ravi@example.in',
  signingOrder: 2,
};
const ashaUrl = `${ORIGIN}/sign/kq3vX0mJ8yWb2rTz`;
const raviUrl = `${ORIGIN}/sign/p7Lc5nUe1sDf9aQh`;
const ashaSigned = { ...asha, signedAt: ashaSignedAt, hasSigned: true };

/** An example of every JSON response: one lease, from upload to completion. */
export const ANSWER_EXAMPLES = {
  createDocument: { documentId, name, status: 'PENDING' } satisfies CreatedDocument,
  listDocuments: {
    documents: [
      { documentId, name, status: 'SENT', createdAt, signers: { total: 2, signed: 1 } },
      {
        documentId: 'c2a9b1f4-7d30-4c58-8e16-90f3d5a7b642',
        name: 'Offer letter',
        status: 'PENDING',
        createdAt: '2026-11-19T09:15:02.040Z',
        signers: { total: 0, signed: 0 },
      },
    ],
    limit: 20,
    offset: 0,
  } satisfies DocumentList,
  retrieveDocument: {
    documentId,
    name,
    status: 'COMPLETED',
    createdAt,
    updatedAt: raviSignedAt,
    completedAt: raviSignedAt,
    downloadUrl: `${ORIGIN}/files/${documentId}?expires=1795264064&signature=8mVqT2xw`,
    certificateUrl,
    signers: [
      {
        ...ashaSigned,
        phone: '9876543210',
        openedAt: '2026-11-20T12:28:50.930Z',
        signUrl: ashaUrl,
        advanced: { signaturePlacement },
      },
      {
        ...ravi,
        phone: '9876501234',
        openedAt: '2026-11-20T13:00:12.008Z',
        signedAt: raviSignedAt,
        hasSigned: true,
        signUrl: raviUrl,
      },
    ],
  } satisfies Document,
  addSigners: {
    signers: [{ ...asha, advanced: { signaturePlacement } }, ravi],
  } satisfies AddedSigners,
  sendDocument: {
    documentId,
    status: 'SENT',
    creditsRemaining: 98,
    signers: [
      { ...asha, signUrl: ashaUrl },
      { ...ravi, signUrl: raviUrl },
    ],
  } satisfies SentDocument,
} as const;

/** An add-signers request: one signer with a placement, one without. */
export const ADD_SIGNERS_EXAMPLE: AddSignersRequest = {
  signers: [
    {
      name: asha.name,
      phone: '9876543210',
      email: asha.email,
      advanced: { signaturePlacement },
    },
    { name: ravi.name, phone: '9876501234', email: ravi.email },
  ],
};

const raviUnsigned = { ...ravi, signedAt: null, hasSigned: false };

const extraEvent = <T extends ExtraEventType>(
  event: T,
  more: Omit<Partial<ExtraEvent>, 'event'> = {},
): ExtraEvent & { readonly event: T } => ({
  event,
  documentId,
  status: 'SENT',
  occurredAt: '2026-11-20T12:58:03.120Z',
  signer: null,
  reason: null,
  signers: [ashaSigned, raviUnsigned],
  ...more,
});

/** An example of each event, by type. */
export const EVENT_EXAMPLES = {
  'signer.signed': {
    event: 'signer.signed',
    documentId,
    status: 'SENT',
    occurredAt: ashaSignedAt,
    signer: ashaSigned,
    signers: [ashaSigned, raviUnsigned],
  } satisfies SignerSignedEvent,
  'document.completed': {
    event: 'document.completed',
    documentId,
    status: 'COMPLETED',
    occurredAt: raviSignedAt,
    completedAt: raviSignedAt,
    certificateUrl,
    signers: [ashaSigned, { ...ravi, signedAt: raviSignedAt, hasSigned: true }],
  } satisfies DocumentCompletedEvent,
  'signer.opened': extraEvent('signer.opened', { signer: raviUnsigned }),
  'signer.declined': extraEvent('signer.declined', {
    signer: raviUnsigned,
    reason: 'The rent is not what we agreed.',
  }),
  'document.withdrawn': extraEvent('document.withdrawn', {
    reason: 'The flat is let to someone else.',
  }),
  'document.expired': extraEvent('document.expired'),
} as const;
