import { randomUUID } from 'node:crypto';
import type { EndedTry, OutboxItem } from '../../domain/outbox.ts';
import { GatheredWork } from './gathered-work.ts';
import {
  AHEAD_MS,
  AHEAD_PER_LANE,
  laneOf,
  OutboxPlaces,
  TRIES_AT_ONCE_PER_LANE,
} from './outbox-places.ts';
import type { TryDeps } from './try-item.ts';
import { TRY_MS, tryItem } from './try-item.ts';

/** Longer than a try can take, and what a crash costs before another process tries its items again. */
export const LEASE_MS = 2 * TRY_MS;
/** Claiming and settling cost the store little more for so many items than for few. */
const ENOUGH = 32;
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
  readonly #holder = randomUUID();
  readonly #places = new OutboxPlaces();
  readonly #unsubscribe: () => void;
  readonly #claims: GatheredWork;
  readonly #settlements: GatheredWork;
  #ended: EndedTry[] = [];
  #settling: readonly EndedTry[] = [];
  #claimedAt = new Date(0);
  #pause: NodeJS.Timeout | undefined;
  #stale: NodeJS.Timeout | undefined;
  #isQuiet = false;
  #isMore = false;
  #lane = '';
  #isClosed = false;
  #idle: () => void = () => undefined;

  constructor(deps: OutboxDeps) {
    this.#deps = deps;
    this.#claims = new GatheredWork(
      () => this.#claim(),
      () => this.#places.room(performance.now()) >= ENOUGH,
    );
    this.#settlements = new GatheredWork(
      () => this.#settle(),
      () => this.#ended.length >= ENOUGH || this.#places.underWay < ENOUGH,
    );
    this.#unsubscribe = deps.store.onOutbox(() => this.wake());
    this.wake();
  }

  wake(): void {
    this.#isQuiet = false;
    clearTimeout(this.#pause);
    this.#claims.ask();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#unsubscribe();
    clearTimeout(this.#pause);
    clearTimeout(this.#stale);
    await this.#claims.close();
    const given = this.#giveBack(this.#places.dropAll());
    await this.#untilIdle();
    await this.#settlements.close();
    await Promise.all([this.#settle(), given]);
  }

  /** Resolves when nothing is under way, or when closing has waited for it long enough. */
  #untilIdle(): Promise<void> {
    return new Promise((resolve) => {
      const limit = setTimeout(resolve, this.#deps.closeMs ?? CLOSE_MS);
      this.#idle = () => {
        clearTimeout(limit);
        resolve();
      };
      if (this.#places.underWay === 0) this.#idle();
    });
  }

  /** Leases what is due, as far as there is room, and rests until more is. */
  async #claim(): Promise<void> {
    let pauseMs = ERROR_PAUSE_MS;
    try {
      await this.#lease();
      if (this.#claims.isAsked || this.#isClosed) return;
      const isBusy = this.#places.underWay > 0 && !this.#isQuiet;
      this.#isQuiet = isBusy;
      pauseMs = isBusy ? QUIET_MS : await this.#untilDue();
    } catch (error) {
      this.#deps.onError?.(error);
    }
    if (this.#claims.isAsked || this.#isClosed) return;
    this.#pause = setTimeout(() => this.#claims.ask(), pauseMs);
  }

  async #lease(): Promise<void> {
    const { store, clock } = this.#deps;
    const limit = this.#places.room(performance.now());
    if (limit <= 0 || this.#isClosed) return;
    const now = clock.now();
    this.#claimedAt = now;
    const items = await store.claimOutbox({
      ...{ now, leaseUntil: new Date(now.getTime() + LEASE_MS), limit },
      ...{ perLane: TRIES_AT_ONCE_PER_LANE, ahead: AHEAD_PER_LANE },
      ...{ slow: this.#places.slowLanes(performance.now()), holder: this.#holder },
      ...{
        over: [...this.#settling, ...this.#ended].map(({ item }) => item.seq),
        after: this.#lane,
      },
    });
    this.#isMore = items.length === limit;
    const last = items.at(-1);
    if (last) this.#lane = laneOf(last);
    this.#places.add(items, performance.now());
    this.#begin();
  }

  /** Begins what has a place; what has none for too long is given back. */
  #begin(): void {
    if (this.#isClosed) return;
    for (const item of this.#places.begin(performance.now())) void this.#try(item);
    if (this.#places.isAhead) this.#stale ??= setTimeout(() => this.#dropStale(), AHEAD_MS);
  }

  #dropStale(): void {
    this.#stale = undefined;
    void this.#giveBack(this.#places.dropStale(performance.now()));
    this.#begin();
  }

  async #giveBack(items: readonly OutboxItem[]): Promise<void> {
    if (items.length === 0) return;
    const { store, onError } = this.#deps;
    await store.returnOutbox(items).catch((error: unknown) => onError?.(error));
    this.wake();
  }

  async #try(item: OutboxItem): Promise<void> {
    try {
      const tried = await tryItem(this.#deps, item);
      this.#ended.push(tried);
      if (!tried.result.ok) void this.#giveBack(this.#places.dropLane(laneOf(item)));
    } catch (error) {
      this.#deps.onError?.(error);
    }
    this.#places.end(item);
    if (this.#places.underWay === 0) this.#idle();
    this.#begin();
    if (this.#isMore) this.wake();
    if (this.#ended.length > 0) this.#settlements.ask();
    else this.wake();
  }

  /** Settles all that ended; what waits behind it is due then. */
  async #settle(): Promise<void> {
    this.#settling = this.#ended;
    this.#ended = [];
    await this.#settleAll(this.#settling);
    this.#settling = [];
    this.wake();
  }

  /** What cannot be settled together goes one by one: a try that the store refuses has no other repeated. */
  async #settleAll(ended: readonly EndedTry[]): Promise<void> {
    if (ended.length === 0) return;
    try {
      await this.#deps.store.settleOutbox(ended);
    } catch (error) {
      if (ended.length === 1) this.#deps.onError?.(error);
      else await Promise.all(ended.map((tried) => this.#settleAll([tried])));
      return;
    }
    for (const tried of ended) this.#deps.onTried?.(tried);
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
