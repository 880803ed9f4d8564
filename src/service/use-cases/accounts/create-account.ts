import { randomUUID } from 'node:crypto';
import type { NamesPolicy, Subscription } from '../../domain/accounts/account.ts';
import { DEFAULT_SETTINGS } from '../../domain/accounts/account.ts';
import type { ServiceDeps } from '../deps.ts';
import { checkSettings } from './check-settings.ts';
import type { KeyKind } from './new-key.ts';
import { newApiKey, storedKey } from './new-key.ts';

/** An account to be created. */
export interface NewAccount {
  readonly name: string;
  readonly credits: number;
  readonly subscription: Subscription;
  /** Receives mails to the customer. */
  readonly contactEmail?: string;
  /** Default `flag`. */
  readonly names?: NamesPolicy;
  /** Generated when missing. */
  readonly apiKey?: string;
  /** Prefix of a generated key. */
  readonly keyKind?: KeyKind;
}

/**
 * Creates an account with its first API key. Only the result contains the key.
 * @throws {DomainError} `invalid_request`, for the name or the address
 */
export async function createAccount(
  { store, clock }: Pick<ServiceDeps, 'store' | 'clock'>,
  account: NewAccount,
): Promise<{ accountId: string; apiKey: string }> {
  const { credits, subscription, apiKey, keyKind = 'test', names } = account;
  const { name, contactEmail = null } = account;
  const known = checkSettings({ name, contactEmail });
  const accountId = `acc_${randomUUID().replaceAll('-', '')}`;
  const key = apiKey ?? newApiKey(keyKind);
  const at = clock.now();
  await store.transaction(async (tx) => {
    const trialStartedAt = subscription === 'trial' ? at : null;
    await tx.insertAccount({
      accountId,
      subscription,
      trialStartedAt,
      ...DEFAULT_SETTINGS,
      name,
      contactEmail,
      logoHash: null,
      pendingReplyTo: null,
      replyAskedAt: null,
      paidUntil: null,
      renewal: null,
      holdReason: null,
      erasedAt: null,
      ...known,
      ...(names && { names }),
      createdAt: at,
    });
    const first = { accountId, name: null, createdBy: 'account', createdAt: at };
    await tx.insertApiKey(storedKey(key, first));
    if (credits > 0) await tx.grantCredits({ accountId, credits, at });
  });
  return { accountId, apiKey: key };
}
