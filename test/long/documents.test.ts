import { readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { aForm } from '../support/pdf/a-form.ts';
import type { ShownDocument } from '../support/sandbox/an-office.ts';
import { ANITA, ASHA, openOffice } from '../support/sandbox/an-office.ts';

/** Runs a command that must fail; returns its exit code and its JSON error. */
async function refusal(...args: string[]) {
  const { code, stdout, stderr } = await run(...args, '--json');
  expect(stdout).toBe('');
  return { exit: code, ...JSON.parse(stderr).error };
}

const create = async () =>
  (await json<{ documentId: string }>('docs', 'create', 'contract.pdf')).documentId;

async function completed(): Promise<string> {
  const id = await office.sent(ASHA);
  await office.sign(id);
  return id;
}

const office = await openOffice();
const { run, runWith, feed, json, start } = office.place;

test('an empty list suggests the next command, with nothing on stdout', async () => {
  expect(await run('docs', 'list')).toEqual({
    code: 0,
    stdout: '',
    stderr: 'No documents yet.\nnext: esign docs create contract.pdf\n',
  });
  expect(await json('docs', 'list')).toEqual({ documents: [], limit: 20, offset: 0 });
});

test('the list is read in pages, by state, or whole', async () => {
  const ids = [await create(), await create(), await create()].reverse();
  const listed = async (...args: string[]) => {
    const { documents } = await json<{ documents: ShownDocument[] }>('docs', 'list', ...args);
    return documents.map(({ documentId }) => documentId);
  };
  expect(await listed()).toEqual(ids);
  expect(await listed('--limit', '1', '--offset', '1')).toEqual([ids[1]]);
  expect(await listed('--all')).toEqual(ids);
  expect(await listed('--status', 'COMPLETED')).toEqual([]);
  expect((await refusal('docs', 'list', '--limit', '0')).exit).toBe(2);
  expect((await refusal('docs', 'list', '--all', '--limit', '1')).exit).toBe(2);
});

const CSV = 'name,email,phone,placement\nAsha Rao,asha@example.in,9876543210,"@1:72,96,180x120"\n';
const LIST = [{ name: 'Ravi Kumar', email: 'ravi@example.in', phone: '9876500000' }];

test('a signature of another identity is verified under its own name', async () => {
  const id = await office.sent(ASHA);
  await json('sandbox', 'sign', id, '--identity', 'Meera Nair');
  await run('docs', 'download', id, '-o', 'other.pdf');
  const { stdout } = await run('verify', 'other.pdf');
  expect(stdout).toContain('Meera Nair (TEST)');
  expect(stdout).not.toContain('Asha Rao');
});

const OVER_TEXT = ['send', 'contract.pdf', '--signer', `${ASHA} @2:60,650,200x120`, '--yes'];

test('a rectangle over text is sent with a warning, on stderr', async () => {
  const shown = await run(...OVER_TEXT);
  expect(shown.code).toBe(0);
  expect(shown.stderr).toContain('warning: the signature of Asha Rao will cover text on page 2\n');
  const { code, stdout, stderr } = await run(...OVER_TEXT, '--json');
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({ status: 'SENT' });
  expect(JSON.parse(stderr)).toEqual({
    warning: { message: 'the signature of Asha Rao will cover text on page 2' },
  });
});

test('a form with empty fields is uploaded with a warning', async () => {
  const form = aForm({ widgets: ['/Rect [60 200 260 220]'] });
  await writeFile(office.path('form.pdf'), form);
  const { code, stderr } = await run('docs', 'create', 'form.pdf', '--json');
  expect(code).toBe(0);
  expect(JSON.parse(stderr)).toEqual({
    warning: { message: 'the PDF has 1 empty form field, which signers cannot fill in' },
  });
});

test('signers come from CSV, from JSON and from stdin, and keep their order', async () => {
  const id = await create();
  await writeFile(office.path('signers.csv'), CSV);
  await writeFile(office.path('signers.json'), JSON.stringify({ signers: LIST }));
  await json('signers', 'add', id, '--signers', 'signers.csv');
  await json('signers', 'add', id, '--signers', 'signers.json');
  const piped = ['signers', 'add', id, '--signers', '-', '--json'];
  expect((await feed(JSON.stringify(LIST), ...piped)).code).toBe(0);
  expect((await feed(CSV, ...piped)).code).toBe(0);
  const { signers } = await json<{ signers: { name: string; signingOrder: number }[] }>(
    ...['signers', 'list', id],
  );
  expect(signers.map(({ name, signingOrder }) => [signingOrder, name])).toEqual([
    [1, 'Asha Rao'],
    [2, 'Ravi Kumar'],
    [3, 'Ravi Kumar'],
    [4, 'Asha Rao'],
  ]);
});

test('a list of signers that is wrong is refused before anything is sent', async () => {
  const id = await create();
  await writeFile(office.path('torn.csv'), 'name,email,phone\nAsha Rao,asha@example.in,\n');
  const torn = await refusal('signers', 'add', id, '--signers', 'torn.csv');
  expect(torn).toMatchObject({
    exit: 2,
    message: 'torn.csv, line 2, phone "": has no phone; nothing was sent',
  });
  expect((await refusal('signers', 'add', id, '--signers', 'none.csv')).exit).toBe(2);
  expect((await refusal('signers', 'add', id)).code).toBe('input_needed');
  expect(await run('signers', 'list', id)).toMatchObject({
    code: 0,
    stdout: '',
    stderr: expect.stringContaining(`next: esign signers add ${id}\n`),
  });
});

test('without a terminal the address of the page or the signed PDF is printed, and nothing is opened', async () => {
  const id = await office.sent(ASHA);
  expect(await refusal('docs', 'open', id, '--pdf')).toMatchObject({ exit: 6, documentId: id });
  expect((await refusal('docs', 'open', id, '--signer', 'nobody@example.in')).exit).toBe(5);
  const page = await run('docs', 'open', id, '--signer', 'asha@example.in');
  expect(page.stdout).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/\S+\n$/);
  await office.sign(id);
  const opened = await json<{ url: string; opened: boolean }>('docs', 'open', id);
  expect(opened.opened).toBe(false);
  expect(new URL(opened.url).pathname).toBe(`/dashboard/documents/${id}`);
  const signed = await json<{ url: string }>('docs', 'open', id, '--pdf');
  expect((await fetch(signed.url)).headers.get('content-type')).toBe('application/pdf');
});

