import { randomBytes, randomUUID } from 'node:crypto';
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { hasUnsafe } from '../../../contract/unsafe-characters.ts';
import type { ServiceDeps } from '../deps.ts';
import { DomainError } from '../domain-error.rules.ts';
import type { Caller } from '../permissions.rules.ts';
import { permit } from '../permissions.rules.ts';
import type { ApiKey, NewApiKey } from './api-keys.sql.ts';
import type { Overlap } from './api-request.rules.ts';
import { keyState, OVERLAPS } from './api-request.rules.ts';
import { hashApiKey } from './authenticate.ts';
import { findKnownAccount } from './find-account.ts';

const KEY_BYTES = 24;
/** Enough to recognise a key, too few to guess the rest. */
const SHOWN_CHARACTERS = 12;
const MOST_CHARACTERS = 80;

/** Prefix that sets test keys apart from real ones. */
export type KeyKind = 'test' | 'live';

/** Such as `sk_live_…`, with 192 random bits. */
export const newApiKey = (kind: KeyKind): string =>
  `sk_${kind}_${randomBytes(KEY_BYTES).toString('base64url')}`;

export const storedKey = (
  key: string,
  about: Pick<NewApiKey, 'accountId' | 'name' | 'createdBy' | 'createdAt'>,
): NewApiKey => ({
  keyId: `key_${randomUUID().replaceAll('-', '')}`,
  hash: hashApiKey(key),
  prefix: key.slice(0, SHOWN_CHARACTERS),
  ...about,
});

const KeyName = Type.String({ minLength: 1, maxLength: MOST_CHARACTERS });

/** Also trims the name. @throws {DomainError} `invalid_request`, with the rule */
function checkKeyName(given: unknown): string {
  const name = typeof given === 'string' ? given.trim() : given;
  if (Value.Check(KeyName, name) && !hasUnsafe(name)) return name;
  throw new DomainError(
    'invalid_request',
    `The name of a key must have 1 to ${MOST_CHARACTERS} characters, and no line breaks, control or direction characters.`,
    'name',
  );
}

type Deps = Pick<ServiceDeps, 'store' | 'clock'>;

export interface WantedKey {
  readonly kind: KeyKind;
  readonly name?: unknown;
  /** Such as `operator` or `member:<id>`. */
  readonly createdBy: string;
}

/** A new key; the only place with the key itself. */
export interface MadeKey {
  readonly accountId: string;
  readonly keyId: string;
  readonly apiKey: string;
}

/** @throws {DomainError} `not_found`; `invalid_request` for its name */
export async function addApiKey(
  { store, clock }: Deps,
  caller: Caller,
  { kind, name, createdBy }: WantedKey,
): Promise<MadeKey> {
  const accountId = permit(caller, 'keys.manage');
  const named = name === undefined ? null : checkKeyName(name);
  await findKnownAccount(store, accountId);
  const apiKey = newApiKey(kind);
  const about = { accountId, name: named, createdBy, createdAt: clock.now() };
  const key = storedKey(apiKey, about);
  await store.transaction((tx) => tx.insertApiKey(key));
  return { accountId, keyId: key.keyId, apiKey };
}

/** Safe to show. */
export type ShownKey = Omit<ApiKey, 'hash' | 'accountId'>;

/** Oldest first. @throws {DomainError} `not_found` */
export async function listApiKeys(
  { store }: Pick<Deps, 'store'>,
  caller: Caller,
): Promise<ShownKey[]> {
  const accountId = permit(caller, 'keys.manage');
  await findKnownAccount(store, accountId);
  return (await store.listApiKeys(accountId)).map(shown);
}

const shown = ({ hash: _, accountId: __, ...key }: ApiKey): ShownKey => key;

/**
 * By its id, its prefix or in full. Every process refuses the key from its next request.
 * @throws {DomainError} `not_found`; `invalid_request` when two keys have the prefix
 */
export async function revokeApiKey(
  { store, clock }: Deps,
  caller: Caller,
  key: string,
): Promise<ShownKey> {
  const accountId = permit(caller, 'keys.manage');
  await findKnownAccount(store, accountId);
  const hash = hashApiKey(key);
  const isMeant = (one: ApiKey) => one.keyId === key || one.prefix === key || one.hash.equals(hash);
  const found = (await store.listApiKeys(accountId)).filter(
    (one) => one.revokedAt === null && isMeant(one),
  );
  const [only, second] = found;
  if (!only) throw new DomainError('not_found', 'The account has no such key, or it is revoked.');
  if (second) {
    throw new DomainError('invalid_request', 'Two keys begin like this; give the whole key.');
  }
  const at = clock.now();
  await store.transaction((tx) => tx.revokeApiKey({ keyId: only.keyId, at }));
  return { ...shown(only), revokedAt: at };
}

export interface RollOrder {
  readonly keyId: string;
  /** How long the old key still works. */
  readonly overlap: Overlap;
  readonly createdBy: string;
}

const refused = (message: string): DomainError => new DomainError('invalid_state', message);

function assertRollable(key: ApiKey, now: Date): void {
  const state = keyState(key, now);
  if (state !== 'valid') throw refused(`The key is ${state}: create a new one instead.`);
  if (key.expiresAt) {
    throw refused('The key was rolled already. Use the key that replaced it, or revoke this one.');
  }
}

/**
 * Makes a key of the same name. Without overlap, the old one is revoked: every process refuses it
 * from its next request.
 * @throws {DomainError} `not_found`; `invalid_state` when it is no longer valid, or already rolled
 */
export async function rollApiKey(
  { store, clock }: Pick<ServiceDeps, 'store' | 'clock'>,
  caller: Caller,
  { keyId, overlap, createdBy }: RollOrder,
): Promise<MadeKey> {
  const accountId = permit(caller, 'keys.manage');
  return await store.transaction(async (tx) => {
    const former = await tx.lockApiKey({ accountId, keyId });
    if (!former) throw new DomainError('not_found', 'There is no such key in this account.');
    const at = clock.now();
    assertRollable(former, at);
    const apiKey = newApiKey(former.prefix.startsWith('sk_live_') ? 'live' : 'test');
    const key = storedKey(apiKey, { accountId, name: former.name, createdBy, createdAt: at });
    await tx.insertApiKey(key);
    const end = new Date(at.getTime() + OVERLAPS[overlap]);
    if (overlap === 'now') await tx.revokeApiKey({ keyId, at });
    else await tx.expireApiKey({ keyId, at: end });
    return { accountId, keyId: key.keyId, apiKey };
  });
}
