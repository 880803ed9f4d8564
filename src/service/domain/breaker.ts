/** Failures of a gateway, shared by all processes. */
export interface Breaker {
  /** Id of the gateway. */
  readonly gateway: string;
  /** When its service failed, in milliseconds since 1970, oldest first; empty while the breaker is open. */
  readonly failedAt: readonly number[];
  /** New attempts go elsewhere until then, and one probes it afterwards; null while nothing is wrong. */
  readonly openUntil: Date | null;
}

/** This many failures of the service within `WITHIN_MS` open a breaker. */
const MOST_FAILURES = 5;
const WITHIN_MS = 2 * 60_000;
/** How long an open breaker keeps new attempts away, and how long everybody waits for a probe's answer. */
const OPEN_MS = 60_000;

/** The breaker of a gateway that works, as far as is known. */
export const closedBreaker = (gateway: string): Breaker => ({
  gateway,
  failedAt: [],
  openUntil: null,
});

const openedAt = ({ gateway }: Breaker, now: Date): Breaker => ({
  gateway,
  failedAt: [],
  openUntil: new Date(now.getTime() + OPEN_MS),
});

/** Decision about a new attempt: let it through, send it elsewhere, or let one through as a probe. */
export function stateOf({ openUntil }: Breaker, now: Date): 'closed' | 'open' | 'half-open' {
  if (openUntil === null) return 'closed';
  return now < openUntil ? 'open' : 'half-open';
}

/** The breaker after a failure of the service. One that is open stays so for another while. */
export function afterFailure(breaker: Breaker, now: Date): Breaker {
  if (breaker.openUntil !== null) return openedAt(breaker, now);
  const recent = breaker.failedAt.filter((at) => at > now.getTime() - WITHIN_MS);
  const failedAt = [...recent, now.getTime()];
  return failedAt.length < MOST_FAILURES ? { ...breaker, failedAt } : openedAt(breaker, now);
}

/** The breaker once an attempt goes through as a probe: no other one does for a while. */
export const whileProbed = openedAt;
