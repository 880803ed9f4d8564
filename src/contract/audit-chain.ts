import { createHash } from 'node:crypto';

/** One entry of a document's audit trail; its hash covers the hash of the entry before. */
export interface AuditEntry {
  /** Position in the document's trail, from 1. */
  readonly seq: number;
  /** ISO 8601 time in UTC, with milliseconds. */
  readonly at: string;
  readonly type: string;
  readonly actor: string;
  readonly ip: string | null;
  readonly userAgent: string | null;
  readonly requestId: string | null;
  readonly data: Readonly<Record<string, unknown>>;
  /** Hash of the entry before, as 64 hexadecimal digits; zeros for the first entry. */
  readonly previousHash: string;
  /** Hash of this entry without this field. */
  readonly hash: string;
}

/** The `previousHash` of the first entry. */
export const GENESIS_HASH = '0'.repeat(64);

/** Copies a JSON value and sorts the keys of every object by code unit. */
export function withSortedKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withSortedKeys);
  if (value === null || typeof value !== 'object') return value;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([key, item]) => [key, withSortedKeys(item)]));
}

/** JSON with sorted keys and no white space: equal JSON values give equal bytes. */
export function canonicalJson(value: object): string {
  return JSON.stringify(withSortedKeys(JSON.parse(JSON.stringify(value))));
}

/** SHA-256 of an entry's canonical JSON without its `hash`, as 64 hexadecimal digits. */
export function hashAuditEntry(entry: Omit<AuditEntry, 'hash'>): string {
  const { seq, at, type, actor, ip, userAgent, requestId, data, previousHash } = entry;
  const line = { seq, at, type, actor, ip, userAgent, requestId, data, previousHash };
  return createHash('sha256').update(canonicalJson(line)).digest('hex');
}

/** The position, from 1, of the first entry that breaks the chain; undefined when the chain is intact. */
export function brokenAt(entries: readonly AuditEntry[]): number | undefined {
  let previousHash = GENESIS_HASH;
  for (const [index, entry] of entries.entries()) {
    const fits = entry.seq === index + 1 && entry.previousHash === previousHash;
    if (!fits || hashAuditEntry(entry) !== entry.hash) return index + 1;
    previousHash = entry.hash;
  }
  return undefined;
}
