import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { FastifyInstance } from 'fastify';
import pg from 'pg';
import { startPdfWorkers } from '../../src/pdf/admission/workers.ts';
import { loadFonts } from '../../src/pdf/fonts/load-fonts.ts';
import { openFolder } from '../../src/service/adapters/files/folder.ts';
import { createAccount } from '../../src/service/core/accounts/create-account.ts';
import type { ServiceDeps } from '../../src/service/core/deps.ts';
import { outboxSignal } from '../../src/service/core/outbox/queue-outbox.sql.ts';
import { openEmbeddedPool } from '../../src/service/store/embedded/open-embedded.ts';
import { migrateDatabase } from '../../src/service/store/migrate-database.ts';
import { createStore } from '../../src/service/store/store.ts';
import type { AppOptions } from '../../src/service/web/app.ts';
import { buildApp } from '../../src/service/web/app.ts';
import { secretSeal } from '../../src/service/webhooks/secret-seal.sql.ts';
import { ASSETS } from '../build/paths.ts';
import { openBenchAuthority } from './authority.ts';
import { startPostgres } from './postgres-server.ts';

/** A service in a folder of its own, listening on loopback, with one account. */
export interface BenchService {
  readonly url: string;
  readonly apiKey: string;
  readonly accountId: string;
  readonly deps: ServiceDeps;
  /** The database below the store. */
  readonly pool: pg.Pool;
  readonly folder: string;
  /** Listens beside it, over the same parts; returns the address. */
  listen(options: Partial<AppOptions>): Promise<string>;
  close(): Promise<void>;
}

const MIGRATIONS = new URL('../../src/service/store/migrations/', import.meta.url);
const assets = pathToFileURL(`${ASSETS}/`);

/** A database with the schema. */
interface BenchDatabase {
  readonly pool: pg.Pool;
  close(): Promise<void>;
}

const openEmbedded = (folder: string): Promise<BenchDatabase> =>
  openEmbeddedPool({
    folder: join(folder, 'database'),
    migrations: new URL('migrations/', assets),
    template: new URL('database.tar.gz', assets),
  });

/** Opens the real parts, so that one of them can also be asked directly. */
export async function openBenchService(openDatabase = openEmbedded): Promise<BenchService> {
  const folder = await mkdtemp(join(tmpdir(), 'esign-bench-'));
  const clock = { now: () => new Date() };
  const { pool, close: closeDatabase } = await openDatabase(folder);
  const store = createStore({
    pool,
    seal: secretSeal(randomBytes(32)),
    signal: outboxSignal(),
    close: closeDatabase,
  });
  const files = await openFolder(join(folder, 'files'));
  const pdf = startPdfWorkers({ script: new URL('pdf-worker.js', assets) });
  const { gateway, seals } = await openBenchAuthority(join(folder, 'authority'), clock);
  const links = { secret: randomBytes(32), baseUrl: 'http://127.0.0.1' };
  const fonts = async () => loadFonts(new URL('fonts/', assets));
  const deps: ServiceDeps = {
    store,
    files,
    pdf,
    clock,
    sessionClock: clock,
    gateways: [gateway] as const,
    seals,
    links,
    fonts,
    version: '0.0.0',
  };
  const apps: FastifyInstance[] = [];
  const listen = async (options: Partial<AppOptions>) => {
    const pageFiles = new URL('pages/', assets);
    const app = buildApp(deps, { logger: 'silent', pageFiles, ...options });
    apps.push(app);
    return await app.listen({ host: '127.0.0.1', port: 0 });
  };
  const url = await listen({});
  const wanted = { name: 'Bench', credits: 1_000_000, subscription: 'active' as const };
  const account = await createAccount(deps, wanted);
  const close = async () => {
    for (const app of apps) await app.close();
    await pdf.close();
    await store.close();
    await rm(folder, { recursive: true });
  };
  return { url, ...account, deps, pool, folder, listen, close };
}

/** A database of its own, dropped when it is closed. */
async function openOnServer(server: string): Promise<BenchDatabase> {
  const admin = new pg.Client({ connectionString: server });
  await admin.connect();
  const name = `esign_bench_${randomBytes(6).toString('hex')}`;
  await admin.query(`CREATE DATABASE ${name} TEMPLATE template0`);
  const url = new URL(server);
  url.pathname = name;
  const client = new pg.Client({ connectionString: url.href });
  await client.connect();
  await migrateDatabase(client, MIGRATIONS);
  await client.end();
  const pool = new pg.Pool({ connectionString: url.href, max: 10 });
  const close = async () => {
    await pool.end();
    await admin.query(`DROP DATABASE ${name}`);
    await admin.end();
  };
  return { pool, close };
}

/** Runs a part on the embedded database, and on PostgreSQL where its programs are installed. */
export async function onEachDatabase(
  run: (service: BenchService, database: string) => Promise<void>,
): Promise<void> {
  const embedded = await openBenchService();
  await run(embedded, 'embedded database');
  await embedded.close();
  const server = await startPostgres();
  if (!server) return;
  const service = await openBenchService(() => openOnServer(server.url));
  await run(service, 'PostgreSQL');
  await service.close();
  await server.stop();
}
