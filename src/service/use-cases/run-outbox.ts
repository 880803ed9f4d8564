import type { EndedTry, OutboxItem } from '../domain/outbox.ts';
import type { TryDeps } from './try-item.ts';
import { TRY_MS, tryItem } from './try-item.ts';

/** Most items under way at once in this process. */
const ITEMS_AT_ONCE = 64;
/** Most items under way at once for one endpoint, and for mails. */
export const ITEMS_AT_ONCE_PER_LANE = 4;
/** Longer than a try can take, and what a crash costs before its items are tried again. */
export const LEASE_MS = 2 * TRY_MS;
/**
 * Settling and claiming cost the store little more for many items than for few: with fewer places free than this, a
 * round waits a little for more.
 */
const ENOUGH_PLACES = ITEMS_AT_ONCE / 2;
const GATHER_MS = 5;
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
  /** Told of each try once it is settled. */
  readonly onTried?: (tried: EndedTry) => void;
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
  readonly #underWay = new Map<string, Promise<void>>();
  readonly #unsubscribe: () => void;
  #ended: EndedTry[] = [];
  #claimedAt = new Date(0);
  #pause: NodeJS.Timeout | undefined;
  #gathering: NodeJS.Timeout | undefined;
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
    this.#isWoken = true;
    this.#begin();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#unsubscribe();
    this.#stopTimers();
    await this.#round;
    let limit: NodeJS.Timeout | undefined;
    const late = new Promise<void>((resolve) => {
      limit = setTimeout(resolve, this.#deps.closeMs ?? CLOSE_MS);
    });
    await Promise.race([Promise.all(this.#underWay.values()), late]);
    clearTimeout(limit);
    await this.#settle(this.#ended);
  }

  get #places(): number {
    return ITEMS_AT_ONCE - this.#underWay.size;
  }

  #begin(): void {
    if (this.#isClosed || this.#round !== undefined) return;
    if (this.#places >= ENOUGH_PLACES) this.#run();
    else this.#gathering ??= setTimeout(() => this.#run(), GATHER_MS);
  }

  /** Begins when all that has arrived on any connection was read, not after the first of it. */
  #run(): void {
    this.#stopTimers();
    this.#round = new Promise(setImmediate).then(() => this.#work());
  }

  #stopTimers(): void {
    clearTimeout(this.#pause);
    clearTimeout(this.#gathering);
    this.#gathering = undefined;
  }

  async #work(): Promise<void> {
    const ended = this.#ended;
    this.#ended = [];
    // What waits behind these is due once they are settled.
    this.#isWoken = ended.length > 0;
    const over = ended.map(({ item }) => item.seq);
    const claimed = this.#claim(over).catch((error: unknown) => {
      this.#deps.onError?.(error);
      this.#isWoken = false;
      return ERROR_PAUSE_MS;
    });
    const [pauseMs] = await Promise.all([claimed, this.#settle(ended)]);
    this.#round = undefined;
    if (this.#isClosed) return;
    if (this.#isWoken) this.#begin();
    else this.#pause = setTimeout(() => this.#run(), pauseMs);
  }

  /** What cannot be settled together goes one by one: a try that the store refuses has no other repeated. */
  async #settle(ended: readonly EndedTry[]): Promise<void> {
    if (ended.length === 0) return;
    try {
      await this.#deps.store.settleOutbox(ended);
    } catch (error) {
      if (ended.length === 1) this.#deps.onError?.(error);
      else await Promise.all(ended.map((tried) => this.#settle([tried])));
      return;
    }
    for (const tried of ended) this.#deps.onTried?.(tried);
  }

  /** Starts what is due, as far as there are places; answers how long to rest unless woken. */
  async #claim(over: readonly number[]): Promise<number> {
    const { store, clock } = this.#deps;
    const limit = this.#places;
    if (limit > 0 && !this.#isClosed) {
      const now = clock.now();
      this.#claimedAt = now;
      const leaseUntil = new Date(now.getTime() + LEASE_MS);
      const lanes = { perLane: ITEMS_AT_ONCE_PER_LANE, over, after: this.#lane };
      const items = await store.claimOutbox({ now, leaseUntil, limit, ...lanes });
      for (const item of items) this.#start(item);
      this.#isWoken ||= items.length === limit;
    }
    if (this.#isWoken || this.#isClosed) return 0;
    const isBusy = this.#underWay.size > 0 && !this.#isQuiet;
    this.#isQuiet = isBusy;
    return isBusy ? QUIET_MS : await this.#untilDue();
  }

  /** An item under way here already had its lease run out, as when the clock was moved: it is not started twice. */
  #start(item: OutboxItem): void {
    this.#lane = item.kind === 'delivery' ? item.endpointId : '';
    if (!this.#underWay.has(item.id)) this.#underWay.set(item.id, this.#try(item));
  }

  async #try(item: OutboxItem): Promise<void> {
    try {
      const tried = await tryItem(this.#deps, item);
      this.#ended.push(tried);
    } catch (error) {
      this.#deps.onError?.(error);
    }
    this.#underWay.delete(item.id);
    this.wake();
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
