import type { ServiceDeps } from '../core/deps.ts';
import type { BillingNotice, PaperNotice } from '../core/mails/mail-notice.rules.ts';
import { ownersOf } from '../core/mails/queue-mails.ts';
import type { StoreTransaction } from '../store/store.ts';
import type { StoredProfile } from './invoices/invoice.rules.ts';
import { areFew, endsToTell, endToTell } from './notices.rules.ts';

async function queueAll(
  tx: StoreTransaction,
  mails: readonly (BillingNotice | PaperNotice)[],
  at: Date,
): Promise<void> {
  for (const mail of mails) await tx.queueMail(mail, { documentId: null, signerId: null, at });
}

interface Told {
  readonly accountId: string;
  readonly about: BillingNotice['about'];
  /** Which end, or which top-up. */
  readonly of: string;
}

/** Queues a mail to each owner, unless this was already sent. */
export async function tellOwners(
  tx: StoreTransaction,
  { accountId, about, of }: Told,
  at: Date,
): Promise<void> {
  if (!(await tx.tellOnce({ accountId, about, of, at }))) return;
  const owners = await ownersOf(tx, accountId);
  const mails = owners.map((userId) => ({ kind: 'billing', about, accountId, userId }) as const);
  await queueAll(tx, mails, at);
}

/** Warns the owners when a send leaves few credits; once per top-up. */
export async function tellIfFew(
  tx: StoreTransaction,
  { accountId, left }: { readonly accountId: string; readonly left: number },
  at: Date,
): Promise<void> {
  const topUp = await tx.findTopUp(accountId);
  if (!topUp || !areFew(left, topUp.balanceAfter)) return;
  await tellOwners(tx, { accountId, about: 'low-credits', of: String(topUp.seq) }, at);
}

/** Mails an invoice or credit note to the billing profile's address, or to each owner. */
export async function queuePaper(
  tx: StoreTransaction,
  paper: {
    readonly accountId: string;
    readonly number: string;
    readonly profile: StoredProfile | undefined;
  },
  at: Date,
): Promise<void> {
  const { accountId, number, profile } = paper;
  const to = profile?.email ? [null] : await ownersOf(tx, accountId);
  const mails = to.map((userId) => ({ kind: 'invoice', accountId, number, userId }) as const);
  await queueAll(tx, mails, at);
}

/** Queues each due mail once, in any number of processes. */
export async function tellEnds(
  { store, clock }: Pick<ServiceDeps, 'store' | 'clock'>,
  signal?: AbortSignal,
): Promise<void> {
  const now = clock.now();
  for (const accountId of await store.listEnding(endsToTell(now))) {
    if (signal?.aborted) return;
    await store.transaction(async (tx) => {
      const account = await tx.lockAccount(accountId);
      const due = account && !account.erasedAt ? endToTell(account, now) : undefined;
      if (!due) return;
      const { about, of } = due;
      await tellOwners(tx, { accountId, about, of: of.toISOString() }, now);
    });
  }
}
