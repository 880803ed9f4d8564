import { createHash, timingSafeEqual } from 'node:crypto';
import type { ServiceDeps } from '../deps.ts';
import type { ShownDocument } from '../documents/document.rules.ts';
import { DomainError } from '../domain-error.rules.ts';
import type { Origin } from '../evidence/audit.rules.ts';
import type { Caller } from '../permissions.rules.ts';
import type { CallerAccount } from './account.rules.ts';
import { hasApiAccess } from './account.rules.ts';
import { keyState } from './api-request.rules.ts';

/** An account that uses one of its API keys. */
export interface KeyCaller extends Caller {
  readonly role: 'key';
  readonly account: CallerAccount;
  readonly keyId: string;
  readonly keyPrefix: string;
  /** The account's own, read together with the key. */
  readonly document?: ShownDocument | undefined;
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

/**
 * Specification, section 5. Looks up each request's key, so a revoked or expired one stops working;
 * with it, in the same statement, a document that the request only reads.
 * @throws {DomainError} `unauthorized` without a valid key
 */
export async function findCaller(
  { store, clock }: Deps,
  authorization: string | undefined,
  documentId?: string,
): Promise<KeyCaller> {
  const key = BEARER.exec(authorization ?? '')?.[1];
  if (!key) {
    throw new DomainError(
      'unauthorized',
      'The API key is missing; send it as "Authorization: Bearer <API_KEY>".',
    );
  }
  const hash = hashApiKey(key);
  const found = await store.findKey({ hash, documentId });
  if (!found || !timingSafeEqual(found.hash, hash)) {
    throw new DomainError('unauthorized', 'The API key is not valid; check it in the dashboard.');
  }
  if (keyState({ revokedAt: null, ...found }, clock.now()) !== 'valid') {
    throw new DomainError(
      'unauthorized',
      'The API key has ended, since it was rolled; use the key that replaced it.',
    );
  }
  const { account, keyId, prefix: keyPrefix, document } = found;
  return { role: 'key', account, keyId, keyPrefix, document };
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
