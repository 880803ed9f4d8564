const HOUR_MS = 3_600_000;
/** Endpoints are disabled after this long without a success, and this many failures over a day. */
const SILENCE_MS = 5 * 24 * HOUR_MS;
const FAILURES = 20;
/** Least time from the first to the last failure. */
const SPREAD_MS = 24 * HOUR_MS;
/** Least time between recorded successes, precise enough for days. */
const NOTED_MS = HOUR_MS;

export interface EndpointHealth {
  /** Time of the last success; before the first, when the endpoint was added or enabled. */
  readonly noSuccessSince: Date;
  /** Since the last success. */
  readonly failures: number;
  /** Time of the first of those; null for none. */
  readonly failingSince: Date | null;
}

/** Health when just added or enabled, and after a success. */
export const freshHealth = (at: Date): EndpointHealth => {
  return { noSuccessSince: at, failures: 0, failingSince: null };
};

/** The health after an attempt that ended at `at`. A success resets it. */
export function healthAfter(
  { noSuccessSince, failures, failingSince }: EndpointHealth,
  { ok, at }: { readonly ok: boolean; readonly at: Date },
): EndpointHealth {
  if (ok) return freshHealth(at);
  return { noSuccessSince, failures: failures + 1, failingSince: failingSince ?? at };
}

export function isWorthNoting(
  { noSuccessSince, failures }: EndpointHealth,
  { ok, at }: { readonly ok: boolean; readonly at: Date },
): boolean {
  return !ok || failures > 0 || at.getTime() - noSuccessSince.getTime() >= NOTED_MS;
}

/** True after 5 days without a success and 20 failures over a day or longer. */
export function isFailingForGood(health: EndpointHealth, now: Date): boolean {
  const { noSuccessSince, failures, failingSince } = health;
  if (failures < FAILURES || !failingSince) return false;
  const lasts = (since: Date, ms: number) => now.getTime() - since.getTime() >= ms;
  return lasts(failingSince, SPREAD_MS) && lasts(noSuccessSince, SILENCE_MS);
}
