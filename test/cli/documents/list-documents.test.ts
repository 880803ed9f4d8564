import { expect, test } from 'vitest';
import { listDocuments } from '../../../src/cli/documents/list-documents.ts';
import { manyDocuments, numbered } from '../../support/cli/many-documents.ts';
import { aClient } from '../../support/client/a-client.ts';

const { signal } = new AbortController();
const ALL = Number.POSITIVE_INFINITY;

test.each([
  [{ limit: 2, offset: 0 }, [0, 1], true],
  [{ limit: 2, offset: 100 }, [100, 101], true],
  [{ limit: 2, offset: 248 }, [248, 249], false],
  [{ limit: 1, offset: 248 }, [248], true],
  [{ limit: 2, offset: 250 }, [], false],
  [{ limit: ALL, offset: 248 }, [248, 249], false],
])('%j lists the documents %j; more follow: %s', async (part, numbers, hasMore) => {
  const { baseUrl } = await manyDocuments();
  const listing = await listDocuments(aClient(baseUrl).client, part, signal);
  expect(listing.documents.map(({ documentId }) => documentId)).toEqual(numbers.map(numbered));
  expect(listing.hasMore).toBe(hasMore);
});

test.each([
  [99, 1],
  [100, 2],
  [249, 3],
  [250, 3],
  [ALL, 3],
])('%i documents are read in %i pages', async (limit, pages) => {
  const { baseUrl, received } = await manyDocuments();
  const listing = await listDocuments(aClient(baseUrl).client, { limit, offset: 0 }, signal);
  expect(listing.documents).toHaveLength(Math.min(limit, 250));
  expect(listing.hasMore).toBe(limit < 250);
  expect(received).toHaveLength(pages);
});
