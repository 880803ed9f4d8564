import { existsSync } from 'node:fs';
import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { AnswerJudge } from '../../../src/service/adapters/gateway/answer-judge.ts';
import { judgeScript } from './test-judge.ts';

/** Part of an answer whose judging ends the thread. */
export const DEADLY = '<Deadly/>';
/** Part of an answer whose judging never ends. */
export const ENDLESS = '<Endless/>';

/** The judge's thread with a fault: two answers are fatal to it. */
export interface DeadlyJudge {
  readonly script: URL;
  readonly judge: AnswerJudge;
  /** How many fatal answers it began to judge. */
  deaths(): Promise<number>;
}

/** Opens such a judge in a temporary folder. */
export async function openDeadlyJudge(): Promise<DeadlyJudge> {
  const folder = await mkdtemp(join(tmpdir(), 'esign-judge-'));
  const log = join(folder, 'deaths');
  const path = join(folder, 'judge.mjs');
  const code = `import { appendFileSync } from 'node:fs';
import { parentPort } from 'node:worker_threads';
parentPort.on('message', ({ xml }) => {
  const isDeadly = xml.includes(${JSON.stringify(DEADLY)});
  const isEndless = xml.includes(${JSON.stringify(ENDLESS)});
  if (isDeadly || isEndless) appendFileSync(${JSON.stringify(log)}, '.');
  if (isDeadly) process.exit(1);
  while (isEndless);
});
await import(${JSON.stringify(String(await judgeScript()))});
`;
  await writeFile(path, code);
  const script = pathToFileURL(path);
  const deaths = async () => (existsSync(log) ? (await readFile(log)).length : 0);
  return { script, judge: new AnswerJudge({ script }), deaths };
}
