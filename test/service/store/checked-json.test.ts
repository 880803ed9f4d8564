import { beforeAll, expect, test } from 'vitest';
import type { RawStore } from '../../support/store/raw-store.ts';
import { openRawStore } from '../../support/store/raw-store.ts';
import { addAccount, addDocument, aSigner } from '../ports/store-builders.ts';

let raw: RawStore;
beforeAll(async () => {
  raw = await openRawStore();
  return () => raw.store.close();
});

test.each([
  ['documents', 'pages', '[{"width":"wide"}]'],
  ['documents', 'placements', '{}'],
  ['signers', 'positions', '[{"page":1.5}]'],
])('a row of %s with malformed %s is refused when it is read', async (table, column, json) => {
  const accountId = await addAccount(raw.store);
  const { documentId } = await addDocument(raw.store, accountId, { signers: [aSigner(1)] });
  expect(await raw.store.findDocument(documentId)).toMatchObject({ documentId });
  await raw.query(`UPDATE ${table} SET ${column} = $1 WHERE document_id = $2`, [json, documentId]);
  await expect(raw.store.findDocument(documentId)).rejects.toThrow(
    `The database holds malformed ${column}.`,
  );
});
