import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { readErasures } from '../../../src/cli/admin/read-erasures.ts';
import { temporaryFolder } from '../../support/store/database.ts';

const DOCUMENT = {
  erasureId: '0d1f0a38-1cf6-4b4c-bb7b-9e6b6d7a8a01',
  accountId: 'acc_1',
  documentId: '4db7a029-2740-4048-a0ca-d5b737739989',
  requestedAt: '2026-11-20T12:00:00.000Z',
  finishedAt: null,
};
const ACCOUNT = { ...DOCUMENT, documentId: null };

async function read(text: string) {
  const folder = await temporaryFolder();
  onTestFinished(() => folder.remove());
  const path = join(folder.path, 'erasures.jsonl');
  await writeFile(path, text);
  return await readErasures(path);
}

test('the lines of a ledger are read, and empty ones left out', async () => {
  const requestedAt = new Date(DOCUMENT.requestedAt);
  expect(await read(`${JSON.stringify(DOCUMENT)}\n\n${JSON.stringify(ACCOUNT)}\n`)).toEqual([
    { accountId: 'acc_1', documentId: DOCUMENT.documentId, requestedAt },
    { accountId: 'acc_1', documentId: null, requestedAt },
  ]);
});

test.each([
  ['no JSON', '{"accountId"'],
  ['no account', JSON.stringify({ ...DOCUMENT, accountId: undefined })],
  ['no UUID of a document', JSON.stringify({ ...DOCUMENT, documentId: 'all' })],
  ['no word of a document', JSON.stringify({ ...DOCUMENT, documentId: undefined })],
  ['no time', JSON.stringify({ ...DOCUMENT, requestedAt: 'yesterday' })],
])('a line with %s is named, and nothing of the ledger is used', async (_what, line) => {
  await expect(read(`${JSON.stringify(ACCOUNT)}\n${line}\n`)).rejects.toThrow(
    'line 2 of the ledger is no erasure; nothing was erased',
  );
});
