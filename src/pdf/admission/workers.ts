import type { ChildProcess } from 'node:child_process';
import type { Admission } from './admission.ts';
import { refuse } from './admission.ts';
import type { PlacementJob } from './place-in-file.ts';
import type { Budget, Death, Outcome, WorkerJob } from './watched-child.ts';
import { forkWorker, runWatched, usageOf } from './watched-child.ts';

/** The limits of the pool; the defaults suit uploads of 10 MB. */
export interface PdfWorkerOptions {
  /** The bundled worker, a JavaScript file. */
  readonly script: URL;
  /** Number of warm processes; default: 2. */
  readonly size?: number;
  /** Wall-clock time for an admission, in milliseconds; default: 5000. */
  readonly ms?: number;
  /** CPU time for an admission, in milliseconds; default: 1500. */
  readonly cpuMs?: number;
  /** Resident memory for an admission; default: 200. */
  readonly rssMegabytes?: number;
  /** JavaScript heap of a process; default: 400. */
  readonly heapMegabytes?: number;
  /** Most pages of a document; default: 5000. */
  readonly maxPages?: number;
}

/** A pool of warm processes that read untrusted files; jobs beyond its size wait in line. */
export interface PdfWorkers {
  /** Whether a file is a PDF that can be signed. A hostile file costs a worker, never the service. */
  admit(path: string): Promise<Admission>;
  /** Adds all fields to an admitted file and writes the result to `to`, synced. Throws Error if that fails. */
  placeFields(job: PlacementJob): Promise<void>;
  /** Kills all processes and rejects all jobs. */
  close(): Promise<void>;
}

type Task = {
  readonly job: WorkerJob;
  readonly budget: Budget;
  readonly resolve: (outcome: Outcome) => void;
  readonly reject: (error: Error) => void;
};

/** Placing fields rewrites the file, which an admission has already found readable. */
const PLACEMENT_FACTOR = 4;
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
    const onEnd = () => this.#forget(child, isUp);
    child.once('exit', onEnd).once('error', onEnd);
    setReferenced(child, this.#waiting.length > 0);
  }

  /** Replaces a worker that died at its job. If none can start, fails the jobs rather than forking forever. */
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
      void this.#work(child, task);
    }
  }

  async #work(child: ChildProcess, { job, budget, resolve, reject }: Task): Promise<void> {
    setReferenced(child, true);
    const outcome = await runWatched(child, job, budget);
    if (this.#closed) reject(new Error(CLOSED));
    else resolve(outcome);
    if (isDeath(outcome)) return;
    if (usageOf(child).rssMegabytes > this.#rssKept) child.kill('SIGKILL');
    else this.#release(child);
  }
}

/** Only a busy worker keeps the service's process alive. */
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

function scale({ ms, cpuMs, rssMegabytes }: Budget, factor: number): Budget {
  return { ms: ms * factor, cpuMs: cpuMs * factor, rssMegabytes: rssMegabytes * factor };
}

/** Starts the pool. Close it when done. */
export function startPdfWorkers(options: PdfWorkerOptions): PdfWorkers {
  const { script, size = 2, ms = 5000, cpuMs = 1500, rssMegabytes = 200 } = options;
  const { heapMegabytes = 400, maxPages = 5000 } = options;
  const fork = () => forkWorker(script, heapMegabytes);
  const pool = new WorkerPool({ fork, size, rssKept: rssMegabytes / 2 });
  const budget = { ms, cpuMs, rssMegabytes };
  return {
    async admit(path) {
      return admissionOf(await pool.run({ kind: 'admit', path, maxPages }, budget));
    },
    async placeFields(job) {
      const outcome = await pool.run({ kind: 'place', ...job }, scale(budget, PLACEMENT_FACTOR));
      if (outcome.kind === 'placed') return;
      throw failure('the document could not be prepared for signing', outcome);
    },
    close: () => pool.close(),
  };
}
