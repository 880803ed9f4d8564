import type { ChildProcess } from 'node:child_process';
import { fork } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { WorkerJob, WorkerReply } from './worker-messages.ts';

/** What one job may take. */
export type Budget = { readonly ms: number; readonly rssMegabytes: number };

/** How a job ended: with the worker's reply, or because the worker did not survive it. */
export type Outcome = WorkerReply | { readonly kind: 'timeout' | 'memory' | 'crash' };

const POLL_MS = 25;
const PAGE_BYTES = 4096;
const MEGABYTE = 1_000_000;

/** Forks a worker that inherits nothing: no environment, no output. */
export function forkWorker(script: URL, heapMegabytes: number): ChildProcess {
  return fork(fileURLToPath(script), [], {
    execArgv: [`--max-old-space-size=${heapMegabytes}`],
    env: {},
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
}

/** A process's resident memory; 0 where the system does not tell, and then only time limits act. */
export function residentMegabytes(pid: number | undefined): number {
  try {
    const [, pages] = readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ');
    return (Number(pages) * PAGE_BYTES) / MEGABYTE;
  } catch {
    return 0;
  }
}

/**
 * Has a worker do one job, and kills it when it takes too long or too much: a heap limit alone does
 * not stop what is allocated outside the heap.
 */
export function runWatched(
  child: ChildProcess,
  job: WorkerJob,
  { ms, rssMegabytes }: Budget,
): Promise<Outcome> {
  return new Promise((resolve) => {
    const started = performance.now();
    const settle = (outcome: Outcome) => {
      clearInterval(poll);
      child.removeListener('message', settle).removeListener('exit', onCrash);
      child.removeListener('error', onCrash);
      resolve(outcome);
    };
    const kill = (kind: 'timeout' | 'memory') => {
      settle({ kind });
      child.kill('SIGKILL');
    };
    const onCrash = () => settle({ kind: 'crash' });
    const poll = setInterval(() => {
      if (performance.now() - started > ms) kill('timeout');
      else if (residentMegabytes(child.pid) > rssMegabytes) kill('memory');
    }, POLL_MS);
    child.on('message', settle).on('exit', onCrash).on('error', onCrash);
    child.send(job, (error) => {
      if (error) onCrash();
    });
  });
}
