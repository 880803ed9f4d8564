import { createHash } from 'node:crypto';

/** One line of a document's audit trail, chained to the line before it by its hash. */
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
  /** Hash of the entry before, 64 hexadecimal digits; zeros for the first. */
  readonly previousHash: string;
  /** Hash of this entry without this field. */
  readonly hash: string;
}

/** Where every chain begins. */
export const GENESIS_HASH = '0'.repeat(64);

/** A copy of a JSON value, the keys of every object in it sorted by code unit. */
export function withSortedKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withSortedKeys);
  if (value === null || typeof value !== 'object') return value;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([key, item]) => [key, withSortedKeys(item)]));
}

/** JSON with sorted keys and no white space: values that are equal once stored as JSON give equal bytes. */
export function canonicalJson(value: object): string {
  return JSON.stringify(withSortedKeys(JSON.parse(JSON.stringify(value))));
}

/** SHA-256 of an entry's canonical JSON without its own hash, as 64 hexadecimal digits. */
export function hashAuditEntry(entry: Omit<AuditEntry, 'hash'>): string {
  const { seq, at, type, actor, ip, userAgent, requestId, data, previousHash } = entry;
  const line = { seq, at, type, actor, ip, userAgent, requestId, data, previousHash };
  return createHash('sha256').update(canonicalJson(line)).digest('hex');
}

/** The position of the first entry that does not fit its chain; undefined when all fit. */
export function brokenAt(entries: readonly AuditEntry[]): number | undefined {
  let previousHash = GENESIS_HASH;
  for (const [index, entry] of entries.entries()) {
    const fits = entry.seq === index + 1 && entry.previousHash === previousHash;
    if (!fits || hashAuditEntry(entry) !== entry.hash) return index + 1;
    previousHash = entry.hash;
  }
  return undefined;
}
