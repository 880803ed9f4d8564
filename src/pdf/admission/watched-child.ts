import type { ChildProcess } from 'node:child_process';
import { fork } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { WorkerJob, WorkerReply } from './worker-messages.ts';

/** What one job may take. */
export interface Budget {
  /** Time until the job is answered, however busy the machine is; milliseconds. */
  readonly ms: number;
  /** Time on a processor, which a busy machine does not lengthen; milliseconds. */
  readonly cpuMs: number;
  readonly rssMegabytes: number;
}

/** Why a worker did not survive its job. */
export type Death = { readonly kind: 'timeout' | 'memory' | 'crash' };

/** How a job ended: with the worker's reply, or because the worker did not survive it. */
export type Outcome = WorkerReply | Death;

/** What a process has taken so far. */
type Usage = { readonly cpuMs: number; readonly rssMegabytes: number };

const POLL_MS = 25;
const PAGE_BYTES = 4096;
const MEGABYTE = 1_000_000;
/** The kernel tells processor time in hundredths of a second (proc(5)). */
const TICK_MS = 10;

/** Forks a worker that inherits nothing: no environment, no output. */
export function forkWorker(script: URL, heapMegabytes: number): ChildProcess {
  return fork(fileURLToPath(script), [], {
    execArgv: [`--max-old-space-size=${heapMegabytes}`],
    env: {},
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
}

/** What a process takes; nothing where the system does not tell, and then only time limits act. */
export function usageOf({ pid }: Pick<ChildProcess, 'pid'>): Usage {
  try {
    // The fields from the third on stand behind the name, which may hold anything but is in brackets.
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const [user, system, pages] = [fields[11], fields[12], fields[21]].map(Number);
    return {
      cpuMs: ((user ?? 0) + (system ?? 0)) * TICK_MS,
      rssMegabytes: ((pages ?? 0) * PAGE_BYTES) / MEGABYTE,
    };
  } catch {
    return { cpuMs: 0, rssMegabytes: 0 };
  }
}

/** Tells what a job has overdrawn; undefined while it keeps to its budget. */
function watch(child: ChildProcess, budget: Budget): () => 'timeout' | 'memory' | undefined {
  const started = performance.now();
  const { cpuMs: before } = usageOf(child);
  return () => {
    const { cpuMs, rssMegabytes } = usageOf(child);
    if (rssMegabytes > budget.rssMegabytes) return 'memory';
    const isLate = performance.now() - started > budget.ms || cpuMs - before > budget.cpuMs;
    return isLate ? 'timeout' : undefined;
  };
}

/**
 * Has a worker do one job, and kills it when it takes too long or too much: a heap limit alone does
 * not stop what is allocated outside the heap.
 */
export function runWatched(child: ChildProcess, job: WorkerJob, budget: Budget): Promise<Outcome> {
  return new Promise((resolve) => {
    const overdrawn = watch(child, budget);
    const settle = (outcome: Outcome) => {
      clearInterval(poll);
      child.removeListener('message', settle).removeListener('exit', onCrash);
      child.removeListener('error', onCrash);
      resolve(outcome);
    };
    const onCrash = () => settle({ kind: 'crash' });
    const poll = setInterval(() => {
      const kind = overdrawn();
      if (kind === undefined) return;
      settle({ kind });
      child.kill('SIGKILL');
    }, POLL_MS);
    child.on('message', settle).on('exit', onCrash).on('error', onCrash);
    child.send(job, (error) => {
      if (error) onCrash();
    });
  });
}
