import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import CertificateDownload from '../../../commands/certificate/download.ts';
import DocsCreate from '../../../commands/docs/create.ts';
import DocsDownload from '../../../commands/docs/download.ts';
import DocsFind from '../../../commands/docs/find.ts';
import DocsOpen from '../../../commands/docs/open.ts';
import DocsShow from '../../../commands/docs/show.ts';
import Send from '../../../commands/send.ts';
import SignersAdd from '../../../commands/signers/add.ts';
import SignersList from '../../../commands/signers/list.ts';
import Status from '../../../commands/status.ts';
import { bytesBelow } from '../../support/cli/kept-place.ts';
import { runCommand, withStdin } from '../../support/cli/run-command.ts';
import { makeTestFolder } from '../../support/cli/run-esign.ts';
import { answerJson, serveHttp } from '../../support/network/http-server.ts';
import { aPdf } from '../../support/pdf/a-pdf.ts';
import { ASHA, apiUser, openApi, RAVI, signBy } from '../../support/service/call-service.ts';

const { service } = await openApi();
const baseUrl = await service.app.listen({ port: 0, host: '127.0.0.1' });

/** An account with a document that Asha has signed, and one that she and Ravi have to sign. */
const account = await service.account();
const user = apiUser(service, account);
const { documentId: signed, links } = await user.send(ASHA);
await signBy(service, links[0] ?? '');
const { documentId: sent } = await user.send(ASHA, RAVI);

/** The same service without the search, so that documents are read and indexed here. */
async function withoutSearch(): Promise<string> {
  const served = await serveHttp(({ url, headers }, response) => {
    if (url.includes('/search')) return answerJson(response, 404, {});
    const authorization = String(headers.authorization);
    void fetch(`${baseUrl}${url}`, { headers: { authorization } }).then(async (answer) =>
      answerJson(response, answer.status, await answer.json()),
    );
  });
  return served.baseUrl;
}

/** A machine with a profile for the account. */
async function open(address = baseUrl) {
  const folder = await makeTestFolder();
  const profiles = { work: { baseUrl: address, apiKey: account.apiKey } };
  await writeFile(join(folder, 'config.json'), JSON.stringify({ current: 'work', profiles }));
  const env = { ESIGN_CONFIG_DIR: folder };
  const find = (...argv: string[]) => runCommand(DocsFind, argv, env);
  return { env, folder, find };
}

test('documents are found by a signer, with where they match, and the next command for an only one', async () => {
  const { find } = await open();
  const both = await find('asha', 'rao');
  expect(both).toMatchObject({ code: 0, stderr: '' });
  expect(both.stdout).toMatch(/^document +status +signed +created +name +matched\n/);
  expect(both.stdout.indexOf(sent)).toBeLessThan(both.stdout.indexOf(signed));
  expect(both.stdout.match(/signer Asha Rao\n/g)).toHaveLength(2);
  const one = await find('--signer', 'ravi@example.in');
  expect(one.stdout).toContain('email ravi@example.in');
  expect(one.stderr).toBe(`next: esign status ${sent} --watch\n`);
});

test('the answer in JSON counts what matches, and pages of it', async () => {
  const { find } = await open();
  const found = JSON.parse((await find('asha', '--json')).stdout);
  expect(found).toMatchObject({ limit: 20, offset: 0, total: 2, asOf: null });
  expect(found.documents).toMatchObject([
    { documentId: sent, status: 'SENT', matched: [{ field: 'signer', value: 'Asha Rao' }] },
    { documentId: signed, status: 'COMPLETED', signers: { total: 1, signed: 1 } },
  ]);
  const first = await find('asha', '--limit', '1');
  expect(first.stderr).toBe('1 of 2 shown\nnext: esign docs find asha --all\n');
});

test('offline says how old its answer is, and asks nobody', async () => {
  const { find, env } = await open(await withoutSearch());
  expect((await find('asha', '--offline')).code).toBe(5);
  await find('asha');
  const known = await find('ravi', '--offline');
  expect(known.stdout).toContain(sent);
  expect(known.stderr).toMatch(
    /^offline: as known on this machine \d+ (ms|s) ago, .+; statuses may have changed since\n$/,
  );
  expect(JSON.parse((await find('ravi', '--offline', '--json')).stdout).asOf).toMatch(/^2\d{3}-/);
  expect((await find('ravi', '--offline', '--no-cache')).code).toBe(2);
  const gone = { ...env, ESIGN_NO_CACHE: '1' };
  expect((await runCommand(DocsFind, ['ravi', '--offline'], gone)).code).toBe(5);
});

test('nothing to look for is refused; nothing found is no failure', async () => {
  const { find } = await open();
  expect(await find()).toMatchObject({ code: 2, stdout: '' });
  const none = 'No matching documents: none has "nobody".\n';
  expect(await find('nobody')).toEqual({ code: 0, stdout: '', stderr: none });
});

test('with --no-cache and ESIGN_NO_CACHE nothing is kept', async () => {
  const { find, env, folder } = await open();
  const before = await bytesBelow(folder);
  expect((await find('asha', '--no-cache')).stdout).toContain('Asha Rao');
  await runCommand(DocsFind, ['asha'], { ...env, ESIGN_NO_CACHE: '1' });
  expect(await bytesBelow(folder)).toEqual(before);
});

