/**
 * Does work at the end of the event loop's turn, in the order in which it came. Answers that leave one after another cost
 * the system far less than each between two requests: whoever waits for them is woken once.
 */
export class EndOfTurn {
  #steps: (() => void)[] = [];

  /** Takes a step, which may not throw. */
  add(step: () => void): void {
    if (this.#steps.length === 0) setImmediate(() => this.#end());
    this.#steps.push(step);
  }

  #end(): void {
    const steps = this.#steps;
    this.#steps = [];
    for (const step of steps) step();
  }
}
