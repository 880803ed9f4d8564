/** What can be ended before its time. */
export interface Endable {
  /** Where it stands among what is under way; `UnderWay` writes it. */
  place: number;
  end(reason: string): void;
}

/**
 * Whatever is under way at the moment. A `Set` that changes at every delivery makes a table anew every few dozen of them,
 * and the tables before it keep what they held from the small collections of garbage.
 */
export class UnderWay {
  readonly #all: Endable[] = [];

  add(one: Endable): void {
    one.place = this.#all.push(one) - 1;
  }

  remove(one: Endable): void {
    const last = this.#all.pop();
    if (last === undefined || last === one) return;
    this.#all[one.place] = last;
    last.place = one.place;
  }

  /** Ends all of it. */
  end(reason: string): void {
    for (const one of [...this.#all]) one.end(reason);
  }
}
