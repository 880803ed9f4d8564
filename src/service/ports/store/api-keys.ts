import type { Account } from '../../domain/accounts/account.ts';

/** A new API key. Only its hash is stored. */
export interface NewApiKey {
  /** Names it without telling anything of it. */
  readonly keyId: string;
  readonly accountId: string;
  /** SHA-256 of the key. */
  readonly hash: Buffer;
  /** First characters, to recognise it. */
  readonly prefix: string;
  /** What people call it; null for none. */
  readonly name: string | null;
  /** Such as `operator`, `account` or `member:<id>`; null for keys from before this was stored. */
  readonly createdBy: string | null;
  readonly createdAt: Date;
}

/** A stored API key. */
export interface ApiKey extends NewApiKey {
  /** Of the last request that it opened, to the minute; null when none is known. */
  readonly lastUsedAt: Date | null;
  /** It is refused from then on; null for no end. */
  readonly expiresAt: Date | null;
  /** Null unless it was revoked. */
  readonly revokedAt: Date | null;
}

/** What a request is let in by. */
interface FoundKey {
  readonly account: Account;
  readonly hash: Buffer;
  readonly keyId: string;
  readonly prefix: string;
  readonly expiresAt: Date | null;
}

/** The operations of a transaction on keys. */
export interface ApiKeyTransaction {
  insertApiKey(key: NewApiKey): Promise<void>;
  /** Locks an account's key; undefined when it has none of this id. */
  lockApiKey(own: { accountId: string; keyId: string }): Promise<ApiKey | undefined>;
  /** Sets when a key ends. */
  expireApiKey(key: { keyId: string; at: Date }): Promise<void>;
  /** Does nothing to a key that is revoked already. */
  revokeApiKey(key: { keyId: string; at: Date }): Promise<void>;
}

/** The part of the store about keys. */
export interface ApiKeyStore {
  /** Finds a key by its SHA-256, with its account. Revoked keys are not found; those that ended are. */
  findKey(hash: Buffer): Promise<FoundKey | undefined>;
  /** An account's keys, also those that are revoked or ended, oldest first. */
  listApiKeys(accountId: string): Promise<ApiKey[]>;
}
