import type { OutboxItem } from '../../domain/outbox.ts';

/** Most tries under way at once in this process. */
const TRIES_AT_ONCE = 64;
/** Most tries under way at once for one endpoint, and for mails. */
export const TRIES_AT_ONCE_PER_LANE = 4;
/** Most items that are leased before there is a place for them: for each place in all, and of one lane. */
const AHEAD_PER_PLACE = 2;
export const AHEAD_PER_LANE = 8;
/** Nothing is leased ahead of a try that has been under way for so long, nor of others of its lane. */
const SLOW_MS = 100;
/** What found no place for so long is given back: by then another process might have one, or the endpoint be off. */
export const AHEAD_MS = 1000;

/** The lane of an item: its endpoint, or that of all mails. */
export const laneOf = (item: OutboxItem): string =>
  item.kind === 'delivery' ? item.endpointId : '';

interface Held {
  readonly item: OutboxItem;
  readonly lane: string;
  /** When it was leased, or its try begun; of a clock that is never moved, in milliseconds. */
  readonly since: number;
}

/** What this process has leased: the tries under way, each in a place of its lane, and what waits for a place. */
export class OutboxPlaces {
  readonly #underWay = new Map<string, Held>();
  readonly #busy = new Map<string, number>();
  #waiting: Held[] = [];

  /** How many tries are under way. */
  get underWay(): number {
    return this.#underWay.size;
  }

  /** True when something waits for a place. */
  get isAhead(): boolean {
    return this.#waiting.length > 0;
  }

  /** How many items more may be leased: none ahead of a place whose try takes long. */
  room(now: number): number {
    const free = TRIES_AT_ONCE - this.#underWay.size;
    const ahead = AHEAD_PER_PLACE * (TRIES_AT_ONCE - this.#slow(now).length);
    return free + ahead - this.#waiting.length;
  }

  /** Lanes whose tries take long, of which nothing is to be leased ahead. */
  slowLanes(now: number): string[] {
    return [...new Set(this.#slow(now).map(({ lane }) => lane))];
  }

  /** Those under way are in the order in which they began. */
  #slow(now: number): Held[] {
    const slow: Held[] = [];
    for (const held of this.#underWay.values()) {
      if (now - held.since < SLOW_MS) break;
      slow.push(held);
    }
    return slow;
  }

  /**
   * Takes what was leased. What is under way already had its lease run out, as when the clock was moved: it is not
   * begun twice.
   */
  add(items: readonly OutboxItem[], now: number): void {
    const ids = new Set(items.map(({ id }) => id));
    this.#waiting = this.#waiting.filter(({ item }) => !ids.has(item.id));
    for (const item of items) {
      if (this.#underWay.has(item.id)) continue;
      this.#waiting.push({ item, lane: laneOf(item), since: now });
    }
  }

  /** Gives places to what has waited longest and may begin; answers it. */
  begin(now: number): OutboxItem[] {
    const begun: OutboxItem[] = [];
    for (let next = 0; this.#underWay.size < TRIES_AT_ONCE; ) {
      const held = this.#waiting[next];
      if (!held) break;
      const { item, lane } = held;
      const busy = this.#busy.get(lane) ?? 0;
      if (busy < TRIES_AT_ONCE_PER_LANE) {
        this.#waiting.splice(next, 1);
        this.#busy.set(lane, busy + 1);
        this.#underWay.set(item.id, { item, lane, since: now });
        begun.push(item);
      } else next += 1;
    }
    return begun;
  }

  /** Frees the place of a try that is over. */
  end({ id }: OutboxItem): void {
    const held = this.#underWay.get(id);
    if (!held) return;
    this.#underWay.delete(id);
    const busy = (this.#busy.get(held.lane) ?? 1) - 1;
    if (busy > 0) this.#busy.set(held.lane, busy);
    else this.#busy.delete(held.lane);
  }

  /** Lets go of what waits for a place for too long, and answers it. */
  dropStale(now: number): OutboxItem[] {
    return this.#drop(({ since }) => now - since >= AHEAD_MS);
  }

  /** Lets go of what waits for a place of this lane, and answers it. */
  dropLane(of: string): OutboxItem[] {
    return this.#drop(({ lane }) => lane === of);
  }

  /** Lets go of all that waits for a place, and answers it. */
  dropAll(): OutboxItem[] {
    return this.#drop(() => true);
  }

  #drop(isMeant: (held: Held) => boolean): OutboxItem[] {
    const dropped = this.#waiting.filter(isMeant);
    if (dropped.length > 0) this.#waiting = this.#waiting.filter((held) => !isMeant(held));
    return dropped.map(({ item }) => item);
  }
}
