import { HOUR_MS } from '../../../contract/durations.ts';
import type { StoreTransaction } from '../../store/store.ts';
import type { ServiceDeps } from '../deps.ts';
import { mayRenew } from '../documents/document-states.rules.ts';
import type { Origin } from '../evidence/audit.rules.ts';
import { MAIL_LIMITS, mailAllowances, ownersToTell } from '../mails/queue-mails.ts';
import type { Allowance } from '../quotas.rules.ts';
import { allowanceKey } from '../quotas.rules.ts';
import { hasEnded } from './links.rules.ts';
import { renewLinks } from './resend-link.ts';
import type { SignerVisit } from './signing-view.ts';
import { findLink } from './signing-view.ts';

/** One an hour per signer. What members send has other allowances, which strangers leave. */
function allowancesFor({ document: { accountId }, signer }: SignerVisit): Allowance[] {
  const [ofRecipient] = mailAllowances({ accountId, to: signer.email, purpose: 'new-link' });
  const perHour = (most: number) => [{ most, withinMs: HOUR_MS }];
  return [
    { key: allowanceKey('new link', signer.signerId), limits: perHour(1) },
    { key: allowanceKey('new links of', accountId), limits: perHour(MAIL_LIMITS.account) },
    ofRecipient,
  ];
}

async function tellSender(
  tx: StoreTransaction,
  { document: { documentId, accountId }, signer: { signerId } }: SignerVisit,
  at: Date,
): Promise<void> {
  const notice = { kind: 'new-link', aboutSigner: signerId } as const;
  const due = { documentId, signerId: null, at };
  await tx.queueMail(notice, due);
  for (const userId of await ownersToTell(tx, await tx.findAccount(accountId)))
    await tx.queueMail({ ...notice, userId }, due);
}

/**
 * Mails the signer of an expired link a new one, to the same address, and tells the sender. As with
 * a resend, this renews links whose time is over. Does nothing if the link did not expire, the
 * account offers none, or an allowance is used up. It never says which, since its caller may be
 * anyone who has the old link.
 */
export async function requestNewLink(
  deps: Pick<ServiceDeps, 'store' | 'links' | 'clock'>,
  { token, origin }: { readonly token: string; readonly origin: Origin },
): Promise<void> {
  const link = await findLink(deps, token);
  if (link?.ended !== 'expired') return;
  const { documentId } = link.document;
  const account = link.sender;
  if (!account || !mayRenew(link.document, link.signer, account)) return;
  await deps.store.transaction(async (tx) => {
    const document = await tx.lockDocument(documentId);
    const signer = document?.signers.find(({ signerId }) => signerId === link.signer.signerId);
    if (!document || !signer || !mayRenew(document, signer, account)) return;
    const at = deps.clock.now();
    const visit = { document, signer };
    if (await tx.takeAllowances(allowancesFor(visit), at)) return;
    const until = hasEnded(document, at)
      ? await renewLinks(tx, document, { at, days: account.linkDays })
      : document.linksUntil;
    const { signerId, email } = signer;
    const data = { signerId, email, linksUntil: until?.toISOString() ?? null };
    const from = { ...origin, actor: `signer:${signerId}` };
    await tx.appendAudit(documentId, [{ type: 'link.resent', at, origin: from, data }]);
    await tx.queueMail({ kind: 'signing-link', staleAt: null }, { documentId, signerId, at });
    await tellSender(tx, visit, at);
  });
}
