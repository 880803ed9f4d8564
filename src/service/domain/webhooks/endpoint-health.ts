const HOUR_MS = 3_600_000;
/** Without a success for so long an endpoint is switched off, if it also failed often enough. */
const SILENCE_MS = 5 * 24 * HOUR_MS;
/** Failed attempts that it takes. */
const FAILURES = 20;
/** From the first to the last of them. */
const SPREAD_MS = 24 * HOUR_MS;
/** A success is noted when the last noted one is so old, which is near enough for days. */
const NOTED_MS = HOUR_MS;

/** The health of an endpoint, from its attempts. */
export interface EndpointHealth {
  /** Of the last success; before the first, when the endpoint was added or switched on. */
  readonly noSuccessSince: Date;
  /** Attempts that failed since the last success. */
  readonly failures: number;
  /** The first of those; null when there is none. */
  readonly failingSince: Date | null;
}

/** Initial health of an endpoint: just added, switched on again, or after a success. */
export const freshHealth = (at: Date): EndpointHealth => {
  return { noSuccessSince: at, failures: 0, failingSince: null };
};

/** The health after an attempt that ended at `at`: a success forgets every failure. */
export function healthAfter(
  { noSuccessSince, failures, failingSince }: EndpointHealth,
  { ok, at }: { readonly ok: boolean; readonly at: Date },
): EndpointHealth {
  if (ok) return freshHealth(at);
  return { noSuccessSince, failures: failures + 1, failingSince: failingSince ?? at };
}

/** True when an attempt changes the health enough to store it. */
export function isWorthNoting(
  { noSuccessSince, failures }: EndpointHealth,
  { ok, at }: { readonly ok: boolean; readonly at: Date },
): boolean {
  return !ok || failures > 0 || at.getTime() - noSuccessSince.getTime() >= NOTED_MS;
}

/** True when a failure at `now` is one too many: no success for 5 days, and 20 failures over a day or longer. */
export function isFailingForGood(health: EndpointHealth, now: Date): boolean {
  const { noSuccessSince, failures, failingSince } = health;
  if (failures < FAILURES || !failingSince) return false;
  const lasts = (since: Date, ms: number) => now.getTime() - since.getTime() >= ms;
  return lasts(failingSince, SPREAD_MS) && lasts(noSuccessSince, SILENCE_MS);
}
