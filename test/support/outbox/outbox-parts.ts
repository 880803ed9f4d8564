import { randomUUID } from 'node:crypto';
import type { WebhookEvent } from '../../../src/contract/webhooks/webhook-event.ts';
import type { SPECIFIED_EVENTS } from '../../../src/contract/webhooks/webhook-headers.ts';
import { createAccount } from '../../../src/service/core/accounts/create-account.ts';
import type { Document } from '../../../src/service/core/documents/document.rules.ts';
import type { Mail, SignerNotice } from '../../../src/service/core/mails/mail-notice.rules.ts';
import type { DocumentStore } from '../../../src/service/store/store.ts';
import { aSigner } from '../../service/ports/store-builders.ts';

/** A clock that can be moved on. */
export class MovableClock {
  #offsetMs = 0;

  now(): Date {
    return new Date(Date.now() + this.#offsetMs);
  }

  advance(ms: number): void {
    this.#offsetMs += ms;
  }
}

/** The only signer of a document that `insertDocument` stored. */
export const signerOf = (documentId: string): string => `sgn_${documentId}`;

/** Stores a document with one signer, PENDING. */
export async function insertDocument(store: DocumentStore, accountId: string): Promise<string> {
  const documentId = randomUUID();
  const at = new Date();
  const original = { key: `documents/${documentId}.pdf`, sha256: 'ab'.repeat(32), bytes: 1000 };
  const document: Document = {
    documentId,
    accountId,
    name: 'Lease agreement',
    status: 'PENDING',
    createdAt: at,
    updatedAt: at,
    sentAt: null,
    completedAt: null,
    withdrawnAt: null,
    withdrawalReason: null,
    linksUntil: null,
    message: null,
    externalId: null,
    original,
    pages: [{ width: 595, height: 842, rotate: 0 }],
    placements: null,
    prepared: null,
    head: null,
    holdReason: null,
    signers: [],
  };
  await store.transaction(async (tx) => {
    await tx.insertDocument(document);
    const own = { signerId: signerOf(documentId), email: 'asha@example.in' };
    await tx.insertSigners(documentId, [aSigner(1, own)]);
  });
  return documentId;
}

/** An event of a document, by its type. */
export function makeEvent(
  documentId: string,
  event: (typeof SPECIFIED_EVENTS)[number] = 'signer.signed',
): WebhookEvent {
  const common = {
    documentId,
    status: 'COMPLETED' as const,
    occurredAt: new Date().toISOString(),
    signers: [],
  };
  if (event === 'signer.signed') return { event, ...common, signer: null };
  return {
    event,
    ...common,
    completedAt: null,
    certificateUrl: `https://esign.example.com/api/v1/documents/${documentId}/certificate`,
  };
}

/** A mail that is due to an invented signer. */
export const NOTICE: SignerNotice = { kind: 'signing-link', staleAt: null };

/** What it becomes. */
export const MAIL: Mail = {
  kind: 'signing-link',
  from: 'Ravi Kumar Estates via esign',
  to: 'asha@example.in',
  toName: 'Asha Rao',
  replyTo: null,
  at: '2026-11-20T12:00:00.000Z',
  subject: 'Please sign: Lease agreement',
  text: 'Hello Asha Rao,\n',
  html: '<p>Hello Asha Rao,</p>\n',
};

/** A fresh account with a document in a store. */
export async function makeAccount(
  store: DocumentStore,
): Promise<{ accountId: string; documentId: string }> {
  const clock = { now: () => new Date() };
  const account = { name: 'Ravi Kumar Estates', credits: 0, subscription: 'active' } as const;
  const { accountId } = await createAccount({ store, clock }, account);
  return { accountId, documentId: await insertDocument(store, accountId) };
}
