const CAPACITY = 500;

/** Tokens that the calls of one client share, so that many calls together do not hammer a service that is down. */
export class RetryBudget {
  #tokens = CAPACITY;

  /** Takes the cost of a retry; false when there is not enough left. */
  spend(cost: number): boolean {
    if (cost > this.#tokens) return false;
    this.#tokens -= cost;
    return true;
  }

  /** A success puts one token back. */
  refill(): void {
    this.#tokens = Math.min(CAPACITY, this.#tokens + 1);
  }
}
