/** How far the service's clock is from ours, learnt from the `Date` header of its answers (to the second). */
export class ServiceTime {
  #skewMs: number | undefined;

  /** Notes the `Date` of an answer that came at `now`; one that is missing or no date is ignored. */
  note(date: string | undefined, now: number): void {
    const told = date === undefined ? Number.NaN : Date.parse(date);
    if (!Number.isNaN(told)) this.#skewMs = told - now;
  }

  /** What to add to our time to get the service's, in milliseconds; undefined before the first answer. */
  get skewMs(): number | undefined {
    return this.#skewMs;
  }
}
