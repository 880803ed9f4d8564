import { fileURLToPath } from 'node:url';
import { AnswerJudge } from '../../../src/service/adapters/gateway/answer-judge.ts';
import { bundleWorkers } from '../pdf/pdf-worker.ts';

const WORKER = new URL('../../../src/service/adapters/gateway/judge-worker.ts', import.meta.url);

/** The bundled thread that judges answers, in a temporary folder. */
export async function judgeScript(): Promise<URL> {
  const folder = await bundleWorkers({ 'answer-judge': fileURLToPath(WORKER) });
  return new URL('answer-judge.mjs', folder);
}

let opened: Promise<AnswerJudge> | undefined;

/** The judge of all gateways of a test process, bundled with the first answer. */
export const testJudge: Pick<AnswerJudge, 'judge'> = {
  async judge(job) {
    opened ??= judgeScript().then((script) => new AnswerJudge({ script }));
    return await (await opened).judge(job);
  },
};
