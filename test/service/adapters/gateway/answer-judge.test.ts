import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { signAnswer } from '../../../../src/sandbox/authority/requests/answer-signer.ts';
import { AnswerJudge } from '../../../../src/service/adapters/gateway/answer-judge.ts';
import { AnswerNotJudged } from '../../../../src/service/ports/signing-gateway.ts';
import { DEADLY, ENDLESS, openDeadlyJudge } from '../../../support/service/deadly-judge.ts';
import { twoPkis } from '../../../support/trust/two-pkis.ts';

const now = new Date();
const { own } = await twoPkis(now);
const { script, judge } = await openDeadlyJudge();

const failed = {
  outcome: 'failed',
  txn: 'ESIGN-1',
  code: 'ESP-991',
  message: 'Cancelled',
} as const;
const GENUINE = signAnswer({ ...failed, resCode: 'A'.repeat(32), at: now }, own.answer);
const jobOf = (xml: string) => ({ xml, pinned: [own.answer.certificate], now });
const reasonOf = (judged: Promise<unknown>) =>
  judged.then(
    () => 'read',
    (error: unknown) => (error instanceof AnswerNotJudged ? error.reason : String(error)),
  );

test('an answer is read in the thread, and a refusal comes back with its reason', async () => {
  expect(await judge.judge(jobOf(GENUINE))).toMatchObject({ outcome: 'failed', txn: 'ESIGN-1' });
  await expect(judge.judge(jobOf('<a/>'))).rejects.toMatchObject({
    name: 'GatewayAnswerRefused',
    reason: 'malformed',
  });
});

test('an answer that ends its thread has died, and those behind it are judged by another one', async () => {
  const answers = [DEADLY, GENUINE, DEADLY, GENUINE].map((xml) =>
    reasonOf(judge.judge(jobOf(xml))),
  );
  expect(await Promise.all(answers)).toEqual(['died', 'read', 'died', 'read']);
});

test('an answer that takes too long has died, and the next one is judged', async () => {
  const hasty = new AnswerJudge({ script, ms: 100 });
  expect(await reasonOf(hasty.judge(jobOf(ENDLESS)))).toBe('died');
  expect(await reasonOf(judge.judge(jobOf(GENUINE)))).toBe('read');
});

test('a reply that is here counts, though the process was too busy to see it in time', async () => {
  const hasty = new AnswerJudge({ script, ms: 400 });
  while ((await reasonOf(hasty.judge(jobOf(GENUINE)))) !== 'read');
  const judged = reasonOf(hasty.judge(jobOf(GENUINE)));
  await setImmediate();
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1500);
  expect(await judged).toBe('read');
});

test('answers beyond the queue are not begun', async () => {
  const short = new AnswerJudge({ script, queue: 2 });
  const answers = [1, 2, 3, 4].map(() => reasonOf(short.judge(jobOf(GENUINE))));
  expect(await Promise.all(answers)).toEqual(['read', 'read', 'busy', 'busy']);
});

test('a thread that does not start begins nothing', async () => {
  const missing = new AnswerJudge({ script: new URL('missing.mjs', script) });
  expect(await reasonOf(missing.judge(jobOf(GENUINE)))).toBe('busy');
});
