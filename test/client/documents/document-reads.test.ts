import fc from 'fast-check';
import { expect, test } from 'vitest';
import { DocumentPages } from '../../../src/client/documents/document-reads.ts';
import type { DocumentList, PageParams } from '../../../src/client/index.ts';
import { AbortedError, InvalidArgumentError } from '../../../src/client/index.ts';
import { aClient, failureOf } from '../../support/client/a-client.ts';
import { silent, startScript } from '../../support/network/scripted-tcp.ts';

const documentAt = (number: number) => ({
  documentId: `doc_${number}`,
  name: 'Lease agreement',
  status: 'PENDING' as const,
  createdAt: new Date(1_800_000_000_000 - number * 60_000).toISOString(),
  signers: { total: 1, signed: 0 },
});

const documents = (count: number) =>
  Array.from({ length: count }, (_, number) => documentAt(number));

/** A list of the service, clamping the limit to `most`. */
function listOf(count: number, most = 100) {
  const asked: PageParams[] = [];
  const read = async ({ limit = 20, offset = 0 }: PageParams): Promise<DocumentList> => {
    asked.push({ limit, offset });
    const size = Math.min(limit, most);
    return { documents: documents(count).slice(offset, offset + size), limit: size, offset };
  };
  return { read, asked };
}

test('every document comes once, in order, whatever the page size and the clamp', async () => {
  const sizes = fc.record({
    count: fc.integer({ min: 0, max: 60 }),
    limit: fc.integer({ min: 1, max: 30 }),
    most: fc.integer({ min: 1, max: 30 }),
  });
  await fc.assert(
    fc.asyncProperty(sizes, async ({ count, limit, most }) => {
      const all = await new DocumentPages(listOf(count, most).read, { limit }).toArray();
      expect(all).toEqual(documents(count));
    }),
  );
});

test('a list that grows in the meantime yields no document twice', async () => {
  let grown = 0;
  const read = async ({ limit = 10, offset = 0 }: PageParams) => {
    const start = offset - grown;
    grown += 3;
    const all = documents(25);
    return { documents: all.slice(Math.max(0, start), start + limit), limit, offset };
  };
  const all = await new DocumentPages(read, { limit: 10 }).toArray();
  expect(all.map(({ documentId }) => documentId)).toEqual(
    documents(25).map(({ documentId }) => documentId),
  );
});

test('a maximum and a date end the iteration early', async () => {
  const { read, asked } = listOf(250);
  expect(await new DocumentPages(read, {}).toArray({ max: 3 })).toEqual(documents(3));
  expect(await new DocumentPages(read, { since: documentAt(4).createdAt }).toArray()).toEqual(
    documents(5),
  );
  expect(await new DocumentPages(read, {}).toArray({ max: 0 })).toEqual([]);
  expect(asked).toHaveLength(2);
});

test('an invalid date is refused', async () => {
  const { read, asked } = listOf(5);
  const walk = new DocumentPages(read, { since: 'last week' }).toArray();
  await failureOf(walk, InvalidArgumentError);
  expect(asked).toHaveLength(0);
});

test('pages come as the service gives them', async () => {
  const sizes: number[] = [];
  for await (const page of new DocumentPages(listOf(25).read, { limit: 10 }).pages())
    sizes.push(page.documents.length);
  expect(sizes).toEqual([10, 10, 5]);
});

test('an iteration over documents can be aborted', async () => {
  const { baseUrl } = await startScript(silent);
  const controller = new AbortController();
  setTimeout(() => controller.abort('enough'), 30);
  const walk = aClient(baseUrl).client.documents.list({ signal: controller.signal });
  expect(await failureOf(walk.toArray(), AbortedError)).toMatchObject({ cause: 'enough' });
});
