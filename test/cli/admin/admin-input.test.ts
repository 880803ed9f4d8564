import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { readTerm } from '../../../commands/admin/account/set.ts';
import { readCredits } from '../../../src/cli/admin/admin-command.ts';
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

test.each(['1', '100', '1000000'])('%s is a number of credits', (text) => {
  expect(readCredits(text)).toBe(Number(text));
});

test.each(['0', '-1', '1.5', 'ten', '', '01', '1e3', '12345678'])('%j is none', (text) => {
  expect(() => readCredits(text)).toThrow('it must be a whole number from 1 to 1000000');
});

test.each([
  ['forever', null],
  ['1d', 1],
  ['90d', 90],
  ['1y', 366],
  ['3y', 1096],
  ['8y', 2922],
])('%s is a term of %s days', (text, days) => {
  expect(readTerm(text)).toBe(days);
});

test.each(['', '0d', '3', '3m', '1.5y', '-1d', 'for ever', '3y 1d'])('%j is no term', (text) => {
  expect(() => readTerm(text)).toThrow('is not a term such as 90d, 3y or forever');
});
