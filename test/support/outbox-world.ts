import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { WebhookEvent } from '../../src/contract/webhook-event.ts';
import { openEmbeddedStore } from '../../src/service/adapters/postgres/open-embedded.ts';
import { openWebhookSender } from '../../src/service/adapters/webhooks/http-sender.ts';
import type { Document } from '../../src/service/domain/document.ts';
import type { Mail } from '../../src/service/domain/outbox.ts';
import type { WebhookEndpoint } from '../../src/service/domain/webhook-endpoint.ts';
import type { DocumentStore } from '../../src/service/ports/document-store.ts';
import { addEndpoint } from '../../src/service/use-cases/add-endpoint.ts';
import { createAccount } from '../../src/service/use-cases/create-account.ts';
import type { RunningOutbox } from '../../src/service/use-cases/run-outbox.ts';
import { startOutbox } from '../../src/service/use-cases/run-outbox.ts';
import type { SettledTry, TryDeps } from '../../src/service/use-cases/try-item.ts';

export const MIGRATIONS = new URL(
  '../../src/service/adapters/postgres/migrations/',
  import.meta.url,
);

/** Opens the store of a folder; whoever opens it closes it. */
export function openStore(folder: string): Promise<DocumentStore> {
  return openEmbeddedStore({ folder, migrations: MIGRATIONS, sealKey: Buffer.alloc(32, 7) });
}

/** A folder that `remove` takes away. */
export async function makeFolder(): Promise<{ folder: string; remove: () => Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'esign-outbox-'));
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) };
}

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

/** Stores a document without signers, PENDING. */
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
    original,
    pages: [{ width: 595, height: 842, rotate: 0 }],
    prepared: null,
    head: null,
    signers: [],
  };
  await store.transaction((tx) => tx.insertDocument(document));
  return documentId;
}

/** An event of a document, by its type. */
export function makeEvent(
  documentId: string,
  event: WebhookEvent['event'] = 'signer.signed',
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

/** A mail to an invented signer. */
export const MAIL: Mail = {
  kind: 'signing-link',
  to: 'asha@example.in',
  subject: 'Please sign: Lease agreement',
  text: 'Hello Asha Rao,\n',
  html: '<p>Hello Asha Rao,</p>\n',
};

/** An account with a document, of which events and mails can be queued. */
export class OutboxWorld {
  readonly store: DocumentStore;
  readonly accountId: string;
  readonly documentId: string;

  constructor(store: DocumentStore, ids: { accountId: string; documentId: string }) {
    this.store = store;
    this.accountId = ids.accountId;
    this.documentId = ids.documentId;
  }

  /** An endpoint that is off once the test ends, so that what is left of its deliveries stays with its test. */
  async endpoint(url: string): Promise<WebhookEndpoint> {
    const { store, accountId } = this;
    const clock = { now: () => new Date() };
    const endpoint = await addEndpoint({ store, clock }, { accountId, url });
    onTestFinished(async () => {
      await store.enableEndpoint(accountId, endpoint.endpointId, false);
    });
    return endpoint;
  }

  /** Queues events in one transaction; answers their bytes. */
  async emit(...events: readonly WebhookEvent[]): Promise<Buffer[]> {
    const { store, accountId } = this;
    await store.transaction(async (tx) => {
      for (const event of events) {
        const { documentId } = event;
        await tx.emitEvent({ accountId, documentId, event }, new Date());
      }
    });
    return events.map((event) => Buffer.from(JSON.stringify(event)));
  }

  async queueMail(mail: Mail = MAIL): Promise<void> {
    const { store, documentId } = this;
    const to = { documentId, signerId: null, at: new Date() };
    await store.transaction((tx) => tx.queueMail(mail, to));
  }
}

/** A fresh account with a document in a store. */
export async function makeWorld(store: DocumentStore): Promise<OutboxWorld> {
  const clock = { now: () => new Date() };
  const account = { name: 'Ravi Kumar Estates', credits: 0, subscription: 'active' } as const;
  const { accountId } = await createAccount({ store, clock }, account);
  const documentId = await insertDocument(store, accountId);
  return new OutboxWorld(store, { accountId, documentId });
}

/** An outbox that the test closes when it ends, with what it tried. */
export function runOutbox(
  store: DocumentStore,
  deps: Partial<TryDeps> = {},
): { outbox: RunningOutbox; tried: SettledTry[]; errors: unknown[]; clock: MovableClock } {
  const sender = openWebhookSender({ allowLoopback: true, userAgent: 'esign/test' });
  const clock = new MovableClock();
  const tried: SettledTry[] = [];
  const errors: unknown[] = [];
  const outbox = startOutbox({
    store,
    sender,
    mailer: { send: async () => undefined },
    clock,
    random: () => 1 / 3,
    onTried: (one) => tried.push(one),
    onError: (error) => errors.push(error),
    ...deps,
  });
  onTestFinished(async () => {
    await sender.close();
    await outbox.close();
  });
  return { outbox, tried, errors, clock };
}
