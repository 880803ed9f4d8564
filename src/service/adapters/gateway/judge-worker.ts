import { parentPort } from 'node:worker_threads';
import { GatewayAnswerRefused } from '../../ports/signing-gateway.ts';
import type { JudgeJob, JudgeReply } from './answer-judge.ts';
import { readAnswer } from './read-answer.ts';
import { readSigned } from './read-signed.ts';

/** Any error other than a refusal ends the thread. */
function judge({ xml, pinned, now }: JudgeJob): JudgeReply {
  try {
    const certificates = pinned.map((der) => Buffer.from(der));
    const root = readSigned(xml, { root: 'EsignResp', pinned: certificates, now });
    return { kind: 'read', answer: readAnswer(root) };
  } catch (error) {
    if (!(error instanceof GatewayAnswerRefused)) throw error;
    return { kind: 'refused', reason: error.reason, message: error.message };
  }
}

parentPort?.on('message', (job: JudgeJob) => parentPort?.postMessage(judge(job)));
parentPort?.postMessage({ kind: 'ready' });
