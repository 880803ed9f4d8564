import { appendFile, open, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { lockJournal, openJournal, writerOf } from '../../../../src/cli/bulk/journal/journal.ts';
import type { RowEntry } from '../../../../src/cli/bulk/journal/journal-entry.ts';
import { readJournal } from '../../../../src/cli/bulk/journal/read-journal.ts';
import { makeTestFolder } from '../../../support/cli/run-esign.ts';

const KEY = 'a'.repeat(64);
const START = {
  run: 'start' as const,
  ts: '2026-11-20T12:00:00.000Z',
  pid: 1,
  baseUrl: 'https://esign.example.com',
  manifest: KEY,
  rows: 3,
  baselineIds: ['d0'],
};
const entry = (told: Partial<RowEntry>): RowEntry => ({
  row: 1,
  key: KEY,
  op: 'create',
  phase: 'intent',
  attempt: 1,
  ts: '2026-11-20T12:00:01.000Z',
  ...told,
});

const inFolder = async () => join(await makeTestFolder(), 'run.journal.jsonl');

async function written(...entries: readonly RowEntry[]): Promise<string> {
  const path = await inFolder();
  const journal = await openJournal(path, { bytes: 0 });
  for (const one of [START, ...entries]) journal.add(one);
  await journal.close();
  return path;
}

test('a journal is read as it was written: rows, runs and claimed documents', async () => {
  const path = await written(entry({}), entry({ phase: 'ok', documentId: 'd1' }));
  const { first, states, claimed } = await readJournal(path);
  expect(first).toEqual(START);
  expect(states.get(1)).toMatchObject({ op: 'create', phase: 'ok', documentId: 'd1' });
  expect([...claimed]).toEqual(['d0', 'd1']);
});

test('a line that a crash tore is ignored, and cut off before more is written', async () => {
  const path = await written(entry({}));
  await appendFile(path, '{"row":1,"key":"aaaa');
  const content = await readJournal(path);
  expect(content.states.get(1)?.phase).toBe('intent');
  const journal = await openJournal(path, content);
  journal.add(entry({ phase: 'ok', documentId: 'd1' }));
  await journal.close();
  expect((await readJournal(path)).states.get(1)?.phase).toBe('ok');
  expect(await readFile(path, 'utf8')).not.toContain('"aaaa{');
});

test.each([
  ['a line that is no JSON', 'not JSON\n'],
  ['a phase that there is not', `${JSON.stringify({ ...entry({}), phase: 'sent' })}\n`],
  ['a key that is none', `${JSON.stringify({ ...entry({}), key: 'x' })}\n`],
])('%s is no journal, and is never guessed at', async (_, line) => {
  const path = await written(entry({}));
  await appendFile(path, line);
  await expect(readJournal(path)).rejects.toMatchObject({ code: 'journal_damaged', exitCode: 2 });
});

test('a file that does not start with a run is not a journal', async () => {
  const path = await inFolder();
  await writeFile(path, `${JSON.stringify(entry({}))}\n`);
  await expect(readJournal(path)).rejects.toMatchObject({ code: 'journal_damaged' });
});

test('rows that commit at once share a write, and each is on disk when its commit resolves', async () => {
  const path = await inFolder();
  const journal = await openJournal(path, { bytes: 0 });
  journal.add(START);
  const seen = await Promise.all(
    Array.from({ length: 50 }, async (_, index) => {
      journal.add(entry({ row: index + 1 }));
      await journal.commit();
      return (await readFile(path, 'utf8')).includes(`{"row":${index + 1},`);
    }),
  );
  await journal.close();
  expect(seen).toEqual(Array(50).fill(true));
  expect((await readJournal(path)).states.size).toBe(50);
});

test('a disk that takes nothing any more fails every commit from then on', async () => {
  const path = await inFolder();
  const file = await open(path, 'a');
  const { Journal } = await import('../../../../src/cli/bulk/journal/journal.ts');
  const journal = new Journal(file, true);
  await file.close();
  journal.add(entry({}));
  await expect(journal.commit()).rejects.toThrow();
  journal.add(entry({}));
  await expect(journal.commit()).rejects.toThrow();
});

test('one run at a time writes a journal, and leaves no lock behind', async () => {
  const path = await inFolder();
  const lock = await lockJournal(path);
  await expect(lockJournal(path)).rejects.toMatchObject({
    code: 'journal_in_use',
    message: expect.stringContaining(`being written by process ${process.pid} (esign bulk)`),
    exitCode: 2,
  });
  expect(await writerOf(path)).toBe(process.pid);
  await lock.release();
  expect(await writerOf(path)).toBeUndefined();
  expect(await readdir(join(path, '..'))).toEqual([]);
});
