import type { InEachLanguage } from '../../../languages/languages.ts';

/** Names of a gateway on pages, in mails and in the consent text. */
export interface NamesOfGateway {
  readonly authority: string;
  /** Such as `Aadhaar`, for "your Aadhaar number" and "your Aadhaar record". */
  readonly identity: string;
}

export type GatewayNames = InEachLanguage<NamesOfGateway>;

/** Failures of a gateway, shared by all processes. */
export interface Breaker {
  readonly gateway: string;
  /** Milliseconds since 1970, oldest first; empty while the breaker is open. */
  readonly failedAt: readonly number[];
  /** Attempts use other gateways until then; the next one is a probe. Null while closed. */
  readonly openUntil: Date | null;
}

const MOST_FAILURES = 5;
const WITHIN_MS = 2 * 60_000;
/** How long an open breaker stays open, and how long a probe may take. */
const OPEN_MS = 60_000;

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

/** `half-open` lets one attempt through as a probe. */
export function stateOf({ openUntil }: Breaker, now: Date): 'closed' | 'open' | 'half-open' {
  if (openUntil === null) return 'closed';
  return now < openUntil ? 'open' : 'half-open';
}

/** An open breaker stays open for longer. */
export function afterFailure(breaker: Breaker, now: Date): Breaker {
  if (breaker.openUntil !== null) return openedAt(breaker, now);
  const recent = breaker.failedAt.filter((at) => at > now.getTime() - WITHIN_MS);
  const failedAt = [...recent, now.getTime()];
  return failedAt.length < MOST_FAILURES ? { ...breaker, failedAt } : openedAt(breaker, now);
}

/** Keeps other attempts away while one is the probe. */
export const whileProbed = openedAt;
