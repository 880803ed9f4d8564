import { X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

import { timestampUrlAt } from '../../src/sandbox/authority/pki/serve-pki.ts';
import { SANDBOX_ASP_ID } from '../../src/sandbox/authority/requests/asp-registry.ts';
import { serveAuthority } from '../../src/sandbox/authority/serve-authority.ts';
import { openPostgresStore } from '../../src/service/adapters/postgres/server/open-postgres.ts';
import type { DocumentStore } from '../../src/service/ports/document-store.ts';
import { aKey, writePrivate } from './a-config.ts';
import { anAuthority } from './an-authority.ts';
import { MIGRATIONS } from './database.ts';
import { createEmptyDatabase } from './postgres.ts';
import { runEsign, startEsign } from './run-esign.ts';
import { startSmtpServer } from './smtp-server.ts';

/** The line of `esign serve --json`. */
interface ServeLine {
  readonly url: string;
  readonly publicUrl: string;
  readonly environment: string;
  readonly pid: number;
}

/** Passes each request on to the next of its targets, as a load balancer does. */
async function startBalancer() {
  const targets: string[] = [];
  let turn = 0;
  const server = createServer((incoming, outgoing) => {
    turn += 1;
    const target = targets[turn % targets.length] ?? '';
    const { method, headers, url = '' } = incoming;
    const forwarded = request(new URL(url, target), { method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    forwarded.on('error', () => outgoing.destroy());
    incoming.pipe(forwarded);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, targets };
}

/** The certifying authority with its pages, and timestamps. */
async function startAuthority(returnUrl: string) {
  const authority = await anAuthority({ asp: { returnUrls: () => [returnUrl] } });
  const server = await serveAuthority({ ...authority, phoneUrl: () => '' });
  onTestFinished(() => server.close());
  const url = await server.listen({ host: '127.0.0.1', port: 0 });
  return { ...authority, url };
}

type World = Awaited<ReturnType<typeof startAuthority>>;

const toPemText = (der: Buffer): string => new X509Certificate(der).toString();

/** Writes keys and certificates of the authority's, and a configuration of them. Returns its path. */
async function writeSettings(
  { pki, dataDir, url }: World,
  places: { readonly publicUrl: string; readonly database: string; readonly smtpPort: number },
): Promise<string> {
  const put = (name: string, text: string) => writePrivate(join(dataDir, 'config', name), text);
  await put('links', aKey());
  await put('sealing', aKey());
  await put('seal.pem', toPemText(pki.seal.certificate));
  await put('seal.key', pki.seal.privateKey);
  await put('seal-chain.pem', pki.sealChain.map(toPemText).join(''));
  await put('asp.pem', toPemText(pki.asp.certificate));
  await put('asp.key', pki.asp.privateKey);
  await put('answers.pem', toPemText(pki.answer.certificate));
  await put('roots.pem', toPemText(pki.root));
  await put('chain.pem', toPemText(pki.subCa.certificate));
  await put('database-url', places.database);
  await put(
    'esign.toml',
    `environment = "test"
[http]
port = 0
drain_seconds = 1
public_url = "${places.publicUrl}"
trusted_proxies = ["127.0.0.1/32"]
[database]
url = { file = "database-url" }
pool_size = 4
[files]
folder = "../files"
[[keys.links]]
id = "links-1"
file = "links"
[[keys.sealing]]
id = "sealing-1"
file = "sealing"
[seal]
certificate = "seal.pem"
key = "seal.key"
chain = "seal-chain.pem"
[[gateways]]
id = "test"
name = "TEST Certifying Authority"
transport = "protean"
action = "${url}/sign"
asp_id = "${SANDBOX_ASP_ID}"
asp_certificate = "asp.pem"
asp_key = "asp.key"
esp_certificates = "answers.pem"
roots = "roots.pem"
chain = "chain.pem"
language_parameter = "lang"
[timestamps]
policy = "required"
[[timestamps.authorities]]
url = "${timestampUrlAt(url)}"
roots = "roots.pem"
chain = "chain.pem"
[smtp]
url = "smtp://127.0.0.1:${places.smtpPort}"
from = "sign@example.in"
[log]
level = "error"
`,
  );
  return join(dataDir, 'config', 'esign.toml');
}

/** A deployment's surroundings: PostgreSQL, a mail server, the test authority and a load balancer. All end with the test. */
export async function openServeWorld() {
  const database = await createEmptyDatabase();
  onTestFinished(() => database.drop());
  const balancer = await startBalancer();
  const smtp = await startSmtpServer();
  const authority = await startAuthority(`${balancer.url}/gateway/return`);
  const places = { publicUrl: balancer.url, database: database.url, smtpPort: smtp.port };
  const config = await writeSettings(authority, places);
  const admin = (...argv: string[]) => runEsign(['admin', ...argv, '--config', config]);
  return {
    authority,
    database,
    smtp,
    config,
    publicUrl: balancer.url,
    /** Starts one more process of the deployment, which then gets its share of the requests. */
    async serve(env: Record<string, string> = {}) {
      const process = await startEsign(['serve', '--config', config, '--json'], { env });
      const line = await readyLine(process);
      balancer.targets.push(line.url);
      return { ...process, line };
    },
    /** Stops a process, which gets no more requests. */
    async stop({
      child,
      ended,
      line,
    }: Awaited<ReturnType<typeof startEsign>> & { line: ServeLine }) {
      balancer.targets.splice(balancer.targets.indexOf(line.url), 1);
      child.kill('SIGTERM');
      await ended;
    },
    /** Works on the database, with the first key that sealed its secrets. */
    async onStore(work: (store: DocumentStore) => Promise<void>) {
      const key = await readFile(join(authority.dataDir, 'config', 'sealing'), 'utf8');
      const place = { url: database.url, migrations: MIGRATIONS };
      const store = await openPostgresStore({ ...place, sealKey: Buffer.from(key, 'base64') });
      await work(store).finally(() => store.close());
    },
    /** Runs `esign admin` on the deployment. */
    admin,
    /** An account with credits, and its key. */
    async addAccount(): Promise<{ accountId: string; apiKey: string }> {
      return JSON.parse(
        (await admin('account', 'add', 'Example', '--credits', '10', '--json')).stdout,
      );
    },
  };
}

/** The line that a process prints once it serves. */
export async function readyLine(
  running: Awaited<ReturnType<typeof startEsign>>,
): Promise<ServeLine> {
  const ended = running.ended.then(({ stderr }) => {
    throw new Error(`The service ended: ${stderr}`);
  });
  const line = new Promise<string>((resolve) => {
    const look = () => {
      if (running.stdout().includes('\n')) resolve(running.stdout());
    };
    running.child.stdout.on('data', look);
    look();
  });
  return JSON.parse(await Promise.race([line, ended]));
}
