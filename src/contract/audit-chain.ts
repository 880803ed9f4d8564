import { createHash } from 'node:crypto';

/** The fields of an entry that both versions share. */
interface EntryHead {
  /** Position in the document's trail, from 1. */
  readonly seq: number;
  /** ISO 8601 time in UTC, with milliseconds. */
  readonly at: string;
  readonly type: string;
  readonly actor: string;
  readonly requestId: string | null;
  /** In version 2 without what is personal. */
  readonly data: Readonly<Record<string, unknown>>;
  /** Hash of the entry before, as 64 hexadecimal digits; zeros for the first entry. */
  readonly previousHash: string;
  /** Hash of this entry without this field and without `personal`. */
  readonly hash: string;
}

/** Version 1 covers every value itself, so that nothing in it can be erased. It has no `v`. */
export interface AuditEntryV1 extends EntryHead {
  readonly v?: undefined;
  readonly ip: string | null;
  readonly userAgent: string | null;
}

/** A personal value, with the salt that keeps it from being guessed by its hash. */
export interface SaltedValue {
  /** 16 random bytes, as 32 hexadecimal digits; used for this value only. */
  readonly salt: string;
  /** Any JSON value; missing where nothing was known. */
  readonly value?: unknown;
}

/** Version 2 covers the salted hash of each personal value. The value itself may be missing: then it was erased. */
export interface AuditEntryV2 extends EntryHead {
  readonly v: 2;
  /** The hash of each personal value by its path, such as `ip` or `data.email`. See `hashSalted`. */
  readonly hashes: Readonly<Record<string, string>>;
  /** The values that were not erased, by the same paths. No part of the entry's hash. */
  readonly personal: Readonly<Record<string, SaltedValue>>;
}

/** One entry of a document's audit trail; its hash covers the hash of the entry before. A trail may mix versions. */
export type AuditEntry = AuditEntryV1 | AuditEntryV2;

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

const sha256Of = (text: string): string => createHash('sha256').update(text).digest('hex');

/** SHA-256 of `{"salt":"…","value":…}` as canonical JSON, as 64 hexadecimal digits. */
export const hashSalted = (salted: SaltedValue): string => sha256Of(canonicalJson(salted));

/** An entry that is not hashed yet. */
export type UnhashedEntry = Omit<AuditEntryV1, 'hash'> | Omit<AuditEntryV2, 'hash'>;

/** The fields that the hash of an entry covers; for version 1, exactly its original ones. */
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
  /** The entry does not follow the one before, does not fit its hash, or one of its values does not. */
  readonly reason: 'ENTRY_ORDER' | 'ENTRY_HASH' | 'PERSONAL_VALUE';
  /** The personal value that does not fit. */
  readonly field?: string;
}

/** A value that does not fit its hash, or has none. One that is missing was erased, which is no fault. */
function unfitField({ hashes, personal }: AuditEntryV2): string | undefined {
  return Object.entries(personal).find(
    ([field, salted]) => !Object.hasOwn(hashes, field) || hashSalted(salted) !== hashes[field],
  )?.[0];
}

/** The first fault of a trail; undefined when it is intact. */
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
