import { expect, onTestFinished, test } from 'vitest';
import { DoneInMemory, deliveryKey, signWebhook } from '../../../src/client/index.ts';
import {
  BODY,
  EVENT,
  HEADERS,
  openWebhooks,
  SECRET,
  signedAs,
} from '../../support/outbox/receive-world.ts';

const delivery = { rawBody: BODY, headers: HEADERS };

test('without a secret every delivery gets a 500, so that it is retried', async () => {
  const { webhooks, trouble } = openWebhooks({ secrets: '' });
  expect(await webhooks.handle(delivery)).toEqual({ status: 500 });
  expect(trouble).toMatchObject([{ error: { reason: 'no_secret' } }]);
});

test('a repeat is acknowledged and not handled again, also under the next secret', async () => {
  const { webhooks, events } = openWebhooks({ secrets: [SECRET, 'next'] });
  const headers = { ...HEADERS, 'x-service-signature': signWebhook(BODY, 'next') };
  const statuses = [
    await webhooks.handle(delivery),
    await webhooks.handle({ ...delivery, headers }),
  ];
  expect([statuses, events]).toEqual([[{ status: 204 }, { status: 204 }], [EVENT]]);
});

test('repeats that come at once share one handler', async () => {
  let calls = 0;
  const { webhooks } = openWebhooks({
    onEvent: () => {
      calls += 1;
      return new Promise((resolve) => setTimeout(resolve, 20));
    },
  });
  const answers = await Promise.all([1, 2, 3].map(() => webhooks.handle(delivery)));
  expect([answers.map(({ status }) => status), calls]).toEqual([[204, 204, 204], 1]);
});

test('a failed handler is a 500, and the next attempt is handled', async () => {
  let calls = 0;
  const error = new Error('the database is away');
  const { webhooks, trouble } = openWebhooks({
    onEvent: () => {
      calls += 1;
      if (calls === 1) throw error;
    },
  });
  const statuses = [await webhooks.handle(delivery), await webhooks.handle(delivery)];
  expect([statuses, calls]).toEqual([[{ status: 500 }, { status: 204 }], 2]);
  expect(trouble).toEqual([
    { status: 500, message: 'the handler failed', error, key: deliveryKey(BODY) },
  ]);
});

test('a slow handler is acknowledged with 202, goes on, and its failure is reported', async () => {
  let fail: (error: Error) => void = () => undefined;
  const { webhooks, trouble } = openWebhooks({
    ackAfterMs: 10,
    onEvent: () =>
      new Promise((_, reject) => {
        fail = reject;
      }),
  });
  expect([await webhooks.handle(delivery), trouble]).toEqual([{ status: 202 }, []]);
  fail(new Error('too late'));
  await expect.poll(() => trouble).toMatchObject([{ status: 202, error: { message: 'too late' } }]);
});

test('with an infinite limit a handler is awaited', async () => {
  const { webhooks } = openWebhooks({
    ackAfterMs: Number.POSITIVE_INFINITY,
    onEvent: () => new Promise((resolve) => setTimeout(resolve, 20)),
  });
  expect(await webhooks.handle(delivery)).toEqual({ status: 204 });
});

test('an event of an unknown type is acknowledged, and passed to its handler', async () => {
  const unknown: unknown[] = [];
  const { webhooks, events } = openWebhooks({
    onUnknownEvent: (event, facts) => unknown.push(event, facts),
  });
  const rawBody = '{"event":"document.viewed"}';
  const headers = signedAs(rawBody, 'document.viewed');
  expect(await webhooks.handle({ rawBody, headers })).toEqual({ status: 204 });
  expect(await openWebhooks().webhooks.handle({ rawBody, headers })).toEqual({ status: 204 });
  const facts = { key: deliveryKey(rawBody), secretIndex: 0 };
  expect([unknown, events]).toEqual([[{ event: 'document.viewed' }, facts], []]);
});

test('a failing memory loses nothing: a 500 before the handler, a 204 after it', async () => {
  const away = () => Promise.reject(new Error('away'));
  const blind = openWebhooks({ done: { has: away, add: away } });
  expect([await blind.webhooks.handle(delivery), blind.events]).toEqual([{ status: 500 }, []]);
  const deaf = openWebhooks({ done: { has: () => false, add: away } });
  expect([await deaf.webhooks.handle(delivery), deaf.events]).toEqual([{ status: 204 }, [EVENT]]);
  expect(deaf.trouble).toMatchObject([{ message: 'the delivery cannot be remembered' }]);
});

test('a listener of trouble that throws does not change the answer', async () => {
  const onTrouble = () => {
    throw new Error('the log is full');
  };
  const said: unknown[] = [];
  const { error } = console;
  console.error = (...words: unknown[]) => said.push(words);
  onTestFinished(() => {
    console.error = error;
  });
  const { webhooks } = openWebhooks({ onTrouble });
  expect(await webhooks.handle({ rawBody: 'x', headers: HEADERS })).toEqual({ status: 401 });
  expect(said).toHaveLength(1);
});

test('memory expires and is bounded', () => {
  const done = new DoneInMemory(3);
  const keys = Array.from({ length: 100 }, (_, index) => `key ${index}`);
  for (const key of keys) done.add(key, 60_000);
  expect(keys.slice(-3).every((key) => done.has(key))).toBe(true);
  expect(done.has('key 0')).toBe(false);
  expect(done.size).toBeLessThanOrEqual(6);
  done.add('key 99', -1);
  expect(done.has('key 99')).toBe(false);
});

test('undefined options are the defaults', async () => {
  const rest = { done: undefined, onTrouble: undefined, ackAfterMs: undefined };
  const receiver = Reflect.apply(openWebhooks, undefined, [rest]);
  expect(await receiver.webhooks.handle(delivery)).toEqual({ status: 204 });
  expect(receiver.events).toEqual([EVENT]);
});
