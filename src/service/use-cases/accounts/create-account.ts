import { randomBytes, randomUUID } from 'node:crypto';
import type { Subscription } from '../../domain/account.ts';
import type { ServiceDeps } from '../deps.ts';
import { hashApiKey } from './authenticate.ts';

/** An account to be made. */
export interface NewAccount {
  readonly name: string;
  readonly credits: number;
  readonly subscription: Subscription;
  /** Where mails to the customer go. */
  readonly contactEmail?: string;
  /** A key made elsewhere; otherwise one is made, with this prefix. */
  readonly apiKey?: string;
  readonly keyKind?: 'test' | 'live';
}

const KEY_BYTES = 24;
/** Enough to recognise a key by, too little to guess the rest. */
const SHOWN_CHARACTERS = 12;

/** Creates an account with its first key, which is shown here and never again. */
export async function createAccount(
  { store, clock }: Pick<ServiceDeps, 'store' | 'clock'>,
  { name, credits, subscription, apiKey, keyKind = 'test', contactEmail }: NewAccount,
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
      createdAt: at,
    });
    const prefix = key.slice(0, SHOWN_CHARACTERS);
    await tx.insertApiKey({ accountId, hash: hashApiKey(key), prefix, createdAt: at });
    if (credits > 0) await tx.grantCredits({ accountId, credits, at });
  });
  return { accountId, apiKey: key };
}
