import { randomBytes, randomUUID } from 'node:crypto';
import type { NamesPolicy, Subscription } from '../../domain/account.ts';
import { DEFAULT_SETTINGS } from '../../domain/account.ts';
import type { ServiceDeps } from '../deps.ts';
import { hashApiKey } from './authenticate.ts';

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
  readonly keyKind?: 'test' | 'live';
}

const KEY_BYTES = 24;
/** Enough to recognise a key, too few to guess the rest. */
const SHOWN_CHARACTERS = 12;

/** Creates an account with its first API key. Only the result contains the key. */
export async function createAccount(
  { store, clock }: Pick<ServiceDeps, 'store' | 'clock'>,
  { name, credits, subscription, apiKey, keyKind = 'test', contactEmail, names }: NewAccount,
): Promise<{ accountId: string; apiKey: string }> {
  const accountId = `acc_${randomUUID().replaceAll('-', '')}`;
  const key = apiKey ?? `sk_${keyKind}_${randomBytes(KEY_BYTES).toString('base64url')}`;
  const at = clock.now();
  await store.transaction(async (tx) => {
    const trialStartedAt = subscription === 'trial' ? at : null;
    await tx.insertAccount({
      accountId,
      name,
      contactEmail: contactEmail ?? null,
      subscription,
      trialStartedAt,
      ...DEFAULT_SETTINGS,
      ...(names && { names }),
      createdAt: at,
    });
    const prefix = key.slice(0, SHOWN_CHARACTERS);
    await tx.insertApiKey({ accountId, hash: hashApiKey(key), prefix, createdAt: at });
    if (credits > 0) await tx.grantCredits({ accountId, credits, at });
  });
  return { accountId, apiKey: key };
}
