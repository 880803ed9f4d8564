import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import CertificateDownload from '../../commands/certificate/download.ts';
import { aPdf } from '../support/a-pdf.ts';
import { serveHttp } from '../support/http-server.ts';
import { runCommand } from '../support/run-command.ts';
import { makeTestFolder } from '../support/run-esign.ts';

const FIRST = '5f0c1d5e-0f64-4f0e-9a3c-2b7d1f6f8a11';
const SECOND = 'a1b2c3d4-0f64-4f0e-9a3c-2b7d1f6f8a11';

async function open(disposition = 'attachment; filename="Lease.pdf"') {
  const { baseUrl } = await serveHttp((_, response) => {
    response.writeHead(200, {
      'content-type': 'application/pdf',
      'content-disposition': disposition,
    });
    response.end(Buffer.from(aPdf()));
  });
  const folder = await makeTestFolder();
  const env = { ESIGN_BASE_URL: baseUrl, ESIGN_API_KEY: 'sk_live_1' };
  const download = (...argv: string[]) => runCommand(CertificateDownload, argv, env);
  return { folder, download };
}

test('files go into the folder under the names that the service gives, apart from each other', async () => {
  const { folder, download } = await open();
  const end = await download(FIRST, SECOND, '-o', folder, '--json');
  expect(end).toMatchObject({ code: 0, stderr: '' });
  const { files } = JSON.parse(end.stdout);
  expect(files[0]).toMatchObject({
    documentId: FIRST,
    path: join(folder, 'Lease.pdf'),
    bytes: aPdf().length,
    sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
  });
  expect((await readdir(folder)).sort()).toEqual(['Lease-a1b2c3d4.pdf', 'Lease.pdf']);
});

test('a name from outside cannot leave the folder', async () => {
  const { folder, download } = await open('attachment; filename="../../evil.pdf"');
  expect((await download(FIRST, '-o', folder)).code).toBe(0);
  const [name = ''] = await readdir(folder);
  expect(name).toMatch(/evil\.pdf$/);
});

test('a file that exists is kept, skipped or overwritten, as asked', async () => {
  const { folder, download } = await open();
  const path = join(folder, 'mine.pdf');
  await writeFile(path, 'mine');
  const kept = await download(FIRST, '-o', path, '--json');
  expect(kept).toMatchObject({ code: 2, stdout: '' });
  expect(JSON.parse(kept.stderr).error.code).toBe('file_exists');
  const skipped = await download(FIRST, '-o', path, '--skip-existing', '--json');
  expect(JSON.parse(skipped.stdout).files).toEqual([{ documentId: FIRST, path, skipped: true }]);
  expect(await readFile(path, 'utf8')).toBe('mine');
  expect((await download(FIRST, '-o', path, '--force')).code).toBe(0);
  expect(await readFile(path)).toEqual(Buffer.from(aPdf()));
  expect(await readdir(folder)).toEqual(['mine.pdf']);
});

test('several documents do not fit one file, and stdout does not take both a PDF and JSON', async () => {
  const { folder, download } = await open();
  expect((await download(FIRST, SECOND, '-o', join(folder, 'one.pdf'))).code).toBe(2);
  expect(await download(FIRST, '-o', '-', '--json')).toMatchObject({ code: 2, stdout: '' });
});
