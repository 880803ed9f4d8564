import { expect, test } from 'vitest';
import type { ReceiveUntilOptions } from '../../src/receiver/receive-until.ts';
import { receiveUntil } from '../../src/receiver/receive-until.ts';
import { EVENT_BODY, post, signedHeaders, WEBHOOK_SECRET } from '../support/open-receiver.ts';

function receive(options: Partial<ReceiveUntilOptions> & Pick<ReceiveUntilOptions, 'onReady'>) {
  return receiveUntil({
    host: '127.0.0.1',
    port: 0,
    path: '/',
    secrets: [WEBHOOK_SECRET],
    verify: true,
    maxBodyBytes: 64 * 1024,
    bodyTimeoutMs: 5000,
    signal: new AbortController().signal,
    onDelivery: () => undefined,
    ...options,
  });
}

test('only deliveries that verify count toward the end', async () => {
  const statuses: number[] = [];
  const summary = await receive({
    exitAfter: 2,
    timeoutMs: 5000,
    onReady: async (url) => {
      for (const secret of ['whsec_other', WEBHOOK_SECRET, WEBHOOK_SECRET]) {
        const { status } = await post(url, EVENT_BODY, signedHeaders(EVENT_BODY, secret));
        statuses.push(status);
      }
    },
  });
  expect(statuses.slice(0, 2)).toEqual([401, 204]);
  expect(summary).toMatchObject({ ended: 'enough', accepted: 2, rejected: 1, duplicates: 2 });
  expect(summary.slowestMs).toBeLessThan(2000);
});

test('time that runs out ends it, and nothing listens any more', async () => {
  let at = '';
  const summary = await receive({
    exitAfter: 1,
    timeoutMs: 60,
    onReady: (url) => {
      at = url;
    },
  });
  expect(summary).toEqual({
    ended: 'timeout',
    accepted: 0,
    rejected: 0,
    duplicates: 0,
    slowestMs: null,
  });
  await expect(post(at)).rejects.toThrow();
});

test('an abort ends it, before and after it is ready', async () => {
  const stop = new AbortController();
  const { ended } = await receive({ signal: stop.signal, onReady: () => stop.abort() });
  expect(ended).toBe('stopped');
  const again = await receive({ signal: stop.signal, onReady: () => undefined });
  expect(again.ended).toBe('stopped');
});
