/** Whose job it is, and who waits for it. */
export interface Turn {
  /** Those who share the workers, such as an account; jobs without an owner share one turn, and no limit is set to them. */
  readonly owner?: string | undefined;
  /** A person waits who cannot come back later: it goes before all others, and is never refused. */
  readonly isUrgent?: boolean | undefined;
}

/** The workers take no more jobs of an owner for a while, or the machine is busy. */
export class PdfWorkersBusy extends Error {
  override readonly name = 'PdfWorkersBusy';
  /** When it is worth trying again, in seconds. */
  readonly retryAfterSeconds: number;

  constructor(why: string, retryAfterSeconds: number) {
    super(why);
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** An item of a queue. */
export interface Queued {
  readonly turn: Turn;
}

/** Queues of owners that are served in turn. */
class Rounds<T extends Queued> {
  /** The owner to be served next is first; nobody has an empty queue. */
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

/** Urgent items first, then the others; among both, one of each owner in turn. */
export class FairQueue<T extends Queued> {
  readonly #urgent = new Rounds<T>();
  readonly #others = new Rounds<T>();

  add(item: T): void {
    (item.turn.isUrgent ? this.#urgent : this.#others).add(item);
  }

  /** Removes and returns the next item; owners whose first one may not start are passed over. */
  take(mayStart: (item: T) => boolean): T | undefined {
    return this.#urgent.take(mayStart) ?? this.#others.take(mayStart);
  }

  /** The items of an owner that are not urgent. */
  waitingOf(owner: string | undefined): readonly T[] {
    return this.#others.of(owner);
  }
}
