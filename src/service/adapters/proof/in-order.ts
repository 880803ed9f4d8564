import type { AskedHost, Timestamp, TimestampAuthority } from '../../ports/timestamp-authority.ts';
import { TimestampUnavailable } from '../../ports/timestamp-authority.ts';

/** The name is for logs and metrics. */
export interface NamedAuthority {
  readonly name: string;
  readonly authority: TimestampAuthority;
}

/** For all authorities together, in milliseconds. */
const TOTAL_MS = 12_000;
/** With less time left, no further authority is asked. */
const LEAST_MS = 100;

/** Null when there is no valid timestamp. */
async function tryOne(
  { name, authority }: NamedAuthority,
  { sha256, leftMs }: { readonly sha256: Buffer; readonly leftMs: number },
  tell: (asked: AskedHost) => void,
): Promise<Timestamp | null> {
  try {
    const timestamp = await authority.stamp(sha256, leftMs);
    tell({ host: name, reason: null });
    return timestamp;
  } catch (error) {
    if (!(error instanceof TimestampUnavailable)) throw error;
    tell({ host: name, reason: error.reason });
    return null;
  }
}

/** Asks authorities in order. Reserves room for the largest token; reports the last failure. */
export function timestampsInOrder(
  authorities: readonly NamedAuthority[],
  totalMs = TOTAL_MS,
): TimestampAuthority {
  const listeners: ((asked: AskedHost) => void)[] = [];
  return {
    roots: authorities.flatMap(({ authority }) => authority.roots),
    tokenBytes: Math.max(...authorities.map(({ authority }) => authority.tokenBytes)),
    async stamp(sha256) {
      const endsAt = performance.now() + totalMs;
      let why = 'timeout';
      const told = (asked: AskedHost) => {
        why = asked.reason ?? why;
        for (const tell of listeners) tell(asked);
      };
      for (const one of authorities) {
        const leftMs = Math.ceil(endsAt - performance.now());
        const timestamp = leftMs > LEAST_MS ? await tryOne(one, { sha256, leftMs }, told) : null;
        if (timestamp) return timestamp;
      }
      throw new TimestampUnavailable(why);
    },
    onAsked: (tell) => void listeners.push(tell),
  };
}
