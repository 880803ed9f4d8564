import { randomBytes } from 'node:crypto';
import { DomainError } from '../../domain/domain-error.ts';
import type { ApiKey, NewApiKey } from '../../ports/upkeep.ts';
import type { ServiceDeps } from '../deps.ts';
import { hashApiKey } from './authenticate.ts';

type Deps = Pick<ServiceDeps, 'store' | 'clock'>;

const KEY_BYTES = 24;
/** Enough to recognise a key, too few to guess the rest. */
const SHOWN_CHARACTERS = 12;

/** The prefix of a key: a test environment's keys are not taken for real ones. */
export type KeyKind = 'test' | 'live';

/** A new key, such as `sk_live_…`, with 192 random bits. */
export const newApiKey = (kind: KeyKind): string =>
  `sk_${kind}_${randomBytes(KEY_BYTES).toString('base64url')}`;

/** What is stored of a key. */
export const storedKey = (accountId: string, key: string, createdAt: Date): NewApiKey => ({
  accountId,
  hash: hashApiKey(key),
  prefix: key.slice(0, SHOWN_CHARACTERS),
  createdAt,
});

/** Adds a key to an account. Only the result contains it. @throws {DomainError} `not_found` */
export async function addApiKey(
  { store, clock }: Deps,
  { accountId, kind }: { readonly accountId: string; readonly kind: KeyKind },
): Promise<{ accountId: string; apiKey: string }> {
  await assertAccount(store, accountId);
  const apiKey = newApiKey(kind);
  await store.transaction((tx) => tx.insertApiKey(storedKey(accountId, apiKey, clock.now())));
  return { accountId, apiKey };
}

/** Lists an account's keys, oldest first. @throws {DomainError} `not_found` */
export async function listApiKeys(
  { store }: Pick<Deps, 'store'>,
  accountId: string,
): Promise<Omit<ApiKey, 'hash'>[]> {
  await assertAccount(store, accountId);
  const keys = await store.listApiKeys(accountId);
  return keys.map(({ hash: _, ...shown }) => shown);
}

/**
 * Revokes a key, named by its prefix or whole; it is refused from the next request on.
 * @throws {DomainError} `not_found`; `invalid_request` when two keys have the prefix
 */
export async function revokeApiKey(
  { store, clock }: Deps,
  { accountId, key }: { readonly accountId: string; readonly key: string },
): Promise<Omit<ApiKey, 'hash'>> {
  await assertAccount(store, accountId);
  const hash = hashApiKey(key);
  const found = (await store.listApiKeys(accountId)).filter(
    (one) => one.revokedAt === null && (one.hash.equals(hash) || one.prefix === key),
  );
  const [only, second] = found;
  if (!only) throw new DomainError('not_found', 'The account has no such key, or it is revoked.');
  if (second) {
    throw new DomainError('invalid_request', 'Two keys begin like this; give the whole key.');
  }
  const at = clock.now();
  await store.transaction((tx) => tx.revokeApiKey({ hash: only.hash, at }));
  const { hash: _, ...shown } = only;
  return { ...shown, revokedAt: at };
}

async function assertAccount(store: Deps['store'], accountId: string): Promise<void> {
  if (await store.findAccount(accountId)) return;
  throw new DomainError('not_found', 'There is no such account.');
}