test('certificates of several documents are kept, skipped, overwritten or piped on', async () => {
  const ids = [await completed(), await completed()];
  const download = (...args: string[]) => run('certificate', 'download', ...args, '--json');
  const first = JSON.parse((await download(...ids)).stdout).files;
  expect(new Set(first.map(({ path }: { path: string }) => path)).size).toBe(2);
  const refused = await download(...ids);
  expect(refused.code).toBe(2);
  for (const { error } of JSON.parse(refused.stdout).files)
    expect(error).toMatchObject({ code: 'file_exists', exitCode: 2 });
  const again = JSON.parse((await download(...ids, '--skip-existing')).stdout).files;
  expect(again).toEqual(
    first.map(({ documentId, path }: Record<string, string>) => ({
      documentId,
      path,
      skipped: true,
    })),
  );
  await writeFile(first[0].path, 'mine');
  expect((await download(...ids, '--force')).code).toBe(0);
  expect((await readFile(first[0].path)).subarray(0, 5).toString()).toBe('%PDF-');
  const piped = await run('certificate', 'download', ids[0] ?? '', '-o', '-');
  expect(piped).toMatchObject({ code: 0, stderr: '', stdout: expect.stringMatching(/^%PDF-/) });
  expect((await refusal('certificate', 'download', ...ids, '-o', '-')).exit).toBe(2);
});

test('nothing is written through a symbolic link', async () => {
  const id = await completed();
  await writeFile(office.path('elsewhere.pdf'), 'mine');
  await symlink('elsewhere.pdf', office.path('link.pdf'));
  const refused = await refusal('docs', 'download', id, '-o', 'link.pdf', '--force');
  expect(refused).toMatchObject({ exit: 2, code: 'file_symlink' });
  expect(await readFile(office.path('elsewhere.pdf'), 'utf8')).toBe('mine');
  expect((await readdir(office.place.folder)).filter((name) => /tmp|part/.test(name))).toEqual([]);
});

test('a signed PDF verifies with its root, not with another, and garbage never', async () => {
  const id = await office.sent(ASHA, ANITA);
  await office.sign(id, { all: true });
  await json('docs', 'download', id, '-o', 'signed.pdf');
  expect(await json('verify', 'signed.pdf', '--root', office.root())).toMatchObject({
    type: 'verdict',
    verified: true,
    fields: { signed: 2, total: 2 },
    level: 'PAdES B-LTA',
    signatures: [{ trusted: true }, { trusted: true }, { kind: 'timestamp', trusted: true }],
  });
  const bare = await runWith(
    { ESIGN_CONFIG_DIR: office.path('nobody') },
    ...['verify', 'signed.pdf'],
  );
  expect(bare).toMatchObject({
    code: 10,
    stdout: expect.stringContaining('Not verified (NO_ROOT).'),
    stderr: expect.stringContaining('--integrity-only'),
  });
  const alone = ['verify', 'signed.pdf', '--integrity-only'];
  expect(await runWith({ ESIGN_CONFIG_DIR: office.path('nobody') }, ...alone)).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('Integrity verified: intact and complete.'),
  });
  await writeFile(office.path('garbage.pdf'), '%PDF-1.7\nnothing of the kind');
  await writeFile(office.path('letter.txt'), 'Dear Asha');
  const bad = JSON.parse(
    (await run('verify', 'garbage.pdf', 'letter.txt', 'contract.pdf', '--json')).stdout,
  );
  expect(bad.results).toMatchObject([{ exitCode: 10 }, { exitCode: 10 }, { exitCode: 10 }]);
  expect((await run('verify', 'signed.pdf', '--crl', 'letter.txt')).code).toBe(2);
  const policy = await run('verify', 'signed.pdf', '--policy', '2.999.7', '--json');
  expect(policy).toMatchObject({ code: 10, stdout: expect.stringContaining('"POLICY"') });
  const several = await run('verify', 'signed.pdf', 'letter.txt');
  expect(several.code).toBe(10);
  expect(several.stdout).toMatch(
    /^✓ signed\.pdf {2}verified, 2 signed\n✗ letter\.txt {2}UNREADABLE: /,
  );
  expect((await refusal('verify', 'none.pdf')).exit).toBe(2);
});

test('Ctrl-C while watching ends with 130 and names the command that resumes', async () => {
  const id = await office.sent(ASHA);
  const watching = start('status', id, '--watch', '--interval', '60s');
  await expect.poll(watching.stderr).toContain('document: SENT');
  expect(await watching.stop('SIGINT')).toBe(130);
  expect(watching.stderr()).toContain(`next: esign status ${id} --watch\n`);
});

test('no command shows the key', () => {
  expect(office.place.said.join('\n')).not.toContain(office.running.sandbox.apiKey);
});
