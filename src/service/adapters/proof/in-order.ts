import type {
  MissedTimestamp,
  Timestamp,
  TimestampAuthority,
} from '../../ports/timestamp-authority.ts';
import { TimestampUnavailable } from '../../ports/timestamp-authority.ts';

/** A timestamping authority and what it is called in logs and metrics. */
export interface NamedAuthority {
  readonly name: string;
  readonly authority: TimestampAuthority;
}

/** Longest time for all authorities together, in milliseconds. */
const TOTAL_MS = 12_000;
/** With less time left, no authority is asked any more. */
const LEAST_MS = 100;

/** Null when there is no valid timestamp. */
async function tryOne(
  { name, authority }: NamedAuthority,
  { sha256, leftMs }: { readonly sha256: Buffer; readonly leftMs: number },
  miss: (missed: MissedTimestamp) => void,
): Promise<Timestamp | null> {
  try {
    return await authority.stamp(sha256, leftMs);
  } catch (error) {
    if (!(error instanceof TimestampUnavailable)) throw error;
    miss({ authority: name, reason: error.reason });
    return null;
  }
}

/**
 * Several timestamping authorities as one: each is asked when those before it gave no valid timestamp. Room is reserved for the
 * largest token of any. When all fail, the reason is that of the last one asked.
 */
export function timestampsInOrder(
  authorities: readonly NamedAuthority[],
  totalMs = TOTAL_MS,
): TimestampAuthority {
  const listeners: ((missed: MissedTimestamp) => void)[] = [];
  return {
    roots: authorities.flatMap(({ authority }) => authority.roots),
    tokenBytes: Math.max(...authorities.map(({ authority }) => authority.tokenBytes)),
    async stamp(sha256) {
      const endsAt = performance.now() + totalMs;
      let why = 'timeout';
      const miss = (missed: MissedTimestamp) => {
        why = missed.reason;
        for (const tell of listeners) tell(missed);
      };
      for (const one of authorities) {
        const leftMs = Math.ceil(endsAt - performance.now());
        const timestamp = leftMs > LEAST_MS ? await tryOne(one, { sha256, leftMs }, miss) : null;
        if (timestamp) return timestamp;
      }
      throw new TimestampUnavailable(why);
    },
    onMissed: (tell) => void listeners.push(tell),
  };
}
