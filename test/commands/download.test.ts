import { readdir, readFile, symlink, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import CertificateDownload from '../../commands/certificate/download.ts';
import { runCommand } from '../support/cli/run-command.ts';
import { makeTestFolder } from '../support/cli/run-esign.ts';
import { answerJson, serveHttp } from '../support/network/http-server.ts';
import { aPdf } from '../support/pdf/a-pdf.ts';

const FIRST = '5f0c1d5e-0f64-4f0e-9a3c-2b7d1f6f8a11';
const SECOND = 'a1b2c3d4-0f64-4f0e-9a3c-2b7d1f6f8a11';

const THIRD = 'b1b2c3d4-0f64-4f0e-9a3c-2b7d1f6f8a11';

/** Serves every document as the same PDF; `refused` are answered with these statuses. */
async function open(
  disposition = 'attachment; filename="Lease.pdf"',
  refused: Readonly<Record<string, number>> = {},
) {
  const { baseUrl } = await serveHttp(({ url }, response) => {
    const [, status] = Object.entries(refused).find(([id]) => url.includes(id)) ?? [];
    if (status !== undefined)
      return answerJson(response, status, { error: 'x', message: 'Refused.' });
    if (url.includes('?'))
      return answerJson(response, 200, { documents: [], limit: 100, offset: 0 });
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

test('several documents go on after a fault, report each, and exit with the worst code', async () => {
  const { folder, download } = await open(undefined, { [FIRST]: 404, [SECOND]: 409 });
  const text = await download(FIRST, 'ffffffff', SECOND, THIRD, '-o', folder);
  expect(text.code).toBe(6);
  expect(text.stderr).toContain(`error: ${FIRST}: Refused. (x, HTTP 404)`);
  expect(text.stderr).toContain(`error: ffffffff: no document's id starts with "ffffffff"`);
  expect(text.stderr).toContain(`error: ${SECOND}: Refused. (x, HTTP 409)`);
  expect(text.stderr).toContain('error: 3 of 4 documents failed');
  expect(await readdir(folder)).toEqual(['Lease.pdf']);
  const json = await download(FIRST, 'ffffffff', THIRD, '-o', folder, '--json');
  expect(json.code).toBe(5);
  expect(JSON.parse(json.stdout).files).toEqual([
    {
      document: FIRST,
      documentId: FIRST,
      error: { code: 'x', message: 'Refused.', status: 404, exitCode: 5 },
    },
    {
      document: 'ffffffff',
      documentId: null,
      error: {
        code: 'not_found',
        message: 'no document\'s id starts with "ffffffff"',
        status: null,
        exitCode: 5,
      },
    },
    expect.objectContaining({ documentId: THIRD, unchanged: true }),
  ]);
  expect(JSON.parse(json.stderr).error).toMatchObject({ code: 'documents_failed', exitCode: 5 });
});

test('what names no document is refused before anything is fetched', async () => {
  const { folder, download } = await open();
  expect((await download(FIRST, 'nonsense', '-o', folder)).code).toBe(5);
  expect(await readdir(folder)).toEqual([]);
});

test('an existing file that is the same is no fault, and one that differs by a byte is', async () => {
  const { folder, download } = await open();
  const first = JSON.parse((await download(FIRST, '-o', folder, '--json')).stdout).files;
  const again = await download(FIRST, '-o', folder, '--json');
  expect(again).toMatchObject({ code: 0, stderr: '' });
  expect(JSON.parse(again.stdout).files).toEqual([{ ...first[0], unchanged: true }]);
  const changed = Buffer.from(aPdf());
  changed[changed.length - 1] = 0x20;
  await writeFile(join(folder, 'Lease.pdf'), changed);
  expect((await download(FIRST, '-o', folder)).code).toBe(2);
  await unlink(join(folder, 'Lease.pdf'));
  await symlink(join(folder, 'elsewhere'), join(folder, 'Lease.pdf'));
  const linked = await download(FIRST, '-o', folder, '--json');
  expect(JSON.parse(linked.stderr).error.code).toBe('file_symlink');
});
