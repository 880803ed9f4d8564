import { ACCEPTED } from './answer-delivery.ts';

/** A status, and how many deliveries in a row are answered with it. */
export interface PlannedAnswer {
  readonly status: number;
  readonly times: number;
}

/** The statuses that deliveries are answered with, in the order of arrival; the last one stays. */
export class AnswerPlan {
  readonly #rest: PlannedAnswer[];
  #used = 0;

  constructor(answers: readonly PlannedAnswer[] = []) {
    this.#rest = [...answers];
  }

  /** The next delivery's status; 204 when nothing is planned. */
  next(): number {
    const [now] = this.#rest;
    if (now === undefined) return ACCEPTED;
    this.#used += 1;
    if (this.#used >= now.times && this.#rest.length > 1) {
      this.#rest.shift();
      this.#used = 0;
    }
    return now.status;
  }
}
