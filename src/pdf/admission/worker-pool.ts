import type { ChildProcess } from 'node:child_process';
import type { Turn } from './fair-queue.ts';
import { FairQueue, PdfWorkersBusy } from './fair-queue.ts';
import type { Budget, Given, JobKind, Outcome } from './watched-child.ts';
import { runWatched, usageOf } from './watched-child.ts';

/** `ready` rejects if the process ends before it has started. */
type Worker = { readonly child: ChildProcess; readonly ready: Promise<void> };

/** Urgent jobs are never refused, but their time counts. */
export interface OwnerLimits {
  /** The most admissions that may wait. */
  readonly waiting: number;
  /**
   * Records a job's CPU time in milliseconds, also if its worker was killed. Returns the seconds
   * until the owner may use more; undefined while they may.
   */
  spend(owner: string, cpuMs: number): number | undefined;
}

interface Task {
  readonly kind: JobKind;
  readonly turn: Turn;
  start(worker: Worker): void;
}

/** Seconds until a place in a queue is likely to be free. */
const QUEUE_S = 2;

/** Megabytes that a process may keep after a job: PDFium and the parser need up to 190. */
const RSS_KEPT = 200;
const CLOSED = 'the PDF workers are closed';

/**
 * Processes that run one job at a time, within its budget; one that dies or grows too large is
 * replaced. Owners take turns, and one process stays free of each owner's jobs. Certificates are
 * made one at a time.
 */
export class WorkerPool {
  readonly #fork: () => ChildProcess;
  readonly #size: number;
  readonly #children = new Set<ChildProcess>();
  readonly #idle: Worker[] = [];
  readonly #limits: OwnerLimits | undefined;
  readonly #queue = new FairQueue<Task>();
  readonly #running = new Set<Task>();
  #count = 0;
  #closed = false;

  constructor(options: {
    readonly fork: () => ChildProcess;
    readonly size: number;
    readonly limits?: OwnerLimits | undefined;
  }) {
    this.#fork = options.fork;
    this.#size = options.size;
    this.#limits = options.limits;
  }

  warm(): void {
    while (!this.#closed && this.#count < this.#size) this.#idle.push(this.#add());
  }

  /** @throws {PdfWorkersBusy} immediately, when the owner has reached a limit */
  async run<Kind extends JobKind>(
    kind: Kind,
    given: Given<Kind>,
    { budget, turn = {} }: { readonly budget: Budget; readonly turn?: Turn | undefined },
  ): Promise<Outcome<Kind>> {
    if (this.#closed) throw new Error(CLOSED);
    this.assertRoom(kind, turn);
    const { task, worker } = await this.#acquire(kind, turn);
    setReferenced(worker.child, true);
    try {
      await worker.ready;
      if (this.#closed) throw new Error(CLOSED);
      const { outcome, cpuMs } = await runWatched(worker.child, { kind, ...given }, budget);
      if (turn.owner !== undefined) this.#limits?.spend(turn.owner, cpuMs);
      if (this.#closed) throw new Error(CLOSED);
      return outcome;
    } finally {
      this.#running.delete(task);
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

  /** @throws {PdfWorkersBusy} when a job of that kind would be refused now */
  assertRoom(kind: JobKind, { owner, isUrgent }: Turn): void {
    if (!this.#limits || owner === undefined || isUrgent) return;
    const seconds = this.#limits.spend(owner, 0);
    if (seconds !== undefined)
      throw new PdfWorkersBusy('the owner has used up the processor time of this minute', seconds);
    if (kind !== 'admit') return;
    const waiting = this.#queue.waitingOf(owner).filter((one) => one.kind === 'admit');
    if (waiting.length >= this.#limits.waiting)
      throw new PdfWorkersBusy('too many files of the owner wait', QUEUE_S);
  }

  #acquire(kind: JobKind, turn: Turn): Promise<{ task: Task; worker: Worker }> {
    return new Promise((resolve) => {
      const task: Task = { kind, turn, start: (worker) => resolve({ task, worker }) };
      this.#queue.add(task);
      this.#startNext();
    });
  }

  #startNext(): void {
    while (this.#idle.length > 0 || this.#count < this.#size) {
      const task = this.#queue.take((one) => this.#mayStart(one));
      if (!task) return;
      this.#running.add(task);
      // The newest: an owner whose job was killed waits for the new process, not others.
      const idle = this.#idle.pop();
      task.start(idle && !isAlive(idle) && !this.#closed ? this.#start() : (idle ?? this.#add()));
    }
  }

  #mayStart({ kind, turn: { owner } }: Task): boolean {
    const running = [...this.#running];
    if (kind === 'certify' && running.some((one) => one.kind === 'certify')) return false;
    if (owner === undefined) return true;
    const own = running.filter(({ turn }) => turn.owner === owner);
    return own.length < Math.max(this.#size - 1, 1);
  }

  #release(worker: Worker): void {
    if (usageOf(worker.child).rssMegabytes > RSS_KEPT) worker.child.kill('SIGKILL');
    const next = this.#closed || isAlive(worker) ? worker : this.#start();
    setReferenced(next.child, false);
    this.#idle.push(next);
    this.#startNext();
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
