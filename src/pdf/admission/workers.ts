import type { ChildProcess } from 'node:child_process';
import type { Admission } from './admission.ts';
import { refuse } from './admission.ts';
import type { ArrangeJob } from './arrange.ts';
import type { Budget, Death, Outcome } from './watched-child.ts';
import { forkWorker, runWatched, usageOf } from './watched-child.ts';
import type { WorkerJob } from './worker-messages.ts';

/** The limits of the pool; the defaults suit uploads of 10 MB. */
export interface PdfWorkerOptions {
  /** The bundled worker, a JavaScript file. */
  readonly script: URL;
  /** Warm processes; 2 unless told. */
  readonly size?: number;
  /** Time for an admission, in milliseconds; 5000 unless told. */
  readonly ms?: number;
  /** Time on a processor for an admission, in milliseconds; 1500 unless told. */
  readonly cpuMs?: number;
  /** Resident memory of an admission; 200 unless told. */
  readonly rssMegabytes?: number;
  /** JavaScript heap of a process; 400 unless told. */
  readonly heapMegabytes?: number;
  /** Most pages of a document; 5000 unless told. */
  readonly maxPages?: number;
}

/** Warm processes that read files which nobody vouches for; more jobs than processes wait in line. */
export interface PdfWorkers {
  /** Whether a file is a PDF that can be signed. A hostile file costs a worker, never the service. */
  admit(path: string): Promise<Admission>;
  /** Normalises a file and places all fields, written to `to` and synced. Throws Error when that fails. */
  arrange(job: ArrangeJob): Promise<void>;
  /** Ends all processes; jobs under way and in line are rejected. */
  close(): Promise<void>;
}

type Task = {
  readonly job: WorkerJob;
  readonly budget: Budget;
  readonly resolve: (outcome: Outcome) => void;
  readonly reject: (error: Error) => void;
};

/** Arranging rewrites what an admission only reads, and no stranger's file comes to it unread. */
const ARRANGE_TIMES = 4;
const CLOSED = 'the PDF workers are closed';

class WorkerPool {
  readonly #fork: () => ChildProcess;
  readonly #size: number;
  readonly #rssKept: number;
  readonly #children = new Set<ChildProcess>();
  readonly #idle: ChildProcess[] = [];
  readonly #waiting: Task[] = [];
  #closed = false;

  constructor(options: { fork: () => ChildProcess; size: number; rssKept: number }) {
    this.#fork = options.fork;
    this.#size = options.size;
    this.#rssKept = options.rssKept;
    this.#fill();
  }

  run(job: WorkerJob, budget: Budget): Promise<Outcome> {
    if (this.#closed) return Promise.reject(new Error(CLOSED));
    return new Promise((resolve, reject) => {
      this.#waiting.push({ job, budget, resolve, reject });
      this.#fill();
      this.#serve();
      if (this.#waiting.length > 0) for (const child of this.#children) setReferenced(child, true);
    });
  }

  async close(): Promise<void> {
    this.#closed = true;
    for (const task of this.#waiting.splice(0)) task.reject(new Error(CLOSED));
    const exits = [...this.#children].map((child) => {
      const exit = new Promise((resolve) => child.once('exit', resolve));
      setReferenced(child, true);
      child.kill('SIGKILL');
      return exit;
    });
    await Promise.all(exits);
  }

  #fill(): void {
    while (!this.#closed && this.#children.size < this.#size) this.#start();
  }

  #start(): void {
    const child = this.#fork();
    this.#children.add(child);
    let isUp = false;
    child.once('message', () => {
      isUp = true;
      this.#release(child);
    });
    const gone = () => this.#forget(child, isUp);
    child.once('exit', gone).once('error', gone);
    setReferenced(child, this.#waiting.length > 0);
  }

  /** A worker that died at its job is replaced; one that never came up fails a job, not to fork for ever. */
  #forget(child: ChildProcess, wasUp: boolean): void {
    if (!this.#children.delete(child)) return;
    const at = this.#idle.indexOf(child);
    if (at >= 0) this.#idle.splice(at, 1);
    if (wasUp) this.#fill();
    else if (this.#children.size === 0) {
      for (const task of this.#waiting.splice(0)) {
        task.reject(new Error('a PDF worker did not start'));
      }
    }
  }

  #release(child: ChildProcess): void {
    if (this.#children.has(child)) this.#idle.push(child);
    setReferenced(child, false);
    this.#serve();
  }

  #serve(): void {
    for (let child = this.#idle.shift(); child !== undefined; child = this.#idle.shift()) {
      const task = this.#waiting.shift();
      if (task === undefined) {
        this.#idle.unshift(child);
        return;
      }
      void this.#do(child, task);
    }
  }

  async #do(child: ChildProcess, { job, budget, resolve, reject }: Task): Promise<void> {
    setReferenced(child, true);
    const outcome = await runWatched(child, job, budget);
    if (this.#closed) reject(new Error(CLOSED));
    else resolve(outcome);
    if (isDeath(outcome)) return;
    if (usageOf(child).rssMegabytes > this.#rssKept) child.kill('SIGKILL');
    else this.#release(child);
  }
}

/** An idle worker does not keep the service's process alive. */
function setReferenced(child: ChildProcess, isNeeded: boolean): void {
  if (isNeeded) {
    child.ref();
    child.channel?.ref();
  } else {
    child.unref();
    child.channel?.unref();
  }
}

function isDeath(outcome: Outcome): outcome is Death {
  return ['timeout', 'memory', 'crash'].includes(outcome.kind);
}

function failure(what: string, outcome: Outcome): Error {
  return new Error(`${what}: ${outcome.kind === 'failed' ? outcome.message : outcome.kind}`);
}

function admissionOf(outcome: Outcome): Admission {
  if (outcome.kind === 'admitted') return outcome.admission;
  if (isDeath(outcome)) return refuse(outcome.kind);
  throw failure('the file could not be inspected', outcome);
}

/** Starts the pool. Close it in the end. */
export function startPdfWorkers(options: PdfWorkerOptions): PdfWorkers {
  const { script, size = 2, ms = 5000, cpuMs = 1500, rssMegabytes = 200 } = options;
  const { heapMegabytes = 400, maxPages = 5000 } = options;
  const fork = () => forkWorker(script, heapMegabytes);
  const pool = new WorkerPool({ fork, size, rssKept: rssMegabytes / 2 });
  const budget = { ms, cpuMs, rssMegabytes };
  const larger = {
    ms: ms * ARRANGE_TIMES,
    cpuMs: cpuMs * ARRANGE_TIMES,
    rssMegabytes: rssMegabytes * ARRANGE_TIMES,
  };
  return {
    async admit(path) {
      const job = { kind: 'admit', path, maxPages } as const;
      return admissionOf(await pool.run(job, budget));
    },
    async arrange(job) {
      const outcome = await pool.run({ kind: 'arrange', ...job }, larger);
      if (outcome.kind === 'arranged') return;
      throw failure('the document could not be prepared for signing', outcome);
    },
    close: () => pool.close(),
  };
}
