import { createHash, timingSafeEqual } from 'node:crypto';
import type { DocumentSummary } from '../../../contract/document.ts';
import type { ServiceDeps } from '../deps.ts';
import type { ShownDocument } from '../documents/document.rules.ts';
import { DomainError } from '../domain-error.rules.ts';
import type { Origin } from '../evidence/audit.rules.ts';
import type { Caller } from '../permissions.rules.ts';
import type { CallerAccount } from './account.rules.ts';
import { hasApiAccess } from './account.rules.ts';
import { keyState } from './api-request.rules.ts';
import type { KeyWanted } from './find-key.sql.ts';

/** An account that uses one of its API keys. */
export interface KeyCaller extends Caller {
  readonly role: 'key';
  readonly account: CallerAccount;
  readonly keyId: string;
  readonly keyPrefix: string;
  /** The account's own, read together with the key. */
  readonly document?: ShownDocument | undefined;
  /** Of the account's list, likewise. */
  readonly page?: readonly DocumentSummary[] | undefined;
}

/** Draws up and sends documents: a member, or an API key, whose prefix the trail records. */
export interface Sender extends Caller {
  readonly account: CallerAccount;
  readonly keyPrefix?: string;
}

/** Both are recorded in the document's trail. */
export interface SenderRequest {
  readonly caller: Sender;
  readonly origin: Origin;
}

/** SHA-256; the key itself is never stored. */
export const hashApiKey = (key: string): Buffer => createHash('sha256').update(key).digest();

const BEARER = /^bearer +(\S+) *$/i;

type Deps = Pick<ServiceDeps, 'store' | 'clock'>;

/** The hash of the key that a request sends. @throws {DomainError} `unauthorized` without a key */
export function readKeyHash(authorization: string | undefined): Buffer {
  const key = BEARER.exec(authorization ?? '')?.[1];
  if (key) return hashApiKey(key);
  throw new DomainError(
    'unauthorized',
    'The API key is missing; send it as "Authorization: Bearer <API_KEY>".',
  );
}

/**
 * Specification, section 5. Looks up each request's key, so a revoked or expired one stops working;
 * with it, in the same statement, a document or a page of the list that the request only reads.
 * @throws {DomainError} `unauthorized` without a valid key
 */
export async function findCaller(
  { store, clock }: Deps,
  hash: Buffer,
  reads: Omit<KeyWanted, 'hash'> = {},
): Promise<KeyCaller> {
  const found = await store.findKey({ hash, ...reads });
  if (!found || !timingSafeEqual(found.hash, hash)) {
    throw new DomainError('unauthorized', 'The API key is not valid; check it in the dashboard.');
  }
  if (keyState({ revokedAt: null, ...found }, clock.now()) !== 'valid') {
    throw new DomainError(
      'unauthorized',
      'The API key has ended, since it was rolled; use the key that replaced it.',
    );
  }
  const { account, keyId, prefix: keyPrefix, document, page } = found;
  return { role: 'key', account, keyId, keyPrefix, document, page };
}

/** @throws {DomainError} `api_access_not_enabled` without a subscription */
export function assertAccess(
  { clock }: Pick<Deps, 'clock'>,
  { account }: Pick<Sender, 'account'>,
): void {
  if (hasApiAccess(account, clock.now())) return;
  throw new DomainError(
    'api_access_not_enabled',
    'The account has no API access subscription, or its trial has ended.',
  );
}
