import { writeFile } from 'node:fs/promises';
import { stripVTControlCharacters } from 'node:util';
import { expect, test } from 'vitest';
import type { Size } from '../../support/cli/a-terminal.ts';
import { openTerminal } from '../../support/cli/a-terminal.ts';
import { manyDocuments, numbered } from '../../support/cli/many-documents.ts';
import { aDocument, aSigner } from '../../support/client/a-client.ts';
import { summary } from '../../support/client/a-list.ts';
import { answerJson, serveHttp } from '../../support/network/http-server.ts';
import type { ShownDocument } from '../../support/sandbox/an-office.ts';
import { ASHA, openOffice } from '../../support/sandbox/an-office.ts';

const SOON = { timeout: 60_000, interval: 50 };

const office = await openOffice();
const { json } = office.place;

function sit(args: readonly string[], size?: Size) {
  const { words, ...around } = office.place.command(...args);
  return openTerminal(words, { ...around, ...(size && { size }) });
}

const documents = async () =>
  (await json<{ documents: ShownDocument[] }>('docs', 'list', '--all')).documents;

const PLACE = `test: ${office.running.sandbox.baseUrl}, profile sandbox`;

test('a send shows what it will do and asks; a no sends nothing and ends with 130', async () => {
  const before = (await documents()).length;
  const terminal = sit(['send', 'contract.pdf', '--signer', ASHA]);
  await expect.poll(terminal.shown).toContain('Send it?');
  for (const words of ['contract.pdf (2 pages)', 'SHA-256', 'asha@example.in', '1 credit', PLACE])
    expect(terminal.shown()).toContain(words);
  terminal.type('\r');
  expect(await terminal.ended).toBe(130);
  expect(terminal.shown()).toContain('nothing was sent');
  expect(await documents()).toHaveLength(before);
});

test('a yes sends, also where the terminal does not tell its size', async () => {
  for (const size of ['30 100', '0 0'] as const) {
    const terminal = sit(['send', 'contract.pdf', '--signer', ASHA], size);
    await expect.poll(terminal.shown).toContain('Send it?');
    terminal.type('y\r');
    expect(await terminal.ended).toBe(0);
    expect(terminal.shown()).toMatch(/next: esign status [0-9a-f-]{36} --watch/);
    expect(terminal.raw().length).toBeLessThan(100_000);
  }
});

test('a document that is left out is picked from a list that can be searched', async () => {
  const id = await office.createWith(ASHA);
  const terminal = sit(['docs', 'show']);
  await expect.poll(terminal.shown).toContain('Which document?');
  terminal.type(id.slice(0, 13));
  // Return does nothing while the list is being searched
  const chosen = () => {
    terminal.type('\r');
    return terminal.shown();
  };
  await expect.poll(chosen, { ...SOON, interval: 500 }).toContain(`next: esign send ${id}`);
  expect(await terminal.ended).toBe(0);
});

test.each([
  ['typed', ['docs', 'show'], 'kavya@'],
  ['given for an id', ['docs', 'show', 'kavya nair'], ''],
])(
  'a document is picked by a signer, which the list does not show, when %s',
  async (_, words, typed) => {
    const id = await office.createWith('Kavya Nair <kavya@example.in> 9876500001');
    await office.createWith(ASHA);
    const terminal = sit(words);
    await expect.poll(terminal.shown).toContain('Which document?');
    terminal.type(typed);
    const why = typed === '' ? 'signer Kavya Nair' : 'email kavya@example.in';
    await expect
      .poll(terminal.shown, SOON)
      .toContain(`contract.pdf  PENDING  0/1 signed  ${why}  `);
    const chosen = () => {
      terminal.type('\r');
      return terminal.shown();
    };
    await expect.poll(chosen, { ...SOON, interval: 500 }).toContain(`next: esign send ${id}`);
    expect(await terminal.ended).toBe(0);
  },
);

test('only documents that the command is for are offered', async () => {
  const id = await office.sent(ASHA);
  await office.createWith(ASHA);
  const terminal = sit(['send']);
  await expect.poll(terminal.shown).toContain('PENDING');
  terminal.type(id);
  await expect.poll(terminal.shown).toContain('No results found');
  expect(terminal.shown()).not.toMatch(/SENT|COMPLETED/);
  terminal.type('\u0003');
  expect(await terminal.ended).toBe(130);
});

test('a document is found however far back it is in the list', async () => {
  const { baseUrl } = await manyDocuments();
  const { words, ...around } = office.place.command('certificate', 'download');
  const env = { ...around.env, ESIGN_BASE_URL: baseUrl, ESIGN_API_KEY: 'sk_test_1' };
  const terminal = openTerminal(words, { ...around, env });
  await expect.poll(terminal.shown).toContain('COMPLETED');
  terminal.type('0248');
  await expect.poll(terminal.shown).toContain(numbered(248));
  terminal.type('\u0003');
  expect(await terminal.ended).toBe(130);
});

