import { createHash } from 'node:crypto';
import { isIPv6 } from 'node:net';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { runRegularly } from '../../core/run-regularly.ts';
import type { DocumentStore } from '../../store/store.ts';
import { TooManyRequests } from '../error-replies.ts';

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

/** Waiting uploads per account and process. */
const MOST_WAITING = 4;

/** Limits an account's processor seconds for PDFs per minute, over all processes, for PDF workers. */
export function openPdfLimits(
  store: Pick<DocumentStore, 'addCounts'>,
  secondsPerMinute: number,
  clock?: () => number,
) {
  const counts = openRequestCounts(store, clock);
  const limit = { name: 'pdf', max: secondsPerMinute * 1000 };
  return {
    waiting: MOST_WAITING,
    spend: (accountId: string, cpuMs: number) => counts.count(limit, accountId, cpuMs),
    close: () => counts.close(),
  };
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** For load balancers' requests, and pages' files. */
    readonly isUncounted?: true;
  }
}

/** Per minute. Many people may share an address, but a signer's links are for one person. */
export const REQUEST_LIMITS = { address: 3000, link: 240 } as const;
const BY_ADDRESS = { name: 'address', max: REQUEST_LIMITS.address };
const BY_ACCOUNT = 'countsAccounts';

/** @throws {TooManyRequests} beyond the limit */
export function countAddress(counts: RequestCounts, { ip }: FastifyRequest): void {
  const seconds = counts.count(BY_ADDRESS, subjectOfAddress(ip));
  if (seconds !== undefined) throw new TooManyRequests(seconds);
}

/** Limits requests per address on all paths, even unknown ones, before reading anything. */
export function limitAddresses(app: FastifyInstance, counts: RequestCounts): void {
  app.addHook('onRequest', async (request) => {
    const { server, routeOptions } = request;
    if (routeOptions.config?.isUncounted || server.hasDecorator(BY_ACCOUNT)) return;
    countAddress(counts, request);
  });
}

/** Counts requests for their key's account; only those without a valid key for an address. */
export const countByAccount = (app: FastifyInstance): void => void app.decorate(BY_ACCOUNT, true);
