import { readFile, stat, writeFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { fileTeller, loadedCode } from '../support/cli/loaded-code.ts';
import type { ShownDocument } from '../support/sandbox/an-office.ts';
import { ANITA, ASHA, openOffice } from '../support/sandbox/an-office.ts';
import { openDesk } from '../support/sandbox/open-desk.ts';

const office = await openOffice();
const { run, runWith, json, start } = office.place;

/** Flags and arguments by the framework, and tables with colours. */
const PACKAGES_OF_A_READ = [
  ...['@colors/colors', '@oclif/core', 'ansi-regex', 'ansi-styles', 'ansis', 'chalk'],
  ...['clean-stack', 'cli-table3', 'color-convert', 'color-name', 'debug', 'emoji-regex'],
  ...['escape-string-regexp', 'has-flag', 'indent-string', 'is-fullwidth-code-point', 'ms'],
  ...['string-width', 'strip-ansi', 'supports-color', 'wordwrap', 'wrap-ansi'],
];

test('a sandbox says in one line of JSON where everything is, and keeps its secrets to itself', async () => {
  const { sandbox } = office.running;
  expect(Object.keys(sandbox).sort()).toEqual(
    ['apiKey', 'baseUrl', 'dashboardUrl', 'dataDir', 'inboxUrl', 'pid', 'webhookSecret'].sort(),
  );
  expect(sandbox.baseUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  expect(sandbox.apiKey).toMatch(/^sk_test_/);
  expect(sandbox.webhookSecret).toMatch(/^whsec_/);
  expect((await stat(sandbox.dataDir)).mode & 0o777).toBe(0o700);
  expect((await (await openDesk(sandbox.inboxUrl)).get('/dashboard/sandbox/inbox')).status).toBe(
    200,
  );
});

test('a PDF goes from upload to certificate, and both verify offline', async () => {
  const { documentId: id } = await json<ShownDocument>('docs', 'create', 'contract.pdf');
  await json('signers', 'add', id, '--signer', ASHA, '--signer', ANITA);
  const send = await json<{ creditsRemaining: number }>('send', id, '--yes');
  expect(send.creditsRemaining).toBeLessThan(1000);
  const before = await json<ShownDocument>('status', id);
  expect(before.status).toBe('SENT');
  await json('sandbox', 'sign', id, '--all');
  const after = await json<ShownDocument>('docs', 'show', id);
  expect(after.status).toBe('COMPLETED');
  expect(after.signers.map(({ hasSigned }) => hasSigned)).toEqual([true, true]);
  await json('docs', 'download', id, '--output', 'signed.pdf');
  await json('certificate', 'download', id, '--output', 'certificate.pdf');
  for (const file of ['signed.pdf', 'certificate.pdf']) {
    expect((await readFile(office.path(file))).subarray(0, 5).toString()).toBe('%PDF-');
    const verdict = await run('verify', file, '--root', office.root());
    expect(verdict).toMatchObject({ code: 0 });
  }
});

test('one changed byte of a signed PDF ends verification with 10', async () => {
  const bytes = await readFile(office.path('signed.pdf'));
  const at = bytes.indexOf('/MediaBox');
  bytes.writeUInt8(bytes.readUInt8(at + 1) ^ 0x20, at + 1);
  await writeFile(office.path('changed.pdf'), bytes);
  const verdict = await run('verify', 'changed.pdf', '--root', office.root());
  expect(verdict.code).toBe(10);
});

test('a signed PDF belongs to its own certificate only, which a known seal makes known', async () => {
  const [id, other] = [await office.sent(ASHA), await office.sent(ASHA)];
  for (const one of [id, other]) await json('sandbox', 'sign', one);
  await json('docs', 'download', id, '-o', 'own.pdf');
  await json('certificate', 'download', id, '-o', 'own-certificate.pdf');
  await json('certificate', 'download', other, '-o', 'other-certificate.pdf');
  const root = ['--root', office.root()];
  const own = ['verify', 'own.pdf', '--certificate', 'own-certificate.pdf', ...root];
  expect(await json(...own)).toMatchObject({ bound: true, verified: true });
  const swapped = ['verify', 'own.pdf', '--certificate', 'other-certificate.pdf', ...root];
  expect(await run(...swapped)).toMatchObject({
    code: 10,
    stdout: expect.stringContaining('Not verified (PAIR_BAD).'),
  });
  const stranger = { ESIGN_CONFIG_DIR: office.path('nobody') };
  expect(await runWith(stranger, ...own)).toMatchObject({
    code: 10,
    stdout: expect.stringContaining('the certificate is not verified (SEAL_UNKNOWN)'),
  });
  const seal = ['--service-cert', office.root().replace('test-root', 'test-seal')];
  expect((await runWith(stranger, ...own, ...seal)).code).toBe(0);
  const both = await run('verify', 'own-certificate.pdf', 'own.pdf', ...root);
  expect(both).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('own.pdf  verified, 1 signed, with own-certificate.pdf'),
  });
  const mixed = ['verify', 'own.pdf', 'other-certificate.pdf', ...root, '--json'];
  const unlike = await run(...mixed);
  expect(unlike.code).toBe(10);
  expect(JSON.parse(unlike.stdout).results).toMatchObject([
    { file: 'own.pdf', exitCode: 10, bound: false, certificateFile: 'other-certificate.pdf' },
    { file: 'other-certificate.pdf', exitCode: 0, verified: true },
  ]);
  const many = await run(...mixed, 'own-certificate.pdf', 'none.pdf', '--junit', 'out.xml');
  expect(many.code).toBe(2);
  expect(JSON.parse(many.stdout).results).toMatchObject([
    { exitCode: 0, bound: true, certificateFile: 'own-certificate.pdf' },
    { exitCode: 0 },
    { exitCode: 0 },
    { file: 'none.pdf', exitCode: 2, error: { code: 'file_unreadable' } },
  ]);
  expect(await readFile(office.path('out.xml'), 'utf8')).toContain('tests="4" failures="1"');
  const two = await run('verify', 'own.pdf', 'own.pdf', '--certificate', 'own.pdf');
  expect(two).toMatchObject({ code: 2, stderr: expect.stringContaining('belongs to one file') });
});

