/** How far an authority's clock may be from ours, or an answer from its bringing, in milliseconds. */
const ANSWER_WINDOW_MS = 30 * 60_000;

/** True when an answer was made after its request and lately, by clocks half an hour apart at most. */
export function isFreshAnswer(times: {
  readonly answeredAt: Date;
  readonly requestedAt: Date;
  readonly now: Date;
}): boolean {
  const { answeredAt, requestedAt, now } = times;
  const isAfterRequest = answeredAt.getTime() >= requestedAt.getTime() - ANSWER_WINDOW_MS;
  return isAfterRequest && Math.abs(now.getTime() - answeredAt.getTime()) <= ANSWER_WINDOW_MS;
}
