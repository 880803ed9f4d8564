import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { hashMigrations, migrateDatabase } from '../../../src/service/store/migrate-database.ts';
import { openPostgresStore } from '../../../src/service/store/open-postgres.ts';
import type { DocumentStore } from '../../../src/service/store/store.ts';
import { MIGRATIONS, SEAL_KEY } from './database.ts';

const TEMPLATE_LOCK = 4_010;

/** A database of its own on the test server. */
export interface TestDatabase {
  readonly url: string;
  drop(): Promise<void>;
}

/** The test server's URL, as a superuser. @throws {Error} when nobody set it */
function serverUrl(): URL {
  const url = process.env.ESIGN_TEST_POSTGRES;
  if (!url) throw new Error('Set ESIGN_TEST_POSTGRES to the URL of a PostgreSQL 15 superuser.');
  return new URL(url);
}

function urlOf(database: string): string {
  const url = serverUrl();
  url.pathname = `/${database}`;
  return url.href;
}

/** Runs work on a connection of its own. */
export async function onConnection<T>(
  url: string,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

const asAdmin = <T>(work: (client: pg.Client) => Promise<T>) =>
  onConnection(serverUrl().href, work);

async function create(template: string): Promise<TestDatabase> {
  const name = `esign_test_${randomUUID().replaceAll('-', '')}`;
  await asAdmin((client) => client.query(`CREATE DATABASE ${name} TEMPLATE ${template}`));
  const drop = async () => {
    await asAdmin((client) => client.query(`DROP DATABASE ${name} WITH (FORCE)`));
  };
  return { url: urlOf(name), drop };
}

/** A database with nothing in it. */
export const createEmptyDatabase = (): Promise<TestDatabase> => create('template0');

/** A copy of a database that nobody has open, as a backup would hold it. */
export const copyDatabase = (url: string): Promise<TestDatabase> =>
  create(new URL(url).pathname.slice(1));

/** A migrated database, copied from one that is made once for each state of the migrations. */
export async function createDatabase(): Promise<TestDatabase> {
  const name = `esign_template_${(await hashMigrations(MIGRATIONS)).slice(0, 16)}`;
  return await asAdmin(async (client) => {
    await client.query('SELECT pg_advisory_lock($1)', [TEMPLATE_LOCK]);
    const { rowCount } = await client.query('SELECT FROM pg_database WHERE datname = $1', [name]);
    if (rowCount === 0) {
      await client.query(`CREATE DATABASE ${name}_part TEMPLATE template0`);
      await onConnection(urlOf(`${name}_part`), (made) => migrateDatabase(made, MIGRATIONS));
      await client.query(`ALTER DATABASE ${name}_part RENAME TO ${name}`);
    }
    return await create(name);
  });
}

/** The store on a database, as one more process would open it. */
export const openStoreOn = (url: string): Promise<DocumentStore> =>
  openPostgresStore({ url, migrations: MIGRATIONS, sealKey: SEAL_KEY });

/** Two stores on a database of their own, which goes when the first one is closed. */
export async function openPostgresTestStores(): Promise<[DocumentStore, DocumentStore]> {
  const database = await createDatabase();
  const store = await openStoreOn(database.url);
  const close = async () => {
    await store.close();
    await database.drop();
  };
  return [{ ...store, close }, await openStoreOn(database.url)];
}

/** A store on a database of its own, which goes when it is closed. */
export async function openPostgresTestStore(): Promise<DocumentStore> {
  const [store, other] = await openPostgresTestStores();
  await other.close();
  return store;
}
