import { expect, test } from 'vitest';
import { listDocuments } from '../../../src/cli/documents/list-documents.ts';
import { aClient } from '../../support/a-client.ts';
import { manyDocuments, numbered } from '../../support/many-documents.ts';

const { signal } = new AbortController();
test.each([
  [{ limit: 2, offset: 0 }, [0, 1]],
  [{ limit: 2, offset: 100 }, [100, 101]],
  [{ limit: 2, offset: 0, status: 'COMPLETED' }, [2, 5]],
  [{ limit: 2, offset: 2, status: 'COMPLETED' }, [8, 11]],
  [{ limit: 2, offset: 70, status: 'COMPLETED' }, [212, 215]],
  [{ limit: 5, offset: 82, status: 'COMPLETED' }, [248]],
  [{ limit: 5, offset: 83, status: 'COMPLETED' }, []],
  [{ limit: Number.POSITIVE_INFINITY, offset: 248 }, [248, 249]],
])('%j lists the documents %j', async (query, numbers) => {
  const { baseUrl } = await manyDocuments();
  const { documents } = await listDocuments(aClient(baseUrl).client, query, signal);
  expect(documents.map(({ documentId }) => documentId)).toEqual(numbers.map(numbered));
});
