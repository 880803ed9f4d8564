export interface Turn {
  /** Who shares the workers, such as an account. Without an owner: one shared turn, no limits. */
  readonly owner?: string | undefined;
  /** A person waits who cannot come back later: runs before all others and is never refused. */
  readonly isUrgent?: boolean | undefined;
}

/** The workers take no more jobs of an owner for a while, or the machine is busy. */
export class PdfWorkersBusy extends Error {
  override readonly name = 'PdfWorkersBusy';
  readonly retryAfterSeconds: number;

  constructor(why: string, retryAfterSeconds: number) {
    super(why);
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

export interface Queued {
  readonly turn: Turn;
}

class Rounds<T extends Queued> {
  /** The owner to serve next comes first; no queue is empty. */
  readonly #queues = new Map<string | undefined, T[]>();

  add(item: T): void {
    const { owner } = item.turn;
    const queue = this.#queues.get(owner);
    if (queue) queue.push(item);
    else this.#queues.set(owner, [item]);
  }

  take(mayStart: (item: T) => boolean): T | undefined {
    for (const [owner, [first, ...rest]] of this.#queues) {
      if (!first || !mayStart(first)) continue;
      this.#queues.delete(owner);
      if (rest.length > 0) this.#queues.set(owner, rest);
      return first;
    }
    return undefined;
  }

  of(owner: string | undefined): readonly T[] {
    return this.#queues.get(owner) ?? [];
  }
}

/** Urgent items first, then the others; within each, owners take turns. */
export class FairQueue<T extends Queued> {
  readonly #urgent = new Rounds<T>();
  readonly #others = new Rounds<T>();

  add(item: T): void {
    (item.turn.isUrgent ? this.#urgent : this.#others).add(item);
  }

  /** Skips owners whose first item may not start. */
  take(mayStart: (item: T) => boolean): T | undefined {
    return this.#urgent.take(mayStart) ?? this.#others.take(mayStart);
  }

  /** The owner's items that are not urgent. */
  waitingOf(owner: string | undefined): readonly T[] {
    return this.#others.of(owner);
  }
}
