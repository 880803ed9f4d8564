import { createHash } from 'node:crypto';
import { isIPv6 } from 'node:net';
import { runRegularly } from '../../core/run-regularly.ts';
import type { DocumentStore } from '../../store/store.ts';

const WINDOW_MS = 60_000;
const FLUSH_MS = 1000;
/** Subjects per process and window. More suggest an attempt to fill the memory. */
const MOST_SUBJECTS = 100_000;
const KEY_BYTES = 16;

/** Counts requests, or other things, per minute. Processes share counts once a second. */
export interface RequestCounts {
  /**
   * Adds to a count; 0 only asks. Above `max`, returns the seconds until the next minute. Other
   * processes' requests may be missing for a second, so the limit can be exceeded by those.
   */
  count(
    limit: { readonly name: string; readonly max: number },
    subject: string,
    amount?: number,
  ): number | undefined;
  close(): Promise<void>;
}

interface Count {
  /** Of all processes, at the last exchange. */
  total: number;
  /** Of this process, since then. */
  added: number;
}

/** Hashed, so that addresses and links aren't stored. */
const keyOf = (name: string, subject: string): string =>
  createHash('sha256')
    .update(`${name}\n${subject}`)
    .digest('hex')
    .slice(0, 2 * KEY_BYTES);

/** For IPv6, the /64 network: one host can use all of it. */
export function subjectOfAddress(address: string): string {
  if (!isIPv6(address) || address.startsWith('::ffff:')) return address;
  const [head = '', tail] = address.toLowerCase().split('::', 2);
  const groups = head === '' ? [] : head.split(':');
  const missing = tail === undefined ? 0 : 8;
  return [...groups, ...Array<string>(missing).fill('0')].slice(0, 4).join(':');
}

/** Counts only this process's requests while the database is unreachable. */
export function openRequestCounts(
  store: Pick<DocumentStore, 'addCounts'>,
  clock: () => number = () => Date.now(),
): RequestCounts {
  let window = windowAt(clock());
  let counts = new Map<string, Count>();
  const enter = (now: number) => {
    const current = windowAt(now);
    if (current === window) return;
    window = current;
    counts = new Map();
  };
  const flush = async (): Promise<void> => {
    const mine = counts;
    const added = [...mine].filter(([, count]) => count.added > 0);
    if (added.length === 0) return;
    const sent = added.map(([key, count]) => ({ key, added: count.added }));
    const totals = await store.addCounts(new Date(window), sent);
    for (const { key, added: told } of sent) {
      const count = mine.get(key);
      if (!count) continue;
      count.added -= told;
      count.total = totals.get(key) ?? count.total + told;
    }
  };
  const flushing = runRegularly({ everyMs: FLUSH_MS, run: flush, onError: () => undefined });
  return {
    count({ name, max }, subject, amount = 1) {
      const now = clock();
      enter(now);
      const key = keyOf(name, subject);
      const count = counts.get(key) ?? { total: 0, added: 0 };
      if (counts.size < MOST_SUBJECTS) counts.set(key, count);
      count.added += amount;
      if (count.total + count.added <= max) return undefined;
      return Math.ceil((window + WINDOW_MS - now) / 1000);
    },
    close: flushing.close,
  };
}

const windowAt = (now: number): number => now - (now % WINDOW_MS);
