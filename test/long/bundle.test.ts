import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ASHA, openOffice } from '../support/sandbox/an-office.ts';

interface Bundle {
  readonly documentId: string;
  readonly folder: string;
  readonly files: readonly { path: string; sha256: string; bytes: number; kept: boolean }[];
}

const office = await openOffice();
const { run, json } = office.place;

const id = await office.sent(ASHA);
await office.sign(id);
const bundle = (...args: string[]) => json<Bundle>('docs', 'download', id, '--bundle', ...args);
const refusal = async (...args: string[]) => {
  const { code, stdout, stderr } = await run('docs', 'download', ...args, '--bundle', '--json');
  expect(stdout).toBe('');
  return { exit: code, ...JSON.parse(stderr).error };
};

const NAMES = [
  'VERIFY.txt',
  'certificate.pdf',
  'chain.pem',
  'roots.txt',
  'signed.pdf',
  'verify.html',
];
const kept = ({ files }: Bundle) => files.filter((file) => file.kept).length;

test('a bundle is a folder named after the document, and its pair verifies', async () => {
  const { documentId, folder, files } = await bundle();
  expect([documentId, folder]).toEqual([id, office.path('contract')]);
  expect((await readdir(folder)).sort()).toEqual(NAMES);
  expect(files.map(({ path }) => path).sort()).toEqual(NAMES.map((name) => join(folder, name)));
  const { code, stdout } = await run(
    ...['verify', 'contract/signed.pdf', '--certificate', 'contract/certificate.pdf'],
  );
  expect([code, stdout]).toEqual([0, expect.stringContaining('belong together')]);
});

test('files that are there are kept if they are the same, and others only replaced by force', async () => {
  const certificate = await readFile(office.path('contract/certificate.pdf'));
  // The service makes each certificate anew
  expect(await refusal(id)).toMatchObject({ exit: 2, code: 'file_exists' });
  expect(kept(await bundle('--skip-existing'))).toBe(6);
  expect(await readFile(office.path('contract/certificate.pdf'))).toEqual(certificate);
  expect(kept(await bundle('-o', 'contract', '--force'))).toBe(5);
});

test('nothing is written beside a file that is another one', async () => {
  await mkdir(office.path('mine'));
  await writeFile(office.path('mine/roots.txt'), 'mine');
  expect(await refusal(id, '-o', 'mine')).toMatchObject({ exit: 2, code: 'file_exists' });
  expect(await readdir(office.path('mine'))).toEqual(['roots.txt']);
  await writeFile(office.path('file'), 'mine');
  expect(await refusal(id, '-o', 'file')).toMatchObject({ exit: 2, code: 'usage' });
});

test('a bundle is of one completed document, and a folder', async () => {
  const open = await office.sent(ASHA);
  expect(await refusal(open)).toMatchObject({ exit: 6, code: 'not_completed' });
  expect(await refusal(id, open)).toMatchObject({ exit: 2, code: 'usage' });
  expect(await refusal(id, '-o', '-')).toMatchObject({ exit: 2, code: 'usage' });
  const unknown = '5f0c1d5e-0f64-4f0e-9a3c-2b7d1f6f8a11';
  expect(await refusal(unknown)).toMatchObject({ exit: 5, code: 'not_found' });
});

test('what a file names at a private address is not fetched, and verification goes on', async () => {
  await bundle('-o', 'fetched');
  const root = ['--root', office.root()];
  const fetching = await run('verify', office.path('fetched/signed.pdf'), ...root, '--fetch');
  const refused = /^· Could not fetch a revocation list from http:.*: blocked_address\.$/m;
  expect(fetching).toMatchObject({ code: 0, stdout: expect.stringMatching(refused) });
});
