import { setImmediate as endOfTurn, setTimeout as sleep } from 'node:timers/promises';
import type { RegularRun } from '../run-regularly.ts';
import type { AttemptDeps } from './attempt-item.ts';
import { ATTEMPT_MS, attemptItem, recordMails } from './attempt-item.ts';
import type { DeliveryAttempt, OutboxItem } from './outbox.rules.ts';
import { queueOf } from './outbox.rules.ts';

/** Concurrent attempts per endpoint, and for mails, in this process. */
export const AT_ONCE = 4;
/** Claimed in advance, so that attempts follow each other immediately. */
const AHEAD = 12;
/** A queue with fewer waiting items is refilled. */
const LOW = 4;
const MOST_HELD = 1000;
/** Longer than a queue's claimed items can take. After a crash, other processes wait this long. */
export const LEASE_MS = ((AT_ONCE + AHEAD) / AT_ONCE) * ATTEMPT_MS + 10_000;
/** Before it asks again: something was due that it could not take, or it could not ask. */
const SOON_MS = 1000;
/** Longest sleep. A commit's signal may be lost, with its process or a connection. */
const LONGEST_SLEEP_MS = 5000;
/** A mail is settled together with others that end within this time. */
const TOGETHER_MS = 50;
/** How long closing waits for attempts in progress. */
const CLOSE_MS = 5000;

export interface OutboxDeps extends AttemptDeps {
  readonly onAttempt?: (tried: DeliveryAttempt) => void;
  /** How long closing waits for attempts in progress, in milliseconds; default 5 s. */
  readonly closeMs?: number;
}

interface Queue {
  busy: number;
  readonly waiting: OutboxItem[];
}

/** Runs once at a time; calls meanwhile cause one more run. */
function coalesced(work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined;
  let isAsked = false;
  const run = async () => {
    while (isAsked) {
      isAsked = false;
      await work();
    }
    running = undefined;
  };
  return () => {
    isAsked = true;
    running ??= run();
    return running;
  };
}

class Outbox implements RegularRun {
  readonly #deps: OutboxDeps;
  readonly #queues = new Map<string, Queue>();
  readonly #held = new Map<number, OutboxItem>();
  readonly #claim = coalesced(() => this.#claimDue());
  readonly #settle = coalesced(() => this.#settleEnded());
  readonly #stopListening: () => void;
  #alarm: NodeJS.Timeout | undefined;
  #ended: DeliveryAttempt[] = [];
  /** The last claim may have left mails that were due. */
  #hasMoreMails = true;
  #isClosing = false;
  #onIdle: () => void = () => undefined;

  constructor(deps: OutboxDeps) {
    this.#deps = deps;
    this.#stopListening = deps.store.onOutbox(() => this.wake());
    this.wake();
  }

  wake(): void {
    if (!this.#isClosing) void this.#claim();
  }

  /** Stops claiming, and waits up to 5 s for attempts in progress. Other leases run out. */
  async close(): Promise<void> {
    this.#isClosing = true;
    this.#stopListening();
    await this.#claim();
    clearTimeout(this.#alarm);
    if (this.#held.size > 0) {
      const idle = new Promise<void>((resolve) => {
        this.#onIdle = resolve;
      });
      const { closeMs = CLOSE_MS } = this.#deps;
      await Promise.race([idle, sleep(closeMs, undefined, { ref: false })]);
    }
    for (const { waiting } of this.#queues.values()) waiting.length = 0;
    await this.#settle();
  }

  async #claimDue(): Promise<void> {
    const { store, clock, onError } = this.#deps;
    const limit = MOST_HELD - this.#held.size;
    this.#sleepUntil(clock.now());
    if (this.#isClosing || limit <= 0) return;
    const now = clock.now();
    const leaseUntil = new Date(now.getTime() + LEASE_MS);
    const held = [...this.#held.values()];
    const tellNext = (dueAt?: Date) => this.#sleepUntil(dueAt);
    const claim = { now, leaseUntil, limit, perQueue: AT_ONCE + AHEAD, held, tellNext };
    this.#hasMoreMails = true;
    try {
      const items = await store.claimOutbox(claim);
      for (const item of items) this.#take(item);
      const mails = [...held, ...items].filter(({ kind }) => kind === 'mail');
      this.#hasMoreMails = mails.length >= claim.perQueue || items.length >= limit;
    } catch (error) {
      onError?.(error);
    }
  }

  #sleepUntil(dueAt?: Date): void {
    const waitMs = dueAt ? dueAt.getTime() - this.#deps.clock.now().getTime() : LONGEST_SLEEP_MS;
    clearTimeout(this.#alarm);
    const sleepMs = waitMs > 0 ? Math.min(waitMs, LONGEST_SLEEP_MS) : SOON_MS;
    this.#alarm = setTimeout(() => this.wake(), sleepMs);
  }

  #take(item: OutboxItem): void {
    const name = queueOf(item);
    const queue = this.#queues.get(name) ?? { busy: 0, waiting: [] };
    this.#queues.set(name, queue);
    this.#held.set(item.seq, item);
    queue.waiting.push(item);
    this.#begin(queue);
  }

  #begin(queue: Queue): void {
    while (queue.busy < AT_ONCE) {
      const item = queue.waiting.shift();
      if (!item) break;
      queue.busy += 1;
      void this.#try(item, queue);
    }
  }

  async #try(item: OutboxItem, queue: Queue): Promise<void> {
    const tried = await attemptItem(this.#deps, item);
    this.#ended.push(tried);
    queue.busy -= 1;
    this.#begin(queue);
    const isTail = queue.busy > 0 && queue.waiting.length === 0 && !this.#hasMore(item);
    if (isTail) await sleep(TOGETHER_MS);
    void this.#settle();
  }

  async #settleEnded(): Promise<void> {
    await endOfTurn();
    const ended = this.#ended;
    this.#ended = [];
    await recordMails(this.#deps, ended);
    await this.#settleAll(ended);
    for (const { item } of ended) this.#held.delete(item.seq);
    if (this.#held.size === 0) this.#onIdle();
    if (ended.some((tried) => this.#isToAsk(tried))) this.wake();
  }

  /** All together or, if the store refuses, one by one, so that others aren't repeated. */
  async #settleAll(ended: readonly DeliveryAttempt[]): Promise<void> {
    if (ended.length === 0) return;
    try {
      await this.#deps.store.settleOutbox(ended);
    } catch (error) {
      if (ended.length === 1) this.#deps.onError?.(error);
      else for (const tried of ended) await this.#settleAll([tried]);
      return;
    }
    for (const tried of ended) this.#deps.onAttempt?.(tried);
  }

  #isToAsk({ item, verdict }: DeliveryAttempt): boolean {
    return (this.#isLow(queueOf(item)) && this.#hasMore(item)) || verdict.state === 'queued';
  }

  /** A delivery may have waited for the one before it. */
  #hasMore({ kind }: OutboxItem): boolean {
    return kind === 'delivery' || this.#hasMoreMails;
  }

  #isLow(name: string): boolean {
    const queue = this.#queues.get(name);
    if (queue?.busy === 0 && queue.waiting.length === 0) this.#queues.delete(name);
    return !queue || queue.waiting.length < LOW;
  }
}

/**
 * Woken by commits and settlements, and when something is due. Any number of processes may run it.
 * After a crash, items are attempted again (at least once).
 */
export function startOutbox(deps: OutboxDeps): RegularRun {
  return new Outbox(deps);
}
