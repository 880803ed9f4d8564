import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { ReceiveUntilOptions } from '../../../../src/cli/webhook/listen/receive-until.ts';
import { receiveUntil } from '../../../../src/cli/webhook/listen/receive-until.ts';
import { makeTestFolder } from '../../../support/cli/run-esign.ts';
import {
  EVENT_BODY,
  post,
  signedHeaders,
  WEBHOOK_SECRET,
} from '../../../support/outbox/open-receiver.ts';
import { removeFolder } from '../../../support/remove-folder.ts';

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

const of = (event: string, documentId = '5f0c1d5e-0f64-4f0e-9a3c-2b7d1f6f8a11', at = 0) =>
  Buffer.from(
    JSON.stringify({
      event,
      documentId,
      status: 'SENT',
      occurredAt: new Date(at).toISOString(),
      signers: [
        { signerId: 'a', hasSigned: true },
        { signerId: 'b', hasSigned: false },
      ],
    }),
  );

const send = (url: string, body: Buffer, secret?: string) =>
  post(url, body, {
    ...signedHeaders(body, secret),
    'X-Service-Event': JSON.parse(body.toString()).event,
  });

test('only deliveries that verify count toward the end', async () => {
  const statuses: number[] = [];
  const summary = await receive({
    exitAfter: 2,
    timeoutMs: 5000,
    onReady: async ({ url }) => {
      for (const secret of ['whsec_other', WEBHOOK_SECRET, WEBHOOK_SECRET]) {
        const { status } = await send(url, EVENT_BODY, secret);
        statuses.push(status);
      }
    },
  });
  expect(statuses.slice(0, 2)).toEqual([401, 204]);
  expect(summary).toMatchObject({ ended: 'enough', accepted: 2, rejected: 1, duplicates: 2 });
  expect(summary.slowestMs).toBeTypeOf('number');
});

test('time that runs out ends it, and nothing listens any more', async () => {
  let at = '';
  const summary = await receive({
    exitAfter: 1,
    timeoutMs: 60,
    onReady: ({ url }) => {
      at = url;
    },
  });
  expect(summary).toEqual({
    ended: 'timeout',
    accepted: 0,
    rejected: 0,
    duplicates: 0,
    ignored: 0,
    refused: 0,
    late: 0,
    unsaved: 0,
    slowestMs: null,
    unanswered: [],
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

const OTHER = 'aaaaaaaa-0f64-4f0e-9a3c-2b7d1f6f8a11';

test('only what is chosen is told and counted; the rest is answered 204', async () => {
  const told: (string | null)[] = [];
  const summary = await receive({
    exitAfter: 1,
    events: ['document.completed'],
    respond: [{ status: 202, times: 1 }],
    onDelivery: ({ number, event, documentId }) => told.push(`${number} ${event} ${documentId}`),
    onReady: async ({ url }) => {
      expect((await send(url, of('signer.signed'))).status).toBe(204);
      expect((await send(url, of('document.completed'))).status).toBe(202);
    },
  });
  expect(told).toEqual(['1 document.completed 5f0c1d5e-0f64-4f0e-9a3c-2b7d1f6f8a11']);
  expect(summary).toMatchObject({ ended: 'enough', accepted: 1, ignored: 1 });
});

test('a bad signature is told of whatever is chosen', async () => {
  const { rejected, ignored } = await receive({
    timeoutMs: 5000,
    events: ['document.completed'],
    onReady: async ({ url }) => void (await send(url, of('signer.signed'), 'whsec_other')),
    beside: async () => undefined,
  });
  expect({ rejected, ignored }).toEqual({ rejected: 1, ignored: 0 });
});

test('what is waited for ends it, even where it is not chosen, but not with a bad signature', async () => {
  const until = { event: 'document.completed', document: '5f0c1d5e' };
  const answers: number[] = [];
  const { ended, accepted } = await receive({
    until,
    events: ['signer.signed'],
    onReady: async ({ url }) => {
      const secrets = ['whsec_other', undefined];
      answers.push((await send(url, of('document.completed', OTHER))).status);
      for (const secret of secrets) answers.push((await send(url, of(until.event), secret)).status);
    },
  });
  expect({ ended, accepted, answers }).toEqual({
    ended: 'enough',
    accepted: 1,
    answers: [204, 401, 204],
  });
});

test('statuses are answered in order, and the last one stays; what a repeat settles is settled', async () => {
  const [first, second] = [of('signer.signed', undefined, 1), of('signer.signed', undefined, 2)];
  const statuses: number[] = [];
  const { unanswered } = await receive({
    respond: [
      { status: 500, times: 2 },
      { status: 200, times: 1 },
      { status: 503, times: 1 },
    ],
    onReady: async ({ url }) => {
      for (const body of [first, second, first, second, second])
        statuses.push((await send(url, body)).status);
    },
    beside: async () => undefined,
  });
  expect(statuses).toEqual([500, 500, 200, 503, 503]);
  expect(unanswered.map(({ number, status }) => ({ number, status }))).toEqual([
    { number: 5, status: 503 },
  ]);
});

test('the end of the work beside it ends it, and what it throws is thrown once nothing listens', async () => {
  let at = '';
  const done = await receive({ onReady: () => undefined, beside: async () => undefined });
  expect(done.ended).toBe('done');
  const failing = receive({
    onReady: ({ url }) => {
      at = url;
    },
    beside: () => Promise.reject(new Error('no such program')),
  });
  await expect(failing).rejects.toThrow('no such program');
  await expect(post(at)).rejects.toThrow();
});

test('a stop is told to the work beside it, and waited for', async () => {
  const stop = new AbortController();
  let isDone = false;
  const { ended } = await receive({
    signal: stop.signal,
    onReady: () => undefined,
    beside: async (_, over) => {
      setTimeout(() => stop.abort(), 10);
      await once(over, 'abort');
      isDone = true;
    },
  });
  expect({ ended, isDone }).toEqual({ ended: 'stopped', isDone: true });
});

test('where a delivery cannot be kept it is told of, and counted', async () => {
  const folder = await makeTestFolder();
  const failures: unknown[] = [];
  const saved: (string | undefined)[] = [];
  const { unsaved, accepted } = await receive({
    saveTo: join(folder, 'kept'),
    onUnsaved: (error) => failures.push(error),
    onDelivery: (_, savedAs) => saved.push(savedAs),
    onReady: async ({ url }) => {
      await send(url, of('signer.signed'));
      await expect.poll(() => saved).toHaveLength(1);
      await removeFolder(join(folder, 'kept'));
      await writeFile(join(folder, 'kept'), 'a file stands where the folder was');
      await send(url, of('document.completed'));
    },
    beside: async () => undefined,
  });
  expect({ unsaved, accepted, failures: failures.length }).toEqual({
    unsaved: 1,
    accepted: 2,
    failures: 1,
  });
  expect(saved).toEqual([expect.stringMatching(/kept.*\.json$/), undefined]);
});