test('all certificates that match are saved, and what is not completed is left out', async () => {
  const { env } = await open();
  const folder = await makeTestFolder();
  const save = (...argv: string[]) => runCommand(CertificateDownload, [...argv, '-o', folder], env);
  const saved = await save('--all-of', 'asha rao');
  expect(saved.code).toBe(0);
  expect(saved.stderr).toContain('1 matching document not COMPLETED, left out\n');
  const [[, pdf] = []] = await bytesBelow(folder);
  expect(pdf?.subarray(0, 5).toString()).toBe('%PDF-');
  const json = await save('--all-of', signed, '--skip-existing', '--json');
  expect(JSON.parse(json.stdout).files).toMatchObject([{ documentId: signed, skipped: true }]);
  expect(await save('--all-of', 'ravi')).toMatchObject({
    code: 6,
    stderr: expect.stringContaining('no document that matches "ravi" is COMPLETED'),
  });
});

test.each([
  ['certificate download', CertificateDownload],
  ['docs download', DocsDownload],
])('%s takes a text that something matches, and no ids beside it', async (_, command) => {
  const { env } = await open();
  const codeOf = async (...argv: string[]) => (await runCommand(command, argv, env)).code;
  expect(await codeOf('--all-of', 'nobody')).toBe(5);
  expect(await codeOf('--all-of', 'ravi')).toBe(6);
  expect(await codeOf(signed, '--all-of', 'asha')).toBe(2);
  expect(await codeOf('--all-of', ' ')).toBe(2);
});

test('the documents that shells complete are the newest of the current profile', async () => {
  const { find, env, folder } = await open();
  await find('asha');
  const words = () => readFile(join(folder, 'complete', 'documents'), 'utf8');
  const kept = await words();
  expect(kept.split('\n').map((line) => line.split('\t')[0])).toEqual([sent, signed, '']);
  const pdf = join(folder, 'Offer letter.pdf');
  await writeFile(pdf, aPdf());
  const made = await runCommand(DocsCreate, [pdf, '--json'], env);
  const line = `${JSON.parse(made.stdout).documentId}\tOffer letter.pdf\n`;
  expect(await words()).toBe(`${line}${kept}`);
  const { apiKey } = await service.account();
  const other = { ...env, ESIGN_API_KEY: apiKey, ESIGN_BASE_URL: baseUrl };
  await runCommand(DocsFind, ['asha'], other);
  expect(await words()).toBe(`${line}${kept}`);
});

test('nothing found by a phone number is told apart from nobody there', async () => {
  const { find } = await open(await withoutSearch());
  const { stderr } = await find('9876543210');
  expect(stderr).toBe(
    'No matching documents: none has "9876543210".\nPhone numbers are found only where the service has a search; try a name or an email address.\n',
  );
});

test.each([
  [['ravi', 'lease'], ': none has "lease".'],
  [['lease', 'ravi', 'meera'], ': none has "lease" or "meera".'],
  [['ravi', signed.slice(0, 8)], ': each word is in some, but none has all.'],
  [['--signer', 'nobody'], '.'],
])('%j finds nothing, and the words that no document has are named', async (words, told) => {
  const { find } = await open();
  const end = await find(...words);
  expect(end).toEqual({ code: 0, stdout: '', stderr: `No matching documents${told}\n` });
});

test('titles are left out, and what was completed since a time is found', async () => {
  const { find } = await open();
  const idsOf = async (...words: string[]) =>
    JSON.parse((await find(...words, '--json')).stdout).documents.map(
      (one: { documentId: string }) => one.documentId,
    );
  expect(await idsOf('Mrs.', 'Asha', 'Rao')).toEqual([sent, signed]);
  expect(await idsOf('Mrs')).toEqual([]);
  expect(await idsOf('--completed-since', '1h')).toEqual([signed]);
  expect(await idsOf('asha', '--completed-since', '2030-01-01')).toEqual([]);
});

async function run(command: Parameters<typeof runCommand>[0], ...argv: string[]) {
  const { env } = await open();
  return runCommand(command, argv, env);
}

test.each([
  ['docs show', DocsShow],
  ['docs open', DocsOpen],
  ['signers list', SignersList],
  ['status', Status],
  ['docs download', DocsDownload],
  ['certificate download', CertificateDownload],
])('%s takes words: scripts are told the candidates, and who none match', async (_, command) => {
  const found = await run(command, 'asha');
  expect(found).toMatchObject({ code: 2, stdout: '' });
  expect(found.stderr).toMatch(/^error: \d documents? match(es)? "asha"; without a terminal/);
  expect(found.stderr).toMatch(/\n {2}why: [0-9a-f-]{36} \(.+, signer Asha Rao\)/);
  expect(found.stderr).toContain('\n  next: esign docs find asha\n');
  const none = await run(command, 'nobody');
  expect(none).toMatchObject({ code: 5, stdout: '' });
  expect(none.stderr).toContain('no document matches "nobody"');
});

test('the candidates are those that a command can use', async () => {
  const { stderr } = await run(DocsDownload, 'asha');
  expect(stderr).toContain(signed);
  expect(stderr).not.toContain(sent);
  for (const command of [Send, SignersAdd]) {
    const words = command === Send ? ['asha'] : ['asha', '--signer', 'M <m@example.in> 9876543210'];
    expect(await run(command, ...words)).toMatchObject({
      code: 6,
      stderr: expect.stringContaining('no document that matches "asha" is PENDING'),
    });
  }
});

test('a name among ids is told before anything is read; stdin holds ids alone', async () => {
  expect(await run(Status, sent, 'asha')).toMatchObject({ code: 2, stdout: '' });
  const piped = await withStdin(`${sent} asha`, () => run(Status, '-'));
  expect(piped).toMatchObject({ code: 2, stderr: expect.stringContaining('"asha" does not name') });
});