test('a search that reads many documents tells how far it is', async () => {
  const ids = Array.from({ length: 20 }, (_, place) => numbered(place));
  const { baseUrl } = await serveHttp(({ url }, response) => {
    if (url.includes('/search?'))
      return answerJson(response, 404, { error: 'not_found', message: 'No.' });
    const documents = ids.map((id) => summary(id, { signers: { total: 1, signed: 0 } }));
    if (url.includes('?')) return answerJson(response, 200, { documents, limit: 100, offset: 0 });
    const document = aDocument({ documentId: url.split('/').at(-1), signers: [aSigner(1)] });
    setTimeout(() => answerJson(response, 200, document), 300);
  });
  const { words, ...around } = office.place.command('docs', 'find', 'asha');
  const env = { ...around.env, ESIGN_BASE_URL: baseUrl, ESIGN_API_KEY: 'sk_test_1' };
  const terminal = openTerminal(words, { ...around, env });
  await expect.poll(terminal.shown).toMatch(/reading signers: [1-9]\d? of 20 documents/);
  expect(await terminal.ended).toBe(0);
  expect(terminal.shown()).toContain('signer Asha Rao');
});

test('Ctrl-C in a question ends with 130, and nothing more is said', async () => {
  const terminal = sit(['docs', 'show']);
  await expect.poll(terminal.shown).toContain('Which document?');
  terminal.type('\u0003');
  expect(await terminal.ended).toBe(130);
  expect(terminal.shown()).not.toContain('error:');
});

test('watching repaints one block in place, and ends with the document in its place', async () => {
  const id = await office.sent(ASHA);
  const terminal = sit(['status', id, '--watch', '--interval', '500ms']);
  await expect.poll(terminal.shown).toContain('SENT  0/1 signed');
  await office.sign(id);
  expect(await terminal.ended).toBe(0);
  expect(terminal.shown()).toContain('COMPLETED  1/1 signed');
  const frames = terminal.raw().split('\u001b[2A\r\u001b[0J');
  expect(frames.length).toBeGreaterThan(2);
  expect(stripVTControlCharacters(frames.at(-1) ?? '')).toMatch(/^document +\S+\s+name/);
});

test('a PDF is not written to a terminal, a list is, in its window', async () => {
  const id = await office.sent(ASHA);
  await office.sign(id);
  const refused = sit(['certificate', 'download', id, '-o', '-']);
  expect(await refused.ended).toBe(2);
  expect(refused.shown()).toContain('a PDF is not written to a terminal');
  const listed = sit(['docs', 'list']);
  expect(await listed.ended).toBe(0);
  expect(listed.shown()).toContain(id.slice(0, 13));
  expect(listed.shown()).not.toContain(id);
  expect(listed.shown()).toMatch(/ \d+ (sec|min)\. ago /);
  expect((await office.place.run('docs', 'list')).stdout).not.toContain(' ago ');
});

test('a large upload has a bar, and no trace of it when it is done', async () => {
  const { baseUrl } = await serveHttp(({ method }, response) => {
    const list = { documents: [], limit: 100, offset: 0 };
    if (method === 'GET') return answerJson(response, 200, list);
    const made = { documentId: numbered(1), name: 'large', status: 'PENDING' };
    setTimeout(() => answerJson(response, 201, made), 500);
  });
  await writeFile(office.path('large.pdf'), `%PDF-1.7\n${'%'.repeat(3 * 1024 * 1024)}\n%%EOF\n`);
  const { words, ...around } = office.place.command('docs', 'create', 'large.pdf');
  const env = { ...around.env, ESIGN_BASE_URL: baseUrl, ESIGN_API_KEY: 'sk_test_1' };
  const terminal = openTerminal(words, { ...around, env });
  expect(await terminal.ended).toBe(0);
  expect(terminal.shown()).toMatch(/uploading {2}[█░]{24} +\d+ % {2}\d\.\d of 3\.0 MB/);
  expect(terminal.raw().split('\n').at(-2)).not.toContain('uploading');
});

test('a watch of several ends with a bell, and never with a name', async () => {
  const ids = [await office.sent(ASHA), await office.sent(ASHA)];
  const terminal = sit(['status', ...ids, '--watch', '--interval', '300ms', '--notify']);
  await expect.poll(terminal.shown, SOON).toContain('0 of 2 completed');
  for (const id of ids) await office.sign(id);
  expect(await terminal.ended).toBe(0);
  expect(terminal.raw()).toContain('\u0007');
  expect(terminal.raw()).not.toContain('\u001b]');
  expect(terminal.shown()).toMatch(/COMPLETED +1\/1 +contract\.pdf +completed \d+ sec\. ago/);
});

test.each(['30 60', '30 80', '30 120'] as const)(
  'a document fits a window of %s, and no word of it is broken',
  async (size) => {
    const id = await office.sent('Kavya Lakshmi Nair <kavya.nair@example.in> 9876500001', ASHA);
    for (const command of ['docs show', 'status']) {
      const terminal = sit([...command.split(' '), id], size);
      expect(await terminal.ended).toBe(0);
      const shown = terminal.shown().split('reading the document').at(-1) ?? '';
      const longest = Math.max(...shown.split('\r\n').map((line) => line.length));
      expect(longest).toBeLessThanOrEqual(Number(size.slice(3)));
      for (const text of ['Lakshmi', 'kavya.nair@example.in', '9876500001'])
        expect(shown).toContain(text);
    }
  },
);

test('a watch of many documents in 20 lines of 40 characters keeps names, and counts the rest', async () => {
  for (let count = 0; count < 19; count += 1) await office.sent(ASHA);
  const ids = (await documents()).filter(({ status }) => status === 'SENT').slice(0, 19);
  const terminal = sit(['status', ...ids.map((one) => one.documentId), '--watch'], '20 40');
  await expect.poll(terminal.shown, SOON).toContain('… and 2 more');
  expect(terminal.shown()).toContain('0/1  contract.pdf  waiting for Asha Rao\r\n');
  terminal.type('\u0003');
  expect(await terminal.ended).toBe(130);
});
