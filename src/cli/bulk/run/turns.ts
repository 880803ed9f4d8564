/** Work that must not overlap, by a name: whoever comes later with the same one waits. */
export class Turns {
  readonly #last = new Map<string, Promise<unknown>>();

  /** Does work once all earlier work of that name has ended; its result or error comes through. */
  async take<T>(name: string, work: () => Promise<T>): Promise<T> {
    const before = this.#last.get(name) ?? Promise.resolve();
    const mine = before.then(work);
    const ended = mine.catch(() => undefined);
    this.#last.set(name, ended);
    try {
      return await mine;
    } finally {
      if (this.#last.get(name) === ended) this.#last.delete(name);
    }
  }
}
