import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import pg from 'pg';
import type { WebhookEvent } from '../../src/contract/webhooks/webhook-event.ts';
import { createAccount } from '../../src/service/core/accounts/create-account.ts';
import { startOutbox } from '../../src/service/core/outbox/run-outbox.ts';
import { openEmbeddedStore } from '../../src/service/store/embedded/open-embedded.ts';
import { openPostgresStore } from '../../src/service/store/open-postgres.ts';
import type { DocumentStore } from '../../src/service/store/store.ts';
import { openWebhookSender } from '../../src/service/webhooks/http-sender.adapter.ts';
import { addEndpoint } from '../../src/service/webhooks/manage-endpoints.ts';
import { asOwner } from '../../test/support/sign-in/callers.ts';
import { ASSETS } from '../build/paths.ts';

const SEAL_KEY = Buffer.alloc(32, 7);
const assets = pathToFileURL(`${ASSETS}/`);
const migrations = new URL('migrations/', assets);
const clock = { now: () => new Date() };

/** A store on a database of its own. */
export interface BenchStore {
  readonly store: DocumentStore;
  close(): Promise<void>;
}

export async function openEmbedded(): Promise<BenchStore> {
  const folder = await mkdtemp(join(tmpdir(), 'esign-bench-'));
  const template = new URL('database.tar.gz', assets);
  const store = await openEmbeddedStore({ folder, migrations, template, sealKey: SEAL_KEY });
  const close = async () => {
    await store.close();
    await rm(folder, { recursive: true, force: true });
  };
  return { store, close };
}

async function asAdmin(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(statement);
  await client.end();
}

/** An empty database of its own on a server. */
async function createDatabase(server: string): Promise<{ url: string; drop: () => Promise<void> }> {
  const name = `esign_bench_${randomUUID().replaceAll('-', '')}`;
  await asAdmin(server, `CREATE DATABASE ${name}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => asAdmin(server, `DROP DATABASE ${name} WITH (FORCE)`) };
}

export async function openOnServer(server: string): Promise<BenchStore> {
  const { url, drop } = await createDatabase(server);
  const store = await openPostgresStore({ url, migrations, sealKey: SEAL_KEY });
  const close = async () => {
    await store.close();
    await drop();
  };
  return { store, close };
}

/** An account with endpoints, and an outbox that delivers to them. */
export interface DeliveryWorld {
  /** Commits an event of a document of its own, for every endpoint. */
  emit(): Promise<void>;
  /** Resolves once this many more deliveries are settled. */
  settled(count: number): Promise<void>;
  /** Finishes attempts in progress and delivers nothing until `resume`. */
  pause(): Promise<void>;
  resume(): void;
  close(): Promise<void>;
}

/** A document with two signers, as large as events usually are. */
export function anEvent(documentId: string): WebhookEvent {
  const signers = [1, 2].map((signingOrder) => ({
    signerId: `sgn_${signingOrder}_${documentId}`,
    name: 'Asha Rao',
    email: 'asha@example.in',
    signingOrder,
    signedAt: new Date().toISOString(),
    hasSigned: true,
  }));
  const common = { documentId, status: 'COMPLETED' as const, signers };
  return {
    event: 'signer.signed',
    ...common,
    occurredAt: new Date().toISOString(),
    signer: null,
  };
}

async function insertDocument(store: DocumentStore, accountId: string): Promise<string> {
  const documentId = randomUUID();
  const at = clock.now();
  await store.transaction((tx) =>
    tx.insertDocument({
      ...{ documentId, accountId, name: 'Lease agreement', status: 'PENDING' as const },
      ...{ createdAt: at, updatedAt: at, sentAt: null, completedAt: null },
      ...{
        withdrawnAt: null,
        message: null,
        externalId: null,
        withdrawalReason: null,
        linksUntil: null,
      },
      ...{ prepared: null, placements: null },
      original: { key: `documents/${documentId}.pdf`, sha256: 'ab'.repeat(32), bytes: 1000 },
      ...{
        pages: [{ width: 595, height: 842, rotate: 0 as const }],
        head: null,
        holdReason: null,
        signers: [],
      },
    }),
  );
  return documentId;
}

export async function openWorld(
  store: DocumentStore,
  { urls, documents }: { urls: readonly string[]; documents: number },
): Promise<DeliveryWorld> {
  const account = { name: 'Bench', credits: 0, subscription: 'active' as const };
  const { accountId } = await createAccount({ store, clock }, account);
  for (const url of urls) await addEndpoint({ store, clock }, asOwner(accountId), { url });
  const ids: string[] = [];
  for (let n = 0; n < documents; n += 1) ids.push(await insertDocument(store, accountId));
  const sender = openWebhookSender({ allowLoopback: true, userAgent: 'esign/bench' });
  let count = 0;
  let waiting: { until: number; done: () => void } | undefined;
  const start = () =>
    startOutbox({
      ...{ store, sender, clock, mailer: { send: async () => undefined } },
      writeMail: async () => undefined,
      onAttempt: ({ verdict }) => {
        if (verdict.state !== 'done') throw new Error('A delivery failed.');
        count += 1;
        if (waiting && count >= waiting.until) waiting.done();
      },
    });
  let outbox = start();
  let turn = 0;
  return {
    async emit() {
      const documentId = ids[turn % ids.length] ?? '';
      turn += 1;
      const event = anEvent(documentId);
      await store.transaction((tx) => tx.emitEvent({ accountId, documentId, event }, clock.now()));
    },
    settled: (more) =>
      new Promise((done) => {
        waiting = { until: count + more, done };
      }),
    pause: () => outbox.close(),
    resume() {
      outbox = start();
    },
    async close() {
      await outbox.close();
      await sender.close();
    },
  };
}
