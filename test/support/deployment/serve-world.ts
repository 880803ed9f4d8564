import { X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createServer, request } from 'node:http';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { timestampUrlAt } from '../../../src/sandbox/authority/pki/serve-pki.ts';
import { SANDBOX_ASP_ID } from '../../../src/sandbox/authority/requests/check-request.ts';
import { serveAuthority } from '../../../src/sandbox/authority/serve-authority.ts';
import { createInstallation, operate } from '../../../src/service/operations/serve/operator.ts';
import { openPostgresStore } from '../../../src/service/store/open-postgres.ts';
import type { DocumentStore } from '../../../src/service/store/store.ts';
import { runEsign, startEsign } from '../cli/run-esign.ts';
import { listenOnLoopback } from '../network/loopback.ts';
import { startSmtpServer } from '../network/smtp-server.ts';
import { anAuthority } from '../service/an-authority.ts';
import { MIGRATIONS } from '../store/database.ts';
import type { TestDatabase } from '../store/postgres.ts';
import { createDatabase, createEmptyDatabase } from '../store/postgres.ts';
import { aKey, writePrivate } from './a-config.ts';

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
  const { url, close } = await listenOnLoopback(server);
  onTestFinished(close);
  return { url, targets };
}

/** The certifying authority with its pages, and timestamps. */
async function startAuthority(returnUrl: string, ownKeys = false) {
  const authority = await anAuthority({ asp: { returnUrls: () => [returnUrl] }, ownKeys });
  const server = await serveAuthority({ ...authority, phoneUrl: () => '' });
  onTestFinished(() => server.close());
  const url = await server.listen({ host: '127.0.0.1', port: 0 });
  return { ...authority, url };
}

type World = Awaited<ReturnType<typeof startAuthority>>;

const toPemText = (der: Buffer): string => new X509Certificate(der).toString();

type Put = (name: string, text: string) => Promise<void>;

/** Writes the files of a gateway; returns its table. */
async function writeGateway(
  put: Put,
  { pki, url }: World,
  { id, more }: { readonly id: string; readonly more: string },
): Promise<string> {
  await put(`${id}/asp.pem`, toPemText(pki.asp.certificate));
  await put(`${id}/asp.key`, pki.asp.privateKey);
  await put(`${id}/answers.pem`, toPemText(pki.answer.certificate));
  await put(`${id}/roots.pem`, toPemText(pki.root));
  await put(`${id}/chain.pem`, toPemText(pki.subCa.certificate));
  return `[[gateways]]
id = "${id}"
action = "${url}/sign"
asp_id = "${SANDBOX_ASP_ID}"
asp_certificate = "${id}/asp.pem"
asp_key = "${id}/asp.key"
esp_certificates = "${id}/answers.pem"
roots = "${id}/roots.pem"
chain = "${id}/chain.pem"
language_parameter = "lang"
${more}
`;
}

const OF_FIRST = `name = "TEST Certifying Authority"
transport = "protean"`;
/** In all that settings can tell different from the first one. */
const OF_OTHER = `name = "TEST Other Authority"
transport = "cdac"
response_sig_type = "pkcs7"
reserve = 20000`;

