import { expect, test } from 'vitest';
import { readDocuments } from '../../../src/cli/finding/find-here.ts';
import { numbered } from '../../support/cli/many-documents.ts';
import { aClient, aDocument } from '../../support/client/a-client.ts';
import { answerJson, serveHttp } from '../../support/network/http-server.ts';

const { signal } = new AbortController();
const IDS = Array.from({ length: 30 }, (_, place) => numbered(place));

const AT_ONCE = 8;

/** A service that answers each request as the function says; the first eight wait for each other. */
async function open(answer: (count: number, documentId: string) => number | object, headers = {}) {
  let count = 0;
  const together = { now: 0, most: 0 };
  const held: Array<() => void> = [];
  const { baseUrl, received } = await serveHttp(({ url }, response) => {
    count += 1;
    const documentId = url.split('/').at(-1) ?? '';
    const answered = answer(count, documentId);
    together.now += 1;
    together.most = Math.max(together.most, together.now);
    const reply = () => {
      together.now -= 1;
      if (typeof answered === 'object') answerJson(response, 200, answered);
      else if (answered === 404)
        answerJson(response, 404, { error: 'not_found', message: 'No such document.' });
      else response.writeHead(answered, headers).end('no');
    };
    if (count <= AT_ONCE) held.push(reply);
    if (count === AT_ONCE) for (const one of held) one();
    if (count > AT_ONCE) reply();
  });
  const read: string[] = [];
  const run = (own = signal) =>
    readDocuments(aClient(baseUrl).client, IDS, {
      signal: own,
      onRead: (id, document) => void read.push(document ? id : `no ${id}`),
    });
  return { run, read, received, together };
}

const found = (documentId: string) => aDocument({ documentId });

test('each document is read once, eight at once', async () => {
  const { run, read, received, together } = await open((_, id) => found(id));
  await run();
  expect([...read].sort()).toEqual(IDS);
  expect(received).toHaveLength(IDS.length);
  expect(together.most).toBe(AT_ONCE);
});

test('a 429 has everybody wait as long as it says, and each document is read all the same', async () => {
  const times: number[] = [];
  const { run, read } = await open(
    (count, id) => {
      times.push(performance.now());
      return count === 9 ? 429 : found(id);
    },
    { 'retry-after': '1' },
  );
  await run();
  expect([...read].sort()).toEqual(IDS);
  const gaps = times.slice(1).map((time, at) => time - (times[at] ?? 0));
  expect(gaps.filter((gap) => gap > 950)).toHaveLength(1);
});

test('a document that is gone is told, and the others are read', async () => {
  const { run, read } = await open((_, id) => (id === numbered(3) ? 404 : found(id)));
  await run();
  expect([...read].sort()).toEqual([
    ...IDS.filter((id) => id !== numbered(3)),
    `no ${numbered(3)}`,
  ]);
});

test.each([
  ['a refusal', 403, {}],
  ['a wish to be left alone for longer than a minute', 429, { 'retry-after': '61' }],
])('%s ends the reading', async (_, status, headers) => {
  const { run, received } = await open(() => status, headers);
  await expect(run()).rejects.toMatchObject({ status });
  expect(received.length).toBe(AT_ONCE);
});

test('a reading that is stopped while it waits ends at once', async () => {
  const stop = new AbortController();
  const { run } = await open(() => 429, { 'retry-after': '50' });
  const ended = expect(run(stop.signal)).rejects.toMatchObject({ name: 'AbortedError' });
  setTimeout(() => stop.abort(), 100);
  await ended;
});
