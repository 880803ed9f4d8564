import { once } from 'node:events';
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer as createHttpServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EsignClient } from '../../../src/client/index.ts';
import { openPostgresStore } from '../../../src/service/store/open-postgres.ts';
import { addEndpoint } from '../../../src/service/webhooks/manage-endpoints.ts';
import { asOwner } from '../../../test/support/sign-in/callers.ts';
import { runAdmin, startServe, stop } from '../../start-server/built-esign.ts';
import { startMailFolder } from '../../start-server/mail-folder.ts';
import { startPostgres } from '../../start-server/postgres.ts';
import { startTestAuthority } from '../../start-server/test-authority.ts';
import { writeConfig } from '../../start-server/write-config.ts';

const MIGRATIONS = new URL('../../../src/service/store/migrations/', import.meta.url);

/** Others may pass through: PostgreSQL has a user of its own. */
const PASSABLE = 0o711;

/** Processes of the service, on PostgreSQL with `pg_stat_statements` and a folder. */
export interface BenchServer {
  readonly client: EsignClient;
  readonly servePid: number;
  readonly postgresPid: number;
  readonly databaseUrl: string;
  /** The folder of the service's files. */
  readonly files: string;
  /** Bytes of the files that records name, by `esign admin check`. */
  keptBytes(): Promise<number>;
  /** The newest code that the TEST authority sent for a reference. */
  readCode(reference: string): string | undefined;
  /** Adds an endpoint that takes each delivery. */
  addEndpoint(): Promise<void>;
  close(): Promise<void>;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
}

/** As a process of the service would: the secret is sealed. */
async function addReceiver({ accountId, url, keys }: Record<'accountId' | 'url' | 'keys', string>) {
  const receiver = createHttpServer((_, response) => response.writeHead(204).end()).unref();
  await once(receiver.listen(0, '127.0.0.1'), 'listening');
  const { port } = receiver.address() as AddressInfo;
  const sealKey = Buffer.from(await readFile(join(keys, 'sealing-1'), 'utf8'), 'base64');
  const store = await openPostgresStore({ url, sealKey, migrations: MIGRATIONS });
  const clock = { now: () => new Date() };
  const endpoint = { url: `http://127.0.0.1:${port}/` };
  await addEndpoint({ store, clock }, asOwner(accountId), endpoint);
  await store.close();
}

/** Starts the built service with what it needs; the client asks the first process. */
export async function startBenchServer(processes = 1): Promise<BenchServer> {
  const folder = await mkdtemp(join(tmpdir(), 'esign-bench-'));
  await chmod(folder, PASSABLE);
  const at = (name: string) => join(folder, name);
  const port = await freePort();
  const publicUrl = `http://127.0.0.1:${port}`;
  const database = await startPostgres(at('postgres'), 'pg_stat_statements');
  const mails = await startMailFolder(at('mails'));
  const returnUrl = `${publicUrl}/gateway/return`;
  const authority = await startTestAuthority(at('authority'), { returnUrl, tell: () => undefined });
  const around = { port, publicUrl, authority, databaseUrl: database.url, smtpPort: mails.port };
  const config = await writeConfig(at('config'), around);
  await runAdmin(config, 'migrate');
  await runAdmin(config, 'init');
  const added = await runAdmin(config, 'account', 'add', 'Bench', '--credits', '100000');
  const settings = { ESIGN_LIMITS_ACCOUNT_PER_MINUTE: '100000' };
  const services = [await startServe(config, settings)];
  while (services.length < processes) {
    const own = { ...settings, ESIGN_HTTP_PORT: String(await freePort()) };
    services.push(await startServe(config, own));
  }
  const pidFile = await readFile(at('postgres/data/postmaster.pid'), 'utf8');
  const { accountId, apiKey } = JSON.parse(added);
  const client = new EsignClient({ baseUrl: publicUrl, apiKey });
  return {
    client,
    servePid: services[0]?.pid ?? 0,
    postgresPid: Number(pidFile.split('\n')[0]),
    databaseUrl: database.url,
    files: at('files'),
    async keptBytes() {
      const lines = (await runAdmin(config, 'check', '--fast')).trim().split('\n');
      return JSON.parse(lines.at(-1) ?? '').bytes;
    },
    readCode: authority.readCode,
    addEndpoint: () => addReceiver({ accountId, url: database.url, keys: at('config') }),
    async close() {
      client.close();
      for (const service of services) await stop(service);
      await authority.close();
      await mails.close();
      await database.close();
      await rm(folder, { recursive: true });
    },
  };
}
