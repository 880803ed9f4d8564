import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { expect, test } from 'vitest';
import { TEST_IDENTITIES } from '../../src/sandbox/authority/identities.ts';
import { driveSigning } from '../../src/sandbox/control/drive-signing.ts';
import { openEmbeddedPool } from '../../src/service/store/embedded/open-embedded.ts';
import { digitFinder, layersOf } from '../support/cli/find-digits.ts';
import { startLocalReceiver } from '../support/outbox/local-receiver.ts';
import { callApi, downloadFrom, sendTo, startTestSandbox } from '../support/sandbox/a-sandbox.ts';
import { openDesk } from '../support/sandbox/open-desk.ts';
import { aFolder } from '../support/service/an-authority.ts';
import { MIGRATIONS } from '../support/store/database.ts';

/** Larger than any position in these files. */
const CODE = '987163';
const WRONG_CODE = '987164';
const SECRETS = [
  CODE,
  WRONG_CODE,
  ...TEST_IDENTITIES.flatMap(({ number, virtualId }) => [number, virtualId]),
];
const SIGNERS = ['Asha Rao', 'Ravi Kumar', 'अनिता शर्मा', 'Meera Nair', 'K', "Zoë D'Souza-Iyer"];

/** Everything that left the sandbox or was written by it, by place. */
type Traces = Map<string, Uint8Array | string>;

async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((one) => join(one.parentPath, one.name));
}

/** Every row of every table, with raw bytes. */
async function addRows(traces: Traces, folder: string): Promise<void> {
  const { pool, close } = await openEmbeddedPool({ folder, migrations: MIGRATIONS });
  try {
    const { rows: tables } = await pool.query(
      "select table_schema, table_name from information_schema.tables where table_schema not in ('pg_catalog', 'information_schema')",
    );
    for (const { table_schema: schema, table_name: name } of tables) {
      const { rows } = await pool.query(`select * from "${schema}"."${name}"`);
      const values = rows.flatMap((row) => Object.values(row));
      for (const [index, value] of values.entries()) {
        const kept = Buffer.isBuffer(value) ? value : (JSON.stringify(value) ?? '');
        traces.set(`${name}, value ${index}`, kept);
      }
    }
  } finally {
    await close();
  }
}

/** True when a word is in any layer of a trace. */
function seenIn(traces: Traces, place: string, word: string): boolean {
  return [...traces]
    .filter(([where]) => where.startsWith(place))
    .some(([, what]) =>
      layersOf(Buffer.from(what).toString('latin1')).some((layer) => layer.includes(word)),
    );
}

/** Visits all pages with every identity, by number and by virtual ID. */
async function everybodyTries(world: Awaited<ReturnType<typeof startTestSandbox>>) {
  const { sandbox } = world;
  for (const [index, person] of TEST_IDENTITIES.entries()) {
    if (person.outcome.kind === 'slow') continue;
    // The second signer never signs, which saves a certificate each.
    const documentId = await sendTo(sandbox, ['Somebody', 'Nobody']);
    const { url: signUrl } = await world.control.link({ documentId });
    const identity = index % 2 ? person.virtualId : person.number;
    const isWrong = index === 0;
    const readCode = () => (isWrong ? WRONG_CODE : CODE);
    const driving = driveSigning({ signUrl, identity, readCode });
    const failed = await driving.then(() => false).catch(() => true);
    expect(failed, person.name).toBe(isWrong || person.outcome.kind !== 'signs');
  }
}

test('typed numbers and codes are nowhere but on the phone', {
  timeout: 240_000,
}, async () => {
  const dataDir = await aFolder();
  const hooks = await startLocalReceiver();
  const log: Buffer[] = [];
  const stream = new Writable({
    write(chunk: Buffer, _encoding, done) {
      log.push(Buffer.from(chunk));
      done();
    },
  });
  const world = await startTestSandbox({
    dataDir,
    otp: CODE,
    cms: 'faithful',
    webhooks: [`${hooks.url}/hooks`],
    log: stream,
  });
  const { sandbox, control } = world;
  const traces: Traces = new Map();
  await everybodyTries(world);
  const documentId = await sendTo(sandbox, SIGNERS);
  for (const fault of ['wrong-hash', 'truncated', 'bad-signature', 'replay', 'down']) {
    await control.setFault({ fault, times: 1 });
    await expect(control.sign({ documentId })).rejects.toMatchObject({ code: 'signing_failed' });
  }
  await control.sign({ documentId, all: true });
  const { content } = await callApi(sandbox, `/${documentId}`);
  expect(content.status).toBe('COMPLETED');
  traces.set('the document by the API', JSON.stringify(content));
  const pdf = await (await fetch(content.downloadUrl)).arrayBuffer();
  traces.set('the signed PDF', new Uint8Array(pdf));
  traces.set('the certificate', await downloadFrom(sandbox, `/${documentId}/certificate`));
  const messages = await control.inbox();
  expect(messages.filter(({ kind }) => kind === 'otp').length).toBeGreaterThan(15);
  traces.set('mails', JSON.stringify(messages.filter(({ kind }) => kind === 'mail')));
  const desk = await openDesk(sandbox.inboxUrl);
  for (const page of ['', '/inbox']) {
    const shown = await desk.get(`/dashboard/sandbox${page}`);
    expect(shown.status).toBe(200);
    traces.set(`desk ${page}`, await shown.text());
  }
  await world.close();
  traces.set('log', Buffer.concat(log));
  for (const [i, { body }] of hooks.received.entries()) traces.set(`webhook ${i}`, body);
  expect(hooks.received.length).toBeGreaterThan(SIGNERS.length);
  await addRows(traces, join(dataDir, 'database'));
  for (const file of await filesBelow(dataDir)) traces.set(file, await readFile(file));
  expect(traces.size).toBeGreaterThan(500);
  // The certificates in the stored answers were looked into.
  expect(seenIn(traces, 'signature_attempts', 'Personal')).toBe(true);
  const digitsIn = digitFinder(SECRETS);
  const found = [...traces].flatMap(([where, what]) =>
    digitsIn(what).map((digits) => `${digits} in ${where}`),
  );
  expect(found).toEqual([]);
});