/** Writes keys and certificates of the authorities', and a configuration of them. Returns its path. */
async function writeSettings(
  { authority, other }: { readonly authority: World; readonly other: World | undefined },
  places: { readonly publicUrl: string; readonly database: string; readonly smtpPort: number },
): Promise<string> {
  const { pki, dataDir, url } = authority;
  const put: Put = (name, text) => writePrivate(join(dataDir, 'config', name), text);
  await put('links', aKey());
  await put('sealing', aKey());
  await put('seal.pem', toPemText(pki.seal.certificate));
  await put('seal.key', pki.seal.privateKey);
  await put('seal-chain.pem', pki.sealChain.map(toPemText).join(''));
  await put('database-url', places.database);
  const gateway = await writeGateway(put, authority, { id: 'test', more: OF_FIRST });
  const second = other && (await writeGateway(put, other, { id: 'other', more: OF_OTHER }));
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
[[seals]]
certificate = "seal.pem"
key = "seal.key"
chain = "seal-chain.pem"
${gateway}${second ?? ''}[timestamps]
policy = "required"
[[timestamps.authorities]]
url = "${timestampUrlAt(url)}"
roots = "test/roots.pem"
chain = "test/chain.pem"
[smtp]
url = "smtp://127.0.0.1:${places.smtpPort}"
from = "sign@example.in"
[log]
level = "error"
`,
  );
  return join(dataDir, 'config', 'esign.toml');
}

/** What a deployment gets from its test. */
interface ServeWishes {
  /** Sets up a second authority, too. */
  readonly hasOther?: boolean;
  /** A server's empty database. */
  readonly databaseUrl?: string;
  /** The address of a load balancer that the test runs. */
  readonly publicUrl?: string;
  /** Where the release is whose commands are run, unless told otherwise; by default here. */
  readonly root?: string;
  /** Changes the configuration, TOML. */
  readonly change?: (text: string) => string;
}

async function untilTheEnd({ url, drop }: TestDatabase): Promise<string> {
  onTestFinished(drop);
  return url;
}

/**
 * A deployment's surroundings: PostgreSQL, a mail server, the test authority, or two, and a load balancer. All end with the test.
 */
export async function openServeWorld({ hasOther, change, root, ...wishes }: ServeWishes = {}) {
  const databaseUrl = wishes.databaseUrl ?? (await untilTheEnd(await createEmptyDatabase()));
  const { targets, url: publicUrl } = wishes.publicUrl
    ? { targets: [] as string[], url: wishes.publicUrl }
    : await startBalancer();
  const mailReplies: string[] = [];
  const smtp = await startSmtpServer({ replies: { MAIL: mailReplies } });
  const returnUrl = `${publicUrl}/gateway/return`;
  const authority = await startAuthority(returnUrl);
  const other = hasOther ? await startAuthority(returnUrl, true) : undefined;
  const places = { publicUrl, database: databaseUrl, smtpPort: smtp.port };
  const config = await writeSettings({ authority, other }, places);
  if (change) await writePrivate(config, change(await readFile(config, 'utf8')));
  const admin = (...argv: string[]) => runEsign(['admin', ...argv, '--config', config], { root });
  return {
    authority,
    /** The second authority, if it was wished for. */
    other,
    databaseUrl,
    smtp,
    /** What the mail server will reply to the next senders, instead of taking their mails. */
    mailReplies,
    config,
    publicUrl,
    /** Starts one more process of the deployment, which then gets its share of the requests. */
    async serve(env: Record<string, string> = {}, release = root) {
      const argv = ['serve', '--config', config, '--json'];
      const process = await startEsign(argv, { env, root: release });
      const line = await readyLine(process);
      targets.push(line.url);
      return { ...process, line };
    },
    /** Stops a process, which gets no more requests. */
    async stop({
      child,
      ended,
      line,
    }: Awaited<ReturnType<typeof startEsign>> & { line: ServeLine }) {
      targets.splice(targets.indexOf(line.url), 1);
      child.kill('SIGTERM');
      return await ended;
    },
    /** Works on the database, with the first key that sealed its secrets. */
    async onStore(work: (store: DocumentStore) => Promise<void>) {
      const key = await readFile(join(authority.dataDir, 'config', 'sealing'), 'utf8');
      const place = { url: databaseUrl, migrations: MIGRATIONS };
      const store = await openPostgresStore({ ...place, sealKey: Buffer.from(key, 'base64') });
      await work(store).finally(() => store.close());
    },
    /** Runs `esign admin` on the deployment. */
    admin,
    /** An account with credits, and its key. */
    async addAccount(credits = 10): Promise<{ accountId: string; apiKey: string }> {
      const added = await admin('account', 'add', 'Example', '--credits', `${credits}`, '--json');
      return JSON.parse(added.stdout);
    },
  };
}

export type ServeWorld = Awaited<ReturnType<typeof openServeWorld>>;

/** Any release that is as new as the schema. */
const RELEASE = '999.0.0';

/** Such surroundings with an installation in them, made without the commands of an operator. */
export async function openInstallation(wishes: ServeWishes = {}): Promise<ServeWorld> {
  const databaseUrl = await untilTheEnd(await createDatabase());
  const world = await openServeWorld({ databaseUrl, ...wishes });
  const source = { path: world.config, release: RELEASE };
  await createInstallation(source);
  const addAccount = async (credits = 10) => {
    const operator = await operate(source);
    const account = { name: 'Example', credits, subscription: 'active' } as const;
    return await operator.createAccount(account).finally(() => operator.close());
  };
  return { ...world, addAccount };
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
