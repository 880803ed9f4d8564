import { expect, test } from 'vitest';
import type { RowState } from '../../../../src/cli/bulk/journal/row-state.ts';
import { afterEntry } from '../../../../src/cli/bulk/journal/row-state.ts';
import type { KnownRow } from '../../../../src/cli/bulk/results/known-run.ts';
import type { Changed } from '../../../../src/cli/bulk/results/watch-run.ts';
import { watchRun } from '../../../../src/cli/bulk/results/watch-run.ts';
import { EsignClient } from '../../../../src/client/index.ts';
import { answerJson, serveHttp } from '../../../support/network/http-server.ts';

const moment = '2026-11-20T12:04:31.512Z';
const idOf = (row: number) => `5f0c1d5e-0f64-4f0e-9a3c-${String(row).padStart(12, '0')}`;

function sent(row: number): RowState {
  const key = '0'.repeat(64);
  const entry = { row, key, op: 'send', phase: 'ok', attempt: 1, ts: moment } as const;
  return afterEntry(undefined, { ...entry, documentId: idOf(row) });
}

function known(row: number): KnownRow {
  const about = { row, line: row + 1, file: 'a.pdf', name: `Offer ${row}`, columns: {} };
  return { ...about, status: 'sent', state: sent(row) };
}

function summary(row: number, signed: number) {
  const status = signed === 1 ? 'COMPLETED' : 'SENT';
  const signers = { total: 1, signed };
  return { documentId: idOf(row), name: `Offer ${row}`, status, createdAt: moment, signers };
}

const ROWS = 250;
const rows = Array.from({ length: ROWS }, (_, at) => known(at + 1));
const name = { manifest: 'm.csv', journal: undefined };

/** A service whose documents are listed newest first; `set` replaces them. */
async function listing(documents: readonly ReturnType<typeof summary>[]) {
  let current = [...documents];
  let failures = 0;
  const { baseUrl, received } = await serveHttp(({ url }, response) => {
    if (failures-- > 0) return answerJson(response, 503, { error: 'internal_error', message: '' });
    const offset = Number(new URL(url, 'http://x').searchParams.get('offset'));
    const page = current.slice(offset, offset + 100);
    return answerJson(response, 200, { documents: page, limit: 100, offset });
  });
  const client = new EsignClient({ baseUrl, apiKey: 'sk_test_1', maxRetries: 0 });
  return {
    client,
    received,
    fail: (times: number) => {
      failures = times;
    },
    set: (next: readonly ReturnType<typeof summary>[]) => {
      current = [...next];
    },
  };
}

const signal = new AbortController().signal;
const options = { name, rows, interval: 1, signal };
const newestFirst = (of: (row: number) => number) =>
  rows.map(({ row }) => summary(row, of(row))).reverse();

test('many documents are watched by few pages until the last is completed', async () => {
  const service = await listing(newestFirst(() => 0));
  const polls: Changed[][] = [];
  const troubles: string[] = [];
  const { totals } = await watchRun(service.client, options, {
    onPoll: (changed) => {
      polls.push([...changed]);
      if (polls.length === 1) service.fail(2);
      // The oldest document is on the last page
      service.set(newestFirst((row) => (row > 1 || polls.length > 1 ? 1 : 0)));
    },
    onTrouble: ({ message }) => troubles.push(message),
  });
  expect(totals).toEqual({
    rows: 250,
    sent: 250,
    completed: 250,
    ended: 0,
    signed: 250,
    signatures: 250,
  });
  expect(polls.map((changed) => changed.length)).toEqual([250, 249, 1]);
  expect(troubles).toHaveLength(2);
  const endings = service.received.filter(({ url }) => url.includes('/search?'));
  // What it answers is no search, so that it is not asked again
  expect(endings).toHaveLength(1);
  expect(service.received.length - endings.length).toBe(3 + 2 + 3 + 3);
});

test('a document that the account does not have ends the watch', async () => {
  const service = await listing(newestFirst(() => 0).slice(1));
  const watcher = { onPoll: () => undefined, onTrouble: () => undefined };
  await expect(watchRun(service.client, options, watcher)).rejects.toMatchObject({
    code: 'not_found',
    exitCode: 5,
    message: expect.stringContaining(`sent as row ${ROWS}`),
  });
});

test('a watch ends with 8 when its time runs out, though the service never answers well', async () => {
  const service = await listing([]);
  service.fail(Number.POSITIVE_INFINITY);
  const watcher = { onPoll: () => undefined, onTrouble: () => undefined };
  const timed = { ...options, timeout: 50 };
  await expect(watchRun(service.client, timed, watcher)).rejects.toMatchObject({ exitCode: 8 });
});
