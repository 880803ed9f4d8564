import type { OutboxItem } from '../domain/outbox.ts';
import type { TryDeps } from './try-item.ts';
import { TRY_MS, tryItem } from './try-item.ts';

/** Most items under way at once in this process. */
const ITEMS_AT_ONCE = 64;
/** Most items under way at once for one endpoint, and for mails. */
export const ITEMS_AT_ONCE_PER_LANE = 4;
/** Longer than a try can take, and what a crash costs before its items are tried again. */
export const LEASE_MS = 2 * TRY_MS;
/** Looks for due items at least so often, whether woken or not. */
const POLL_MS = 30_000;
/** Until a due item that could not be had is asked for again: its lane is full, here or in another process. */
const FULL_PAUSE_MS = 1000;
/** What is under way wakes the outbox when it is over: only after so long without a wake is the next due item looked for. */
const QUIET_MS = 50;
/** Timers fire a little early. */
const TIMER_SLACK_MS = 5;
/** Rest after the store failed. */
const ERROR_PAUSE_MS = 2000;
/** Longest that closing waits for what is under way, unless told; leases give back the rest. */
const CLOSE_MS = 5000;

/** What it takes to work on the outbox. */
export interface OutboxDeps extends TryDeps {
  /** Longest that closing waits for what is under way, in milliseconds; 5 s unless told. */
  readonly closeMs?: number;
}

/** An outbox being worked on. */
export interface RunningOutbox {
  /** Looks for due items now. */
  wake(): void;
  /** Takes no more items and waits for those under way, 5 s unless told. */
  close(): Promise<void>;
}

class OutboxRunner implements RunningOutbox {
  readonly #deps: OutboxDeps;
  readonly #running = new Map<string, Promise<void>>();
  readonly #unsubscribe: () => void;
  #claimedAt = new Date(0);
  #timer: NodeJS.Timeout | undefined;
  #round: Promise<void> | undefined;
  #isWoken = false;
  #isQuiet = false;
  #lane = '';
  #isClosed = false;

  constructor(deps: OutboxDeps) {
    this.#deps = deps;
    this.#unsubscribe = deps.store.onOutbox(() => this.wake());
    this.wake();
  }

  wake(): void {
    this.#isQuiet = false;
    this.#begin();
  }

  #begin(): void {
    this.#isWoken = true;
    if (this.#isClosed || this.#round !== undefined) return;
    clearTimeout(this.#timer);
    this.#round = Promise.resolve().then(() => this.#work());
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#unsubscribe();
    clearTimeout(this.#timer);
    await this.#round;
    let limit: NodeJS.Timeout | undefined;
    const late = new Promise<void>((resolve) => {
      limit = setTimeout(resolve, this.#deps.closeMs ?? CLOSE_MS);
    });
    await Promise.race([Promise.all(this.#running.values()), late]);
    clearTimeout(limit);
  }

  async #work(): Promise<void> {
    let pauseMs = ERROR_PAUSE_MS;
    try {
      while (this.#isWoken && !this.#isClosed) {
        this.#isWoken = false;
        await this.#claim();
        const isBusy = this.#running.size > 0 && !this.#isQuiet;
        pauseMs = isBusy ? QUIET_MS : await this.#untilDue();
        this.#isQuiet = isBusy;
      }
    } catch (error) {
      this.#deps.onError?.(error);
    }
    this.#round = undefined;
    if (!this.#isClosed) this.#timer = setTimeout(() => this.#begin(), pauseMs);
  }

  async #claim(): Promise<void> {
    const { store, clock } = this.#deps;
    for (;;) {
      const limit = ITEMS_AT_ONCE - this.#running.size;
      if (limit <= 0 || this.#isClosed) return;
      const now = clock.now();
      this.#claimedAt = now;
      const leaseUntil = new Date(now.getTime() + LEASE_MS);
      const perLane = ITEMS_AT_ONCE_PER_LANE;
      const after = this.#lane;
      const items = await store.claimOutbox({ now, leaseUntil, limit, perLane, after });
      for (const item of items) this.#start(item);
      if (items.length < limit) return;
    }
  }

  /** An item under way here already had its lease run out, as when the clock was moved: it is not started twice. */
  #start(item: OutboxItem): void {
    this.#lane = item.kind === 'delivery' ? item.endpointId : '';
    if (this.#running.has(item.id)) return;
    const done = tryItem(this.#deps, item)
      .catch((error: unknown) => this.#deps.onError?.(error))
      .finally(() => {
        this.#running.delete(item.id);
        this.wake();
      });
    this.#running.set(item.id, done);
  }

  async #untilDue(): Promise<number> {
    const due = await this.#deps.store.nextOutboxDue();
    if (!due) return POLL_MS;
    if (due <= this.#claimedAt) return FULL_PAUSE_MS;
    const ms = due.getTime() - this.#deps.clock.now().getTime();
    return Math.min(Math.max(ms, 0) + TIMER_SLACK_MS, POLL_MS);
  }
}

/**
 * Works on the outbox until closed: claims due mails and deliveries, tries each, settles it. Woken by the store's
 * commits, and by a timer on the next due item. Any number of processes can do so at once; none loses an item, and
 * one that crashes leaves its items to be tried again (at least once).
 */
export function startOutbox(deps: OutboxDeps): RunningOutbox {
  return new OutboxRunner(deps);
}
