import { createHash } from 'node:crypto';
import { readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import type { ExportedRow } from '../../src/cli/bulk/results/export-run.ts';
import { ANITA, ASHA, openOffice } from '../support/sandbox/an-office.ts';

const MANIFEST =
  '\ufeffFile;Name;Signer 1;Employee No;Note\r\n' +
  `contract.pdf;Offer {{employee no}};${ASHA};007;=1+1\r\n` +
  `contract.pdf;प्रस्ताव ../{{employee no}};${ANITA};008;"two\r\nlines"\r\n`;

const office = await openOffice();
const { run, json } = office.place;
await writeFile(office.path('m.csv'), Buffer.from(MANIFEST, 'utf16le'));

const linesOf = ({ stdout }: { stdout: string }) =>
  stdout
    .trim()
    .split('\n')
    .map((line): Record<string, unknown> => JSON.parse(line));
const exportedRows = async (...flags: readonly string[]) =>
  (await json<{ rows: ExportedRow[] }>('bulk', 'export', 'm.csv', ...flags)).rows;

const FOLDERS = ['0001-Offer-007', '0002-प्रस्ताव-008'];

async function sumsHold(folder: string): Promise<string[]> {
  const text = await readFile(office.path(`${folder}/sha256sums.txt`), 'utf8');
  const lines = text.trim().split('\n');
  for (const line of lines) {
    const [sum, path] = line.split('  ');
    const bytes = await readFile(office.path(`${folder}/${path}`));
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(sum);
  }
  return lines.map((line) => line.split('  ')[1] ?? '');
}

test('a run is exported, watched and downloaded, whatever is in the way', async () => {
  expect((await run('bulk', 'export', 'm.csv')).code).toBe(5);
  await json('profile', 'set', 'sandbox', '--allow-recipient', 'asha@*');
  const netted = await run('bulk', 'send', 'm.csv', '--yes', '--json');
  expect(netted).toMatchObject({ code: 2, stdout: '' });
  expect(JSON.parse(netted.stderr).error.faults).toMatchObject([
    {
      row: 2,
      line: 3,
      problem: expect.stringContaining('anita@example.in is not allowed; profile "sandbox"'),
    },
  ]);
  await json('profile', 'set', 'sandbox', '--allow-any-recipient');
  expect((await run('bulk', 'send', 'm.csv', '--yes')).code).toBe(0);

  const [first, second] = await exportedRows();
  expect(first).toMatchObject({ row: 1, state: 'sent', status: 'SENT', signers: { signed: 0 } });
  expect(first?.columns).toEqual({ 'Employee No': '007', Note: '=1+1' });
  expect(first).not.toHaveProperty('links');
  const linked = await exportedRows('--links');
  expect(linked.map(({ links }) => links?.[0]?.signUrl)).toEqual([
    expect.stringContaining('/sign/'),
    expect.stringContaining('/sign/'),
  ]);
  const told = await run('bulk', 'export', 'm.csv', '--signers', '--delimiter', 'semicolon');
  expect(told.stdout).toMatch(/^row;line;.*;signer1_name;signer1_email;signer1_signedAt;/);
  expect(told.stdout).toContain(';Asha Rao;asha@example.in;;');
  expect(told.stdout).not.toContain('/sign/');
  const file = ['--links', '--format', 'json', '-o', 'links.json'];
  expect((await run('bulk', 'export', 'm.csv', ...file)).code).toBe(0);
  expect((await stat(office.path('links.json'))).mode & 0o777).toBe(0o600);
  expect((await run('bulk', 'export', 'm.csv', ...file)).code).toBe(2);
  const csv = (await run('bulk', 'export', 'm.csv', '--bom')).stdout;
  expect(csv.startsWith('\ufeffrow,line,file,name,state,documentId,status,')).toBe(true);
  expect(csv).toContain(",007,'=1+1\r\n");
  expect(csv).toContain(',008,"two\nlines"\r\n');

  const late = await run('bulk', 'watch', 'm.csv', '--timeout', '1s', '--json');
  expect(late.code).toBe(8);
  expect(linesOf(late).map(({ type, row }) => [type, row])).toContainEqual(['document', 1]);
  const early = await run('bulk', 'download', 'm.csv', '--to', 'early');
  expect(early.code).toBe(12);
  expect(early.stderr).toContain('2 rows not completed');

  for (const row of [first, second]) await office.sign(`${row?.documentId}`);
  const watched = await run('bulk', 'watch', 'm.csv', '--json');
  expect(watched.code).toBe(0);
  expect(linesOf(watched).at(-1)).toEqual({
    type: 'summary',
    ended: 0,
    rows: 2,
    sent: 2,
    completed: 2,
    signed: 2,
    signatures: 2,
  });
});

test('signed PDFs and certificates lie in folders, checked and summed', async () => {
  // The PDFs that were sent need not be there any more
  await rm(office.path('contract.pdf'));
  const saved = await run('bulk', 'download', 'm.csv', '--to', 'archive', '--json');
  expect(saved.code).toBe(0);
  expect(linesOf(saved).at(-1)).toMatchObject({ type: 'summary', rows: 2, saved: 2, waiting: 0 });
  expect(linesOf(saved)).toContainEqual(expect.objectContaining({ row: 2, verified: true }));
  expect((await readdir(office.path('archive'))).sort()).toEqual([...FOLDERS, 'sha256sums.txt']);
  expect(await sumsHold('archive')).toEqual(
    FOLDERS.flatMap((folder) => [`${folder}/certificate.pdf`, `${folder}/signed.pdf`]),
  );
  expect((await run('verify', `archive/${FOLDERS[1]}/signed.pdf`)).code).toBe(0);
});

test('an interrupted download continues, and reports files that do not verify', async () => {
  const [one = '', two = ''] = FOLDERS;
  await rm(office.path(`archive/${one}/certificate.pdf`));
  await rm(office.path('archive/sha256sums.txt'));
  const again = await run('bulk', 'download', 'm.csv', '--to', 'archive', '--json');
  expect(linesOf(again).at(-1)).toMatchObject({ saved: 1, kept: 1 });
  expect(await sumsHold('archive')).toHaveLength(4);

  const other = await readFile(office.path(`archive/${two}/certificate.pdf`));
  await writeFile(office.path(`archive/${one}/certificate.pdf`), other);
  const swapped = await run('bulk', 'download', 'm.csv', '--to', 'archive');
  expect(swapped.code).toBe(10);
  expect(swapped.stderr).toContain('the certificate is about another document');
  const forced = await run('bulk', 'download', 'm.csv', '--to', 'archive', '--force', '--json');
  expect(linesOf(forced).at(-1)).toMatchObject({ saved: 2, kept: 0, refused: 0 });
  expect(await sumsHold('archive')).toHaveLength(4);
});
