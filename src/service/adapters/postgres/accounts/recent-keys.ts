import type { Account } from '../../../domain/account.ts';

/** A key that was found. */
export interface FoundKey {
  readonly account: Account;
  readonly hash: Buffer;
  readonly prefix: string;
}

interface Remembered {
  readonly key: FoundKey;
  readonly until: number;
}

/** How long a found key is believed, in milliseconds: a revocation takes hold everywhere within this time. */
export const KEY_MEMORY_MS = 1000;
const MOST_KEYS = 1000;

/**
 * Remembers the keys that `find` found for a second at most, so that a busy caller's key is not looked up with every
 * request. What was not found is not remembered: a new key works at once. `now` is in milliseconds and never goes back.
 */
export function recentKeys(
  find: (hash: Buffer) => Promise<FoundKey | undefined>,
  now: () => number = () => performance.now(),
): (hash: Buffer) => Promise<FoundKey | undefined> {
  const remembered = new Map<string, Remembered>();
  return async (hash) => {
    const id = hash.toString('latin1');
    const at = now();
    const last = remembered.get(id);
    if (last && last.until > at) return last.key;
    remembered.delete(id);
    const key = await find(hash);
    if (!key) return undefined;
    // The key counts from before it was read; the oldest entry makes room
    const [oldest] = remembered.size >= MOST_KEYS ? remembered.keys() : [];
    if (oldest !== undefined) remembered.delete(oldest);
    remembered.set(id, { key, until: at + KEY_MEMORY_MS });
    return key;
  };
}
