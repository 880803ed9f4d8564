import type { ChildProcess } from 'node:child_process';
import type { Budget, Outcome, WorkerJob } from './watched-child.ts';
import { runWatched, usageOf } from './watched-child.ts';

/** A warm process; `ready` rejects if it ends before it has started. */
type Worker = { readonly child: ChildProcess; readonly ready: Promise<void> };

/** A process that keeps more after a job is replaced: PDFium and the parser need up to 190. */
const RSS_KEPT = 200;
const CLOSED = 'the PDF workers are closed';

/** Processes that run one job each at a time, within its budget; one that dies or has grown too large is replaced. */
export class WorkerPool {
  readonly #fork: () => ChildProcess;
  readonly #size: number;
  readonly #children = new Set<ChildProcess>();
  readonly #idle: Worker[] = [];
  readonly #waiting: ((worker: Worker) => void)[] = [];
  /** Idle and busy ones. */
  #count = 0;
  #closed = false;

  constructor(options: { fork: () => ChildProcess; size: number }) {
    this.#fork = options.fork;
    this.#size = options.size;
  }

  warm(): void {
    while (!this.#closed && this.#count < this.#size) this.#idle.push(this.#add());
  }

  async run(job: WorkerJob, budget: Budget): Promise<Outcome> {
    if (this.#closed) throw new Error(CLOSED);
    const worker = await this.#acquire();
    setReferenced(worker.child, true);
    try {
      await worker.ready;
      if (this.#closed) throw new Error(CLOSED);
      const outcome = await runWatched(worker.child, job, budget);
      if (this.#closed) throw new Error(CLOSED);
      return outcome;
    } finally {
      this.#release(worker);
    }
  }

  async close(): Promise<void> {
    this.#closed = true;
    const exits = [...this.#children].map((child) => {
      setReferenced(child, true);
      child.kill('SIGKILL');
      return new Promise((resolve) => child.once('exit', resolve));
    });
    await Promise.all(exits);
  }

  #add(): Worker {
    this.#count += 1;
    return this.#start();
  }

  #start(): Worker {
    const child = this.#fork();
    this.#children.add(child);
    const ready = new Promise<void>((resolve, reject) => {
      const onEnd = () => {
        this.#children.delete(child);
        reject(new Error(this.#closed ? CLOSED : 'a PDF worker did not start'));
      };
      child
        .once('message', () => resolve())
        .on('exit', onEnd)
        .on('error', onEnd);
    });
    ready.catch(() => undefined);
    setReferenced(child, false);
    return { child, ready };
  }

  #acquire(): Worker | Promise<Worker> {
    const worker = this.#idle.shift();
    if (worker) return isAlive(worker) ? worker : this.#start();
    if (this.#count < this.#size) return this.#add();
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  /** Replaces a worker that died at its job or has grown too large. */
  #release(worker: Worker): void {
    if (usageOf(worker.child).rssMegabytes > RSS_KEPT) worker.child.kill('SIGKILL');
    const next = this.#closed || isAlive(worker) ? worker : this.#start();
    setReferenced(next.child, false);
    const resolve = this.#waiting.shift();
    if (resolve) resolve(next);
    else this.#idle.push(next);
  }
}

function isAlive({ child }: Worker): boolean {
  const { connected, killed, exitCode, signalCode } = child;
  return connected && !killed && exitCode === null && signalCode === null;
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
