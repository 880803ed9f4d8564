import { expect, test } from 'vitest';
import { waitForDatabase } from '../../../src/service/serve/wait-for-database.ts';

const NOBODY = 'postgresql://esign:rosebud@127.0.0.1:9/esign';

test('a database that does not answer in time is an error, without its password', async () => {
  const { signal } = new AbortController();
  const wait = waitForDatabase(NOBODY, { signal, onWait: () => undefined, forMs: 0 });
  const error = await wait.catch((fault: unknown) => fault);
  expect(error).toMatchObject({ name: 'DatabaseUnusable', isTransient: true });
  expect(String(error)).not.toContain('rosebud');
});

test('the wait is told once, and ends when it is stopped', async () => {
  const stop = new AbortController();
  const reasons: string[] = [];
  await waitForDatabase(NOBODY, {
    signal: stop.signal,
    onWait: (reason) => {
      reasons.push(reason);
      stop.abort();
    },
  });
  expect(reasons).toEqual([expect.stringContaining('ECONNREFUSED')]);
});