test('a file is sent, watched and signed in one step', async () => {
  const waiting = start('send', 'contract.pdf', '--signer', ASHA, '--yes', '--wait', '--json');
  const found = async (): Promise<ShownDocument | undefined> => {
    const { documents } = await json<{ documents: ShownDocument[] }>('docs', 'list');
    return documents.find(({ status }) => status === 'SENT');
  };
  await expect.poll(found).toBeTruthy();
  const document = await found();
  await json('sandbox', 'sign', document?.documentId ?? '');
  expect(await waiting.ended).toBe(0);
});

test('watching ends with 8 when the time given runs out, and with 0 when all have signed', async () => {
  const id = await office.sent(ASHA);
  expect((await run('status', id, '--watch', '--timeout', '1s')).code).toBe(8);
  await json('sandbox', 'sign', id);
  expect((await run('status', id, '--watch', '--timeout', '30s')).code).toBe(0);
});

test('a document is named by an unambiguous beginning of its id', async () => {
  const id = await office.createWith(ASHA);
  const shown = await json<ShownDocument>('docs', 'show', id.slice(0, 8));
  expect(shown.documentId).toBe(id);
});

test('signing an unsent document is refused at once, with the command that sends it', async () => {
  const id = await office.createWith(ASHA);
  for (const choice of [[], ['--all'], ['--signer', '1']]) {
    const { code, stderr } = await run('sandbox', 'sign', id, ...choice);
    expect({ code, stderr }).toMatchObject({
      code: 6,
      stderr: expect.stringContaining(`next: esign send ${id}\n`),
    });
  }
  const watched = await run('status', id, '--watch', '--timeout', '1s');
  expect(watched.code).toBe(8);
  expect(watched.stderr).toContain(`not sent yet`);
  expect(watched.stderr).toContain(`next: esign send ${id}\n`);
});

test('signing out of turn is refused, by order, until it is their turn', async () => {
  const id = await office.sent(ASHA, ANITA);
  expect((await run('sandbox', 'sign', id, '--signer', '2')).code).not.toBe(0);
  await json('sandbox', 'sign', id, '--signer', 'asha@example.in');
  await json('sandbox', 'sign', id, '--signer', '2');
  expect((await json<ShownDocument>('status', id)).status).toBe('COMPLETED');
});

test('no command shows the key', () => {
  expect(office.place.said.join('\n')).not.toContain(office.running.sandbox.apiKey);
});

test('asking for a list or a status loads nothing that only other commands use', async () => {
  const id = await office.sent(ASHA);
  const hook = await fileTeller(office.place.folder);
  for (const words of [
    ['docs', 'list'],
    ['status', id],
  ]) {
    const { code, stderr } = await runWith({ NODE_OPTIONS: `-r ${hook}` }, ...words);
    expect(code).toBe(0);
    expect((await loadedCode(stderr)).packages).toEqual(PACKAGES_OF_A_READ);
  }
});
