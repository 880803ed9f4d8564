import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { putArchive } from '../support/cli/an-archive.ts';
import { openWorkplace } from '../support/cli/built-esign.ts';

const DAYS = 30;

async function anArchive() {
  const place = await openWorkplace();
  onTestFinished(place.close);
  const path = (name: string) => join(place.folder, name);
  return { ...place, path, ...(await putArchive(place.folder, DAYS)) };
}

const ROOTS = ['--root', 'roots.pem'];

test('a proof that ends soon is due, is renewed, and is due no more', async () => {
  const { run, json, path, tsa, crls } = await anArchive();
  const due = await run('evidence', 'due', '.', ...ROOTS, '--junit', 'due.xml', '--json');
  expect(due).toMatchObject({ code: 12 });
  const [file] = JSON.parse(due.stdout).results;
  expect(file).toMatchObject({ file: 'brief.pdf', state: 'due', level: 'PAdES B-LTA' });
  expect(await readFile(path('due.xml'), 'utf8')).toContain('PROOF_DUE');
  expect(await run('evidence', 'due', '--within', '10d', ...ROOTS)).toMatchObject({ code: 0 });

  const renew = ['evidence', 'renew', 'brief.pdf', '--tsa', tsa, ...ROOTS, ...crls];
  const renewed = await json<{ path: string; endedAt: string; endsAt: string }>(...renew);
  expect(renewed).toMatchObject({ path: path('brief-renewed.pdf'), endedAt: file.proofEndsAt });
  expect(renewed.endsAt > renewed.endedAt).toBe(true);
  const replaced = await run('evidence', 'due', renewed.path, ...ROOTS, '--junit', 'due.xml');
  expect(replaced).toMatchObject({ code: 0 });
  expect(await readFile(path('due.xml'), 'utf8')).not.toContain('PROOF_DUE');
  const [before, after] = [await readFile(path('brief.pdf')), await readFile(renewed.path)];
  expect(after.subarray(0, before.length).equals(before)).toBe(true);
  expect(await run('evidence', 'due', renewed.path, ...ROOTS)).toMatchObject({ code: 0 });
  expect((await run('verify', renewed.path, ...ROOTS)).stdout).toContain('PAdES B-LTA');
  const again = await run(
    'evidence',
    'renew',
    'brief-renewed.pdf',
    '--tsa',
    tsa,
    ...ROOTS,
    ...crls,
  );
  expect(again).toMatchObject({ code: 2, stdout: '' });
  expect(again.stderr).toContain('nothing would be gained');
  // Nobody is asked for a timestamp that could not be saved
  const deaf = ['evidence', 'renew', 'brief.pdf', '--tsa', 'http://127.0.0.1:9/', ...ROOTS];
  expect(await run(...deaf)).toMatchObject({ code: 2, stdout: '' });
  expect(await run(...deaf, '-o', '-')).toMatchObject({ code: 2, stdout: '' });
});

test('what cannot be renewed says why, and leaves no file', async () => {
  const { run, path, tsa } = await anArchive();
  const unknown = await run('evidence', 'renew', 'brief.pdf', '--tsa', tsa);
  expect(unknown).toMatchObject({ code: 10, stdout: '' });
  expect(unknown.stderr).toContain('it is not verified: NO_ROOT');
  const deaf = 'http://127.0.0.1:9/';
  const silent = await run('evidence', 'renew', 'brief.pdf', '--tsa', deaf, ...ROOTS);
  expect(silent).toMatchObject({ code: 9, stdout: '' });
  expect(silent.stderr).toContain(`no valid timestamp came from ${deaf}`);
  await expect(readFile(path('brief-renewed.pdf'))).rejects.toThrow('ENOENT');
  await writeFile(path('plain.pdf'), '%PDF-1.7\nnothing');
  expect(await run('evidence', 'due', 'plain.pdf', ...ROOTS)).toMatchObject({ code: 10 });
  expect(await run('evidence', 'due', 'nowhere', ...ROOTS)).toMatchObject({ code: 2 });
});
