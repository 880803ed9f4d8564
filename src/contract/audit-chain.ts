import { createHash } from '../platform/crypto.ts';

interface EntryHead {
  /** Position in the document's trail, from 1. */
  readonly seq: number;
  /** ISO 8601 time in UTC, with milliseconds. */
  readonly at: string;
  readonly type: string;
  readonly actor: string;
  readonly requestId: string | null;
  /** In version 2 without personal values. */
  readonly data: Readonly<Record<string, unknown>>;
  /** Hash of the previous entry, as 64 hexadecimal digits; zeros for the first entry. */
  readonly previousHash: string;
  /** Hash of this entry without this field and without `personal`. */
  readonly hash: string;
}

/** Version 1 covers the values themselves, so none can be erased. It has no `v`. */
export interface AuditEntryV1 extends EntryHead {
  readonly v?: undefined;
  readonly ip: string | null;
  readonly userAgent: string | null;
}

/** A personal value, with a salt so that its hash does not reveal it to guessing. */
export interface SaltedValue {
  /** 16 random bytes, as 32 hexadecimal digits; used for this value only. */
  readonly salt: string;
  /** Any JSON value; missing if unknown. */
  readonly value?: unknown;
}

/** Version 2 covers the salted hashes of personal values. A missing value was erased. */
export interface AuditEntryV2 extends EntryHead {
  readonly v: 2;
  /** Hashes of personal values by path, such as `ip` or `data.email`. See `hashSalted`. */
  readonly hashes: Readonly<Record<string, string>>;
  /** Values that were not erased, by the same paths. Not part of the entry's hash. */
  readonly personal: Readonly<Record<string, SaltedValue>>;
}

/** An entry of an audit trail. Its hash covers the previous one's. A trail may mix versions. */
export type AuditEntry = AuditEntryV1 | AuditEntryV2;

export const GENESIS_HASH = '0'.repeat(64);

/** Sorts the keys of every object by code unit. */
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

const sha256Of = (text: string): string => createHash('sha256').update(text).digest('hex');

/** SHA-256 of `{"salt":"…","value":…}` as canonical JSON, as 64 hexadecimal digits. */
export const hashSalted = (salted: SaltedValue): string => sha256Of(canonicalJson(salted));

export type UnhashedEntry = Omit<AuditEntryV1, 'hash'> | Omit<AuditEntryV2, 'hash'>;

/** The fields that an entry's hash covers; for version 1, exactly its original ones. */
function coveredBy(entry: UnhashedEntry): object {
  if (entry.v === undefined) {
    const { seq, at, type, actor, ip, userAgent, requestId, data, previousHash } = entry;
    return { seq, at, type, actor, ip, userAgent, requestId, data, previousHash };
  }
  const {
    hash: _,
    personal: __,
    ...covered
  }: Omit<AuditEntryV2, 'hash'> & { hash?: string } = entry;
  return covered;
}

/** SHA-256 of an entry's canonical JSON without `hash` and `personal`, as 64 hexadecimal digits. */
export const hashAuditEntry = (entry: UnhashedEntry): string =>
  sha256Of(canonicalJson(coveredBy(entry)));

/** Where and how a trail is broken. */
export interface ChainFault {
  /** The position of the entry, from 1. */
  readonly at: number;
  /** The entry is out of order, or it or one of its values does not match its hash. */
  readonly reason: 'ENTRY_ORDER' | 'ENTRY_HASH' | 'PERSONAL_VALUE';
  /** The personal value that does not match. */
  readonly field?: string;
}

/** A value without a hash or with another one. A missing value was erased, which is no fault. */
function unfitField({ hashes, personal }: AuditEntryV2): string | undefined {
  return Object.entries(personal).find(
    ([field, salted]) => !Object.hasOwn(hashes, field) || hashSalted(salted) !== hashes[field],
  )?.[0];
}

/** The first fault of a trail; undefined if it is intact. */
export function chainFault(entries: readonly AuditEntry[]): ChainFault | undefined {
  let previousHash = GENESIS_HASH;
  for (const [index, entry] of entries.entries()) {
    const at = index + 1;
    if (entry.seq !== at || entry.previousHash !== previousHash)
      return { at, reason: 'ENTRY_ORDER' };
    if (hashAuditEntry(entry) !== entry.hash) return { at, reason: 'ENTRY_HASH' };
    const field = entry.v === undefined ? undefined : unfitField(entry);
    if (field !== undefined) return { at, reason: 'PERSONAL_VALUE', field };
    previousHash = entry.hash;
  }
  return undefined;
}
