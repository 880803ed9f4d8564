import { expect, test } from 'vitest';
import { AnswerJudge } from '../../../src/service/adapters/gateway/answer-judge.ts';
import { GatewayAnswerRefused } from '../../../src/service/ports/signing-gateway.ts';
import { mainThreadMs } from '../../support/hostile/main-thread.ts';
import { aGateway } from '../../support/service/a-gateway.ts';
import { hostileAnswers } from '../../support/service/hostile-answers.ts';
import { judgeScript } from '../../support/service/test-judge.ts';
import { twoPkis } from '../../support/trust/two-pkis.ts';

const ANSWERS = 4000;
const LONGEST_MS = 50;

test(`none of ${ANSWERS} hostile answers stops the process for ${LONGEST_MS} ms`, async () => {
  const now = new Date();
  const { own } = await twoPkis(now);
  const judge = new AnswerJudge({ script: await judgeScript() });
  const gateway = aGateway(own, { now: () => now }, { judge });
  const seed = Number(process.env.ESIGN_TEST_SEED ?? Math.floor(Math.random() * 2 ** 31));
  const began = performance.now();
  let slowest = { ms: 0, kind: '' };
  for (const { kind, xml } of hostileAnswers(ANSWERS, seed)) {
    const before = mainThreadMs(process.pid);
    const refusal = await gateway.complete({ msg: xml }).catch((error: unknown) => error);
    expect(refusal, `${kind}, ESIGN_TEST_SEED=${seed}`).toBeInstanceOf(GatewayAnswerRefused);
    const ms = mainThreadMs(process.pid) - before;
    if (ms > slowest.ms) slowest = { ms, kind };
  }
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  process.stdout.write(`${ANSWERS} hostile answers in ${seconds} s; ${JSON.stringify(slowest)}\n`);
  expect(slowest.ms, `${slowest.kind}, ESIGN_TEST_SEED=${seed}`).toBeLessThanOrEqual(LONGEST_MS);
});
