import { fdatasyncSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { setFlagsFromString } from 'node:v8';
import type { PGliteOptions } from '@electric-sql/pglite';
import { PGlite } from '@electric-sql/pglite';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { NodeFS } from '@electric-sql/pglite/nodefs';
import { isNotNull, sql } from 'drizzle-orm';
import type { Pool, PoolClient } from 'pg';
import { HOUR_MS } from '../../../contract/durations.ts';
import { IS_UNFINISHED } from '../../core/outbox/claim-outbox.sql.ts';
import { outboxSignal } from '../../core/outbox/queue-outbox.sql.ts';
import { secretSeal } from '../../webhooks/secret-seal.sql.ts';
import type { Database } from '../database.ts';
import { databaseOn } from '../database.ts';
import { hashMigrations, migrateDatabase } from '../migrate-database.ts';
import { signatureAttempts } from '../schema/documents.tables.ts';
import type { DocumentStore } from '../store.ts';
import { createStore } from '../store.ts';
import {
  completeFolder,
  dataPaths,
  lockFolder,
  POSTGRES_MAJOR,
  readyFolder,
  syncTree,
} from './embedded-folder.ts';
import { poolOn } from './pglite-pool.ts';
import { readTemplate, unpackTemplate } from './template.ts';

type ModuleOptions = Parameters<NodeFS['init']>[1];

/** Emscripten's operations on an open file, which its types leave out. */
interface NodeStreamOps {
  fsync?: (stream: { readonly nfd: number }) => void;
}

function streamOpsOf(fileSystem: object): NodeStreamOps {
  if (!('stream_ops' in fileSystem) || typeof fileSystem.stream_ops !== 'object') {
    throw new Error('This PGlite has no stream operations to add a sync to.');
  }
  return fileSystem.stream_ops ?? {};
}

/** PGlite's file system on a folder, plus the missing sync to disk. Commits wait for the sync. */
export class SyncedNodeFS extends NodeFS {
  #syncs = 0;

  get syncs(): number {
    return this.#syncs;
  }

  override async init(db: PGlite, options: ModuleOptions) {
    const made = await super.init(db, options);
    made.emscriptenOpts.preRun?.push((module) => {
      streamOpsOf(module.FS.filesystems?.NODEFS ?? module.NODEFS).fsync = ({ nfd }) => {
        fdatasyncSync(nfd);
        this.#syncs += 1;
      };
    });
    return made;
  }
}

/** Commits do not reach the disk: a power failure would lose acknowledged work. */
export class NotDurable extends Error {
  override readonly name = 'NotDurable';

  constructor() {
    super('The embedded database cannot sync commits to disk on this system. Nothing was stored.');
  }
}

/** Commits something and checks that it was synced. @throws {NotDurable} when it was not */
export async function assertDurable(db: Database, countSyncs: () => number): Promise<void> {
  const before = countSyncs();
  await db.execute(sql`SELECT pg_logical_emit_message(true, 'esign self-test', '')`);
  if (countSyncs() <= before) throw new NotDurable();
}

/** Makes work that a crash cut off due now. No other process may have the database open. */
async function freeLeases(db: Database): Promise<void> {
  await db.execute(sql`UPDATE deliveries d SET next_at = to_timestamp(0)
    WHERE state = 'queued' AND ${IS_UNFINISHED}`);
  const { resumeAt } = signatureAttempts;
  await db
    .update(signatureAttempts)
    .set({ resumeAt: new Date(0) })
    .where(isNotNull(resumeAt));
}

export interface EmbeddedOptions {
  /** Holds the data, its version and the lock. Created if missing. */
  readonly folder: string;
  readonly migrations: URL;
  /** Made by `writeTemplate`; makes the first start fast. */
  readonly template?: URL | undefined;
  /** 32 bytes; seals stored secrets. */
  readonly sealKey: Buffer;
  /** Shown to other processes that try to open the folder. */
  readonly command?: string;
}

/** @throws as `openEmbeddedPool` */
export async function openEmbeddedStore(options: EmbeddedOptions): Promise<DocumentStore> {
  const seal = secretSeal(options.sealKey);
  const { pool, close } = await openEmbeddedPool(options);
  try {
    await freeLeases(databaseOn(pool));
  } catch (error) {
    await close();
    throw error;
  }
  return createStore({ pool, seal, signal: outboxSignal(), close });
}

interface Engine {
  readonly pool: Pool;
  readonly close: () => Promise<void>;
}

/**
 * Opens the embedded database, migrated. Its folder stays locked until closed.
 * @throws {DataFolderInUse} when another process has it open
 * @throws {DataFolderMismatch} when it does not fit this release
 * @throws {NotDurable} when commits do not reach the disk
 */
export async function openEmbeddedPool(options: Omit<EmbeddedOptions, 'sealKey'>): Promise<Engine> {
  const { folder, command = 'esign' } = options;
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const lock = await lockFolder(folder, command);
  try {
    const { pool, close } = await start(options);
    const closeAll = async () => {
      await close();
      await lock.release();
    };
    return { pool, close: closeAll };
  } catch (error) {
    await lock.release();
    throw error;
  }
}

type Start = Pick<EmbeddedOptions, 'folder' | 'migrations' | 'template'>;

async function start({ folder, migrations, template }: Start): Promise<Engine> {
  const found = await readyFolder(folder);
  const unpacked = !found && template ? await readTemplate(template) : undefined;
  const { data } = dataPaths(folder);
  await mkdir(data, { recursive: true, mode: 0o700 });
  if (unpacked) unpackTemplate(unpacked, data);
  const fs = new SyncedNodeFS(data);
  const db = await startPGlite({ fs });
  const pool = poolOn(db);
  const stopVacuuming = vacuumRegularly(pool);
  const close = async () => {
    await stopVacuuming();
    await pool.end();
    await db.close();
  };
  try {
    const newest = await hashMigrations(migrations);
    const applied = (found ?? unpacked)?.migrations;
    if (applied !== newest) await withClient(pool, (client) => migrateDatabase(client, migrations));
    await assertDurable(databaseOn(pool), () => fs.syncs);
    if (!found) await syncTree(data);
    if (found?.migrations !== newest) {
      await completeFolder(folder, { postgres: POSTGRES_MAJOR, migrations: newest });
    }
    return { pool, close };
  } catch (error) {
    await close();
    throw error;
  }
}

const SOON_MS = 60_000;

/**
 * Nothing else does this here. Searches need statistics to know rare words, and drafts are
 * measured by their index alone once their pages are known to be visible to all.
 */
function vacuumRegularly(pool: Pool): () => Promise<void> {
  let running: Promise<unknown> = Promise.resolve();
  const vacuum = () => {
    // Without it, searches and the dashboard's first page are slower.
    running = pool.query('VACUUM (ANALYZE) documents').catch(() => undefined);
  };
  const timers = [setTimeout(vacuum, SOON_MS).unref(), setInterval(vacuum, HOUR_MS).unref()];
  return async () => {
    for (const timer of timers) clearTimeout(timer);
    await running;
  };
}

// The wasm build has fsync but no fdatasync. Plans must not depend on statistics, which only
// documents have.
const SETTINGS = [
  'wal_sync_method=fsync',
  'shared_buffers=16MB',
  'plan_cache_mode=force_generic_plan',
  'enable_bitmapscan=off',
  'enable_seqscan=off',
];

/** 100 times V8's default: optimising PostgreSQL's functions early costs 0.5 s of CPU per start. */
const OPTIMISED_LATE = '--wasm-tiering-budget=180000000';

/** Starts PGlite with syncing on: its default parameters include `-F`, which turns it off. */
export async function startPGlite(
  options: Pick<PGliteOptions, 'fs' | 'loadDataDir'>,
): Promise<PGlite> {
  const parameters = PGlite.defaultStartParams.filter((parameter) => parameter !== '-F');
  setFlagsFromString(OPTIMISED_LATE);
  return await PGlite.create({
    ...options,
    extensions: { pg_trgm },
    startParams: [...parameters, ...SETTINGS.flatMap((setting) => ['-c', setting])],
  });
}

async function withClient(pool: Pool, work: (client: PoolClient) => Promise<void>): Promise<void> {
  const client = await pool.connect();
  try {
    await work(client);
  } finally {
    client.release();
  }
}
