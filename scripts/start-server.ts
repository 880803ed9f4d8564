import { existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Command } from 'commander';
import { writeSynced } from '../src/sandbox/saved-files.ts';
import { BIN, runAdmin, startServe, stop } from './start-server/built-esign.ts';
import { startMailFolder } from './start-server/mail-folder.ts';
import { startPostgres } from './start-server/postgres.ts';
import { startTestAuthority } from './start-server/test-authority.ts';
import { writeConfig } from './start-server/write-config.ts';

type Close = () => Promise<unknown>;

/** Others may pass through, for PostgreSQL has a user of its own; what is inside is closed to them. */
const PASSABLE = 0o711;
const CREDITS = '100';

const say = (text: string) => void process.stdout.write(`${text}\n`);

async function folderOf(given: string | undefined, closes: Close[]): Promise<string> {
  const folder = given ? resolve(given) : await mkdtemp(join(tmpdir(), 'esign-server-'));
  if (!given) closes.push(() => rm(folder, { recursive: true, force: true }));
  await mkdir(folder, { recursive: true });
  await chmod(folder, PASSABLE);
  return folder;
}

/** The key of the trial's account, which is added the first time. */
async function keyOf(folder: string, config: string): Promise<string> {
  const file = join(folder, 'config', 'api-key');
  if (existsSync(file)) return await readFile(file, 'utf8');
  const added = await runAdmin(config, 'account', 'add', 'Trial', '--credits', CREDITS);
  const { apiKey } = JSON.parse(added);
  await writeSynced(file, apiKey);
  return apiKey;
}

/** Starts everything; each part adds how it is ended. */
async function start(folder: string, port: number, { closes, signal }: Trial) {
  const publicUrl = `http://127.0.0.1:${port}`;
  const at = (name: string) => join(folder, name);
  const database = await startPostgres(at('postgres'));
  closes.push(database.close);
  signal.throwIfAborted();
  const mails = await startMailFolder(at('mails'));
  closes.push(mails.close);
  const tell = (text: string) => say(`[phone] ${text}`);
  const returnUrl = `${publicUrl}/gateway/return`;
  const authority = await startTestAuthority(at('authority'), { returnUrl, tell });
  closes.push(authority.close);
  const around = { port, publicUrl, authority, databaseUrl: database.url, smtpPort: mails.port };
  const config = await writeConfig(at('config'), around);
  for (const step of ['migrate', 'init']) {
    signal.throwIfAborted();
    await runAdmin(config, step);
  }
  const apiKey = await keyOf(folder, config);
  signal.throwIfAborted();
  const service = await startServe(config);
  closes.push(() => stop(service));
  const ended = new Promise<never>((_, fail) => {
    service.once('exit', (code) => fail(new Error(`esign serve ended with ${code}`)));
  });
  ended.catch(() => undefined);
  return { publicUrl, apiKey, config, authority: authority.url, database: database.url, ended };
}

interface Trial {
  readonly closes: Close[];
  readonly signal: AbortSignal;
}

type Started = Awaited<ReturnType<typeof start>>;

const welcome = (folder: string, { publicUrl, apiKey, authority, ...more }: Started): string => `
A trial on this machine. Its signatures are TEST signatures of invented people and bind nobody.

  service     ${publicUrl}
  settings    ${more.config}
  database    ${more.database}
  authority   ${authority}   lists the people who can sign
  mails       ${join(folder, 'mails')}   none is sent on

In another terminal:

  alias esign='node ${BIN}'
  export ESIGN_BASE_URL=${publicUrl} ESIGN_API_KEY=${apiKey}
  esign send contract.pdf --signer 'Asha Rao <asha@example.in> 9876543210' --yes

Open the link that it prints, and sign as Asha Rao; the code is shown here. Then, with the id of the document:

  esign docs download ID --output signed.pdf
  esign certificate download ID --output certificate.pdf
  esign verify signed.pdf --certificate certificate.pdf \\
    --root ${join(folder, 'config', 'test-root.pem')} --service-cert ${join(folder, 'config', 'seal.pem')}

Ctrl-C ends everything.
`;

async function trial({ folder: given, port }: { folder?: string; port: string }): Promise<void> {
  const stopping = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM']) process.on(name, () => stopping.abort());
  const { signal } = stopping;
  const stopped = new Promise<void>((done) => {
    signal.addEventListener('abort', () => done());
  });
  const closes: Close[] = [];
  try {
    const folder = await folderOf(given, closes);
    const started = await start(folder, Number(port), { closes, signal });
    say(welcome(folder, started));
    await Promise.race([stopped, started.ended]);
  } catch (error) {
    if (!signal.aborted) throw error;
  } finally {
    for (const close of closes.reverse()) await close();
  }
  say('Everything has ended.');
}

const program = new Command('start-server')
  .description('try the service on this machine, with PostgreSQL and TEST signatures')
  .option('--folder <folder>', 'where its data is kept; by default it is removed at the end')
  .option('--port <port>', 'port of the service', '4010')
  .action(trial);

await program.parseAsync().catch((error: unknown) => {
  program.error(`The trial ended: ${error instanceof Error ? error.message : error}`);
});
