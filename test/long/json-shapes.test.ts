import { readFile, writeFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { signWebhook } from '../../src/client/index.ts';
import { putArchive } from '../support/cli/an-archive.ts';
import { aCapture } from '../support/outbox/a-capture.ts';
import { startLocalReceiver } from '../support/outbox/local-receiver.ts';
import { ASHA, openOffice } from '../support/sandbox/an-office.ts';

const MANIFEST = new URL('../../oclif.manifest.json', import.meta.url);

const office = await openOffice();
const { run, feed, json, start } = office.place;

/** The keys of a value with the types of their values; an array is described by its first element. */
function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.length === 0 ? [] : [shapeOf(value[0])];
  if (value === null || typeof value !== 'object') return value === null ? 'null' : typeof value;
  const entries = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(entries.map(([key, item]) => [key, shapeOf(item)]));
}

const shapes: Record<string, unknown> = {};

async function note(name: string, ...args: readonly string[]): Promise<Record<string, unknown>> {
  const answer = await json(...name.split(' '), ...args);
  shapes[name] = shapeOf(answer);
  return answer;
}

async function noteDocuments(): Promise<void> {
  const id = String((await note('docs create', 'contract.pdf')).documentId);
  await note('signers add', id, '--signer', ASHA);
  await note('signers list', id);
  shapes['send (a dry run)'] = shapeOf(await json('send', id, '--dry-run'));
  await note('send', id, '--yes');
  await note('status', id);
  await note('sandbox sign', id);
  await note('docs list');
  await note('docs find', 'contract');
  await note('docs show', id);
  await note('docs open', id);
  await note('docs download', id, '-o', 'signed.pdf');
  const bundle = await json('docs', 'download', id, '--bundle');
  shapes['docs download (a bundle)'] = shapeOf(bundle);
  await note('certificate download', id, '-o', 'certificate.pdf');
  await note('verify', 'signed.pdf');
  shapes['verify (a certificate)'] = shapeOf(await json('verify', 'certificate.pdf'));
  const { headers: _, ...answer } = await json('api', 'GET', `/api/v1/documents/${id}`);
  shapes.api = shapeOf(answer);
}

const sendAnother = async (...args: readonly string[]): Promise<string> => {
  const argv = ['send', 'contract.pdf', '--signer', ASHA, '--yes', ...args];
  return String((await json(...argv)).documentId);
};

async function noteEndings(): Promise<void> {
  const id = await sendAnother('--external-id', 'lease-1');
  await note('docs resend', id);
  await note('docs withdraw', id, '--reason', 'Sent twice');
  await note('docs timeline', id);
  await note('sandbox decline', await sendAnother(), '--reason', 'The rent is wrong');
}

async function noteEvidence(): Promise<void> {
  const { tsa, crls } = await putArchive(office.place.folder, 30);
  const trust = ['--root', 'roots.pem'];
  await note('evidence renew', 'brief.pdf', '--tsa', tsa, ...trust, ...crls);
  await note('evidence due', 'brief-renewed.pdf', ...trust);
}

async function noteSettings(): Promise<void> {
  await note('help', 'send');
  await note('autocomplete', 'bash');
  await note('version');
  await note('doctor');
  await note('profile set', 'other', '--base-url', 'https://esign.example.com');
  await note('profile use', 'sandbox');
  await note('profile show');
  await note('profile list');
  await note('profile remove', 'other');
  await note('auth status', '--check');
  const { apiKey, baseUrl } = office.running.sandbox;
  const login = ['auth', 'login', '--profile', 'work', '--base-url', baseUrl, '--with-key'];
  const { stdout } = await feed(apiKey, ...login, '--json');
  shapes['auth login'] = shapeOf(JSON.parse(stdout));
  await note('auth logout', '--profile', 'work');
}

/** A deployment that starts is in the judges: it needs PostgreSQL. */
async function noteServe(): Promise<void> {
  shapes['serve (an example)'] = shapeOf(await json('serve', '--print-example-config'));
  const { stdout } = await run('serve', '--config', 'none.toml', '--check', '--json');
  shapes['serve (a check)'] = shapeOf(JSON.parse(stdout));
}

async function noteSandbox(): Promise<void> {
  shapes['sandbox start'] = shapeOf(office.running.sandbox);
  const { messages } = await json<{ messages: { kind: string }[] }>('sandbox', 'inbox');
  for (const kind of ['mail', 'otp'])
    shapes[`sandbox inbox (${kind})`] = shapeOf(messages.find((one) => one.kind === kind));
  await note('sandbox account create');
  await note('sandbox account set', '--message', 'Call us', '--link-days', '7');
  const sent = String((await json('docs', 'create', 'contract.pdf')).documentId);
  await json('signers', 'add', sent, '--signer', ASHA);
  await json('send', sent, '--yes');
  await note('sandbox document resend', sent);
  await note('sandbox document withdraw', sent, '--reason', 'Sent twice');
  await noteEndpoints();
  const exec = await run('sandbox', 'exec', '--json', '--', process.execPath, '--eval', '');
  shapes['sandbox exec'] = shapeOf(JSON.parse(exec.stdout));
  await note('sandbox open');
  await note('dashboard');
  await note('sandbox fault set', 'slow', '--delay', '1s');
  await note('sandbox fault list');
  await note('sandbox fault clear');
  await note('sandbox clock advance', '1s');
  await note('sandbox reset', '--yes');
  await noteSnapshots();
}

async function noteSnapshots(): Promise<void> {
  await office.running.stop();
  await note('sandbox snapshot save', 'sandbox.tar.gz');
  await note('sandbox snapshot restore', 'sandbox.tar.gz', '--yes');
}

