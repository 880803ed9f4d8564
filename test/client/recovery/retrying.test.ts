import fc from 'fast-check';
import { expect, test } from 'vitest';
import { apiErrorFrom } from '../../../src/client/errors/api-error.ts';
import {
  AbortedError,
  ApiError,
  ConnectionError,
  ResponseShapeError,
  TimeoutError,
} from '../../../src/client/index.ts';
import { decideRetry, evidenceOf } from '../../../src/client/recovery/retrying.ts';
import { aClient, failureOf } from '../../support/client/a-client.ts';
import { reply, startScript } from '../../support/network/scripted-tcp.ts';

const refused = (status: number, headers: Record<string, string> = {}) =>
  apiErrorFrom(
    {
      status,
      headers,
      body: Buffer.from(''),
      operation: 'x',
      method: 'POST',
      path: '/',
      attempts: 1,
    },
    { apiKey: '', now: 0 },
  );
const broken = (opened: boolean, more: object = {}) =>
  new ConnectionError('broke', { phase: opened ? 'sent' : 'connect', opened, ...more });
const late = (which: 'connect' | 'try' | 'total', opened: boolean) =>
  new TimeoutError('late', { which, opened });

const ask = { attempt: 1, maxRetries: 2, maxRetryAfterMs: 60_000, random: 0.5 };

// The error, its evidence, whether a read is retried, whether a write is
const TABLE = [
  ['refused connection', broken(false), 'not-applied', true, true],
  ['reset after the connection stood', broken(true), 'unknown', true, false],
  ['answer of 200 cut', broken(true, { phase: 'answer', status: 200 }), 'answer-lost', true, false],
  [
    'answer of 200 that is no JSON',
    new ResponseShapeError('x', { status: 200 }),
    'answer-lost',
    true,
    false,
  ],
  [
    'expired certificate',
    broken(false, { phase: 'tls', causeCode: 'CERT_HAS_EXPIRED' }),
    'not-applied',
    false,
    false,
  ],
  ['no connection in time', late('connect', false), 'not-applied', true, true],
  ['no answer in time', late('try', true), 'unknown', true, false],
  ['the whole call took too long', late('total', true), 'unknown', false, false],
  ['aborted before sending', new AbortedError('x', { opened: false }), 'not-applied', false, false],
  ['aborted after sending', new AbortedError('x', { opened: true }), 'unknown', false, false],
  ['301', refused(301), 'not-applied', false, false],
  ['302', refused(302), 'unknown', false, false],
  ['308', refused(308), 'not-applied', false, false],
  ['400', refused(400), 'not-applied', false, false],
  ['401', refused(401), 'not-applied', false, false],
  ['402', refused(402), 'not-applied', false, false],
  ['404', refused(404), 'not-applied', false, false],
  ['408', refused(408), 'unknown', true, false],
  ['409', refused(409), 'conflict', false, false],
  ['413', refused(413), 'not-applied', false, false],
  ['429', refused(429), 'not-applied', true, true],
  ['500', refused(500), 'unknown', true, false],
  ['502', refused(502), 'unknown', true, false],
  ['503', refused(503), 'unknown', true, false],
  ['504', refused(504), 'unknown', true, false],
] as const;

test.each(TABLE)('%s is evidence and decides the retry', (_, error, evidence, read, write) => {
  expect(evidenceOf(error)).toBe(evidence);
  expect(decideRetry({ ...ask, error, safe: true }).again).toBe(read);
  expect(decideRetry({ ...ask, error, safe: false }).again).toBe(write);
});

test('there are no retries beyond the allowed ones', () => {
  const error = broken(false);
  expect(decideRetry({ ...ask, error, safe: true, attempt: 2 }).again).toBe(true);
  expect(decideRetry({ ...ask, error, safe: true, attempt: 3 }).again).toBe(false);
  expect(decideRetry({ ...ask, error, safe: true, maxRetries: 0 }).again).toBe(false);
});

test('the requested wait is a floor under the jitter', () => {
  const error = refused(429, { 'retry-after': '7' });
  const random = fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true });
  fc.assert(
    fc.property(random, fc.integer({ min: 1, max: 9 }), (chance, attempt) => {
      const decision = decideRetry({
        ...ask,
        error,
        safe: false,
        random: chance,
        attempt,
        maxRetries: 9,
      });
      return decision.again && decision.afterMs >= 7_000 && decision.afterMs < 15_001;
    }),
  );
});

test('a wait beyond the limit is left to the caller', () => {
  const error = refused(429, { 'retry-after': '61' });
  expect(error.retryAfterMs).toBe(61_000);
  expect(decideRetry({ ...ask, error, safe: true })).toEqual({ again: false });
});

test('calls that fail together use up the retries of a client', async () => {
  const { baseUrl, requests } = await startScript(reply(503, ''));
  const { client } = aClient(baseUrl, { maxRetries: 9 });
  const call = () => failureOf(client.documents.retrieve('doc_1'), ApiError);
  expect((await call()).attempts).toBe(10);
  await Promise.all(Array.from({ length: 50 }, call));
  const before = requests.length;
  expect([(await call()).attempts, requests.length - before]).toEqual([1, 1]);
});
