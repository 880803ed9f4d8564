import type { TSchema } from 'typebox';
import { Value } from 'typebox/value';
import { expect, test } from 'vitest';
import {
  CreatedDocument,
  Document,
  DocumentList,
  DocumentStatus,
  DocumentSummary,
  SentDocument,
} from '../../src/contract/document.ts';
import { DOCUMENT_STATUSES } from '../../src/contract/document-statuses.ts';
import { SignaturePosition } from '../../src/contract/placement.ts';
import {
  AddedSigner,
  DocumentSigner,
  SentSigner,
  WebhookSigner,
} from '../../src/contract/signer.ts';
import {
  DocumentCompletedEvent,
  SignerSignedEvent,
} from '../../src/contract/webhooks/webhook-event.ts';

const ID = '5f0c1d5e-0f64-4f0e-9a3c-2b7d1f6f8a11';
const NOW = '2026-11-20T12:04:31.512Z';
const URI = 'https://esign.example.com/x';
const asha = { signerId: 'sgn_1', name: 'Asha Rao', email: 'asha@example.in', signingOrder: 1 };
const addressed = { ...asha, signUrl: URI };
const progress = { ...asha, signedAt: NOW, hasSigned: true };
const box = { page: 1, x: 72, y: 96, width: 180, height: 120 };
const advanced = { signaturePlacement: { positions: [box] } };

/** The tables of the specification's sections 2, 4 and 6: schema, a value with every required field, nullable fields. */
const RESOURCES: ReadonlyArray<readonly [string, TSchema, Record<string, unknown>, string[]]> = [
  ['CreatedDocument', CreatedDocument, { documentId: ID, name: 'Lease', status: 'PENDING' }, []],
  [
    'DocumentSummary',
    DocumentSummary,
    {
      documentId: ID,
      name: 'Lease',
      status: 'SENT',
      createdAt: NOW,
      signers: { total: 2, signed: 1 },
    },
    [],
  ],
  ['DocumentList', DocumentList, { documents: [], limit: 20, offset: 0 }, []],
  [
    'Document',
    Document,
    {
      documentId: ID,
      name: 'Lease',
      status: 'COMPLETED',
      createdAt: NOW,
      updatedAt: NOW,
      completedAt: NOW,
      downloadUrl: URI,
      certificateUrl: URI,
      signers: [],
    },
    ['completedAt', 'downloadUrl', 'certificateUrl'],
  ],
  [
    'DocumentSigner',
    DocumentSigner,
    { ...addressed, phone: '9876543210', openedAt: NOW, signedAt: NOW, hasSigned: true },
    ['email', 'openedAt', 'signedAt', 'signUrl'],
  ],
  ['AddedSigner', AddedSigner, asha, ['email']],
  ['SentSigner', SentSigner, addressed, ['email']],
  ['WebhookSigner', WebhookSigner, progress, ['email', 'signedAt']],
  ['SignaturePosition', SignaturePosition, box, []],
  [
    'the answer to send',
    SentDocument,
    { documentId: ID, status: 'SENT', creditsRemaining: 0, signers: [addressed] },
    [],
  ],
  [
    'signer.signed',
    SignerSignedEvent,
    {
      event: 'signer.signed',
      documentId: ID,
      status: 'SENT',
      occurredAt: NOW,
      signer: progress,
      signers: [progress],
    },
    ['signer'],
  ],
  [
    'document.completed',
    DocumentCompletedEvent,
    {
      event: 'document.completed',
      documentId: ID,
      status: 'COMPLETED',
      occurredAt: NOW,
      completedAt: NOW,
      certificateUrl: URI,
      signers: [progress],
    },
    ['completedAt'],
  ],
];

test.each(RESOURCES)('%s has its fields, and each is required', (_, schema, value) => {
  expect(Value.Check(schema, value)).toBe(true);
  const refused = Object.keys(value).filter((left) => {
    const fields = Object.entries(value).filter(([name]) => name !== left);
    return !Value.Check(schema, Object.fromEntries(fields));
  });
  expect(refused).toEqual(Object.keys(value));
});

test.each(RESOURCES)(
  '%s may be null where the specification says so',
  (_, schema, value, nulls) => {
    const nullable = Object.keys(value).filter((name) =>
      Value.Check(schema, { ...value, [name]: null }),
    );
    expect(nullable.sort()).toEqual([...nulls].sort());
  },
);

test.each(RESOURCES)('no field of %s is a boolean or a list by mistake', (_, schema, value) => {
  const wrong = Object.keys(value).filter((name) =>
    Value.Check(schema, { ...value, [name]: [[true]] }),
  );
  expect(wrong).toEqual([]);
});

test.each([
  ['AddedSigner', AddedSigner, asha],
  [
    'DocumentSigner',
    DocumentSigner,
    { ...addressed, phone: '9876543210', openedAt: null, signedAt: null, hasSigned: false },
  ],
])('%s can echo the placement, and nothing else beyond it', (_, schema, signer) => {
  expect(Value.Check(schema, { ...signer, advanced })).toBe(true);
  expect(Value.Check(schema, { ...signer, advanced: { ...advanced, otp: true } })).toBe(false);
});

test('the states of a document are those of the specification', () => {
  expect(DOCUMENT_STATUSES).toEqual(['PENDING', 'SENT', 'COMPLETED', 'FAILED', 'CANCELLED']);
  expect(DOCUMENT_STATUSES.filter((status) => !Value.Check(DocumentStatus, status))).toEqual([]);
  expect(Value.Check(DocumentStatus, 'DRAFT')).toBe(false);
});

test.each([
  ['a state other than SENT', { status: 'PENDING' }],
  ['credits below zero', { creditsRemaining: -1 }],
  ['half a credit', { creditsRemaining: 0.5 }],
  ['a link that is none', { signers: [{ ...addressed, signUrl: 'not a link' }] }],
])('the answer to send never has %s', (_, change) => {
  const sent = { documentId: ID, status: 'SENT', creditsRemaining: 3, signers: [addressed] };
  expect(Value.Check(SentDocument, sent)).toBe(true);
  expect(Value.Check(SentDocument, { ...sent, ...change })).toBe(false);
});

test.each([
  ['an id that is no UUID', { documentId: 'doc-1' }],
  ['a time without a zone', { createdAt: '2026-11-20T12:04:31' }],
  ['a day in place of a time', { updatedAt: '2026-11-20' }],
  ['a link that is none', { downloadUrl: 'not a link' }],
])('a document never has %s', (_, change) => {
  const document = RESOURCES.find(([name]) => name === 'Document')?.[2];
  expect(Value.Check(Document, { ...document, ...change })).toBe(false);
});