async function noteTrigger(): Promise<void> {
  shapes['webhook trigger (planned)'] = shapeOf(
    await json('webhook', 'trigger', 'signer.signed', '--dry-run'),
  );
  const { url } = await startLocalReceiver();
  const past = await run('webhook', 'catch-up', '--since', '1h', '--dry-run', '--json');
  shapes['webhook catch-up (planned)'] = shapeOf(JSON.parse(past.stdout.split('\n')[0] ?? ''));
  const argv = ['webhook', 'trigger', 'scenario:one-signer', '--to', url, '--json'];
  const said = (await run(...argv)).stdout.trim().split('\n');
  await writeFile(office.path('saved.json'), JSON.stringify(aCapture()));
  const again = await run('webhook', 'replay', 'saved.json', '--to', url, '--json');
  shapes['webhook replay'] = shapeOf(JSON.parse(again.stdout.split('\n')[0] ?? ''));
  shapes['webhook trigger (a try)'] = shapeOf(JSON.parse(said[0] ?? ''));
  shapes['webhook trigger (the end)'] = shapeOf(JSON.parse(said.at(-1) ?? ''));
}

async function noteEndpoints(): Promise<void> {
  const { url } = await startLocalReceiver();
  const endpoint = String(
    (await note('sandbox webhook add', url, '--also', 'signer.opened')).endpointId,
  );
  await note('sandbox webhook list');
  await note('sandbox webhook rotate', endpoint);
  await note('sandbox webhook activate', endpoint);
  await note('sandbox webhook disable', endpoint);
  await note('sandbox webhook enable', endpoint);
  const delivery = String((await note('sandbox webhook test', endpoint)).deliveryId);
  await note('sandbox webhook deliveries', endpoint);
  shapes['sandbox webhook deliveries (one)'] = shapeOf(
    await json('sandbox', 'webhook', 'deliveries', '--delivery', delivery),
  );
  await note('sandbox webhook resend', delivery, '--wait');
  await note('sandbox webhook remove', endpoint);
}

async function noteWebhooks(): Promise<void> {
  const body = Buffer.from('{}');
  const signature = signWebhook(body, office.running.sandbox.webhookSecret);
  await writeFile(office.path('body.json'), body);
  await note('webhook verify', 'body.json', '--signature', signature);
  await noteTrigger();
  const listening = start('webhook', 'listen', '--port', '0', '--json');
  shapes['webhook listen'] = shapeOf(JSON.parse((await listening.lines.next()).value));
  await listening.stop();
}

/** Commands that print a line for each thing they do: the shape of each kind of line. */
async function noteLines(name: string, ...args: readonly string[]): Promise<void> {
  const { stdout, stderr } = await run(...name.split(' '), ...args, '--json');
  const lines = stdout.trim().split('\n').filter(Boolean);
  expect(lines.length, stderr).toBeGreaterThan(0);
  for (const line of lines) {
    const told = JSON.parse(line);
    shapes[`${name} (${told.type})`] = shapeOf(told);
  }
}

interface Exported {
  readonly rows: readonly { readonly documentId: string | null; readonly state: string }[];
}

async function noteBulk(): Promise<void> {
  // The external id of another document, which the service refuses
  const rows = [
    `contract.pdf,Lease of flat 1,"${ASHA}",lease-1`,
    `contract.pdf,Lease of flat 2,"${ASHA}",`,
  ];
  await writeFile(office.path('leases.csv'), `file,name,signer1,external_id\n${rows.join('\n')}\n`);
  await note('bulk init');
  await note('bulk check', 'leases.csv');
  await noteLines('bulk send', 'leases.csv', '--dry-run');
  await noteLines('bulk send', 'leases.csv', '--yes', '--concurrency', '1');
  await note('bulk status', 'leases.csv');
  await noteLines('bulk retry', 'leases.csv', '--yes');
  const exported = await json<Exported>('bulk', 'export', 'leases.csv', '--links');
  const sent = exported.rows.filter(({ state }) => state === 'sent');
  shapes['bulk export'] = shapeOf({ ...exported, rows: sent });
  await json('sandbox', 'sign', String(sent[0]?.documentId));
  await noteLines('bulk watch', 'leases.csv');
  await noteLines('bulk download', 'leases.csv', '--to', 'leases');
}

test('the output of --json keeps its keys and types', async () => {
  await noteDocuments();
  await noteEndings();
  await noteEvidence();
  await noteBulk();
  await noteSettings();
  await noteWebhooks();
  await noteServe();
  await noteSandbox();
  expect(shapes).toMatchSnapshot();
});

test('no command is missing among the shapes', async () => {
  const { commands } = JSON.parse(await readFile(MANIFEST, 'utf8'));
  // Agents get messages of a protocol instead, and operators' commands need PostgreSQL: the judges run them
  const ids = Object.keys(commands).flatMap((id) =>
    id === 'mcp' || id.startsWith('admin:') ? [] : [id.replaceAll(':', ' ')],
  );
  const noted = Object.keys(shapes).map((name) => name.replace(/ \(.*$/, ''));
  expect([...new Set(noted)].sort()).toEqual(ids.sort());
});

test('an error in JSON keeps its keys', async () => {
  const { stderr } = await run('docs', 'show', '00000000', '--json');
  expect(shapeOf(JSON.parse(stderr))).toEqual({
    error: {
      code: 'string',
      exitCode: 'number',
      hint: 'string',
      message: 'string',
      requestId: 'null',
      status: 'null',
    },
  });
});
