import { HOUR_MS } from '../../../contract/durations.ts';
import type { StoreTransaction } from '../../store/store.ts';
import type { ServiceDeps } from '../deps.ts';
import type { Document, Signer } from '../documents/document.rules.ts';
import {
  assertOpen,
  assertUnchanged,
  mayRenew,
  nextSigner,
} from '../documents/document-states.rules.ts';
import { documentNotFound, lockOwnDocument } from '../documents/read-documents.ts';
import { DomainError } from '../domain-error.rules.ts';
import type { Origin } from '../evidence/audit.rules.ts';
import { MAIL_LIMITS, mailAllowances, takeMail, tellSender } from '../mails/queue-mails.ts';
import type { Caller } from '../permissions.rules.ts';
import { permit } from '../permissions.rules.ts';
import type { Allowance } from '../quotas.rules.ts';
import { allowanceKey } from '../quotas.rules.ts';
import { hasEnded, linksUntil } from './links.rules.ts';
import type { SignerVisit } from './signing-view.ts';
import { findLink } from './signing-view.ts';

export interface ResentLink extends Pick<Signer, 'signerId' | 'name' | 'email'> {
  readonly linksUntil: Date;
}

export interface ResendRequest {
  readonly documentId: string;
  /** Default: the signer whose turn it is. */
  readonly signerId?: string | undefined;
  readonly origin: Origin;
  /** The prefix of the API key that asks. */
  readonly apiKey?: string;
  /** Refuses a document that changed later: sending a form twice then mails once. */
  readonly unchangedSince?: Date;
}

function receiverOf(document: Document, signerId: string | undefined): Signer {
  const signer =
    signerId === undefined
      ? nextSigner(document)
      : document.signers.find((one) => one.signerId === signerId);
  if (!signer) throw new DomainError('not_found', 'The document has no such signer.');
  if (signer.signedAt === null) return signer;
  throw new DomainError('invalid_state', `${signer.name} has signed; there is nothing to resend.`);
}

/** Signers' own links still open a COMPLETED document, for a while. */
function assertResendable(document: Document, now: Date): void {
  const { status, linksUntil: until } = document;
  if (status === 'COMPLETED' && until && until > now) {
    const own = `Each signer’s own link still downloads it until ${until.toISOString()}.`;
    throw new DomainError('invalid_state', `The document is COMPLETED. ${own}`);
  }
  assertOpen(document);
}

/** Extends all links. Expired links stay so: their signers get new ones. Returns their new end. */
async function renewLinks(
  tx: StoreTransaction,
  document: Document,
  { at, days }: { readonly at: Date; readonly days: number },
): Promise<Date> {
  const until = linksUntil(at, days);
  if (hasEnded(document, at)) {
    for (const signer of document.signers)
      await tx.changeSigner(signer.signerId, { linkGeneration: signer.linkGeneration + 1 });
  }
  await tx.changeDocument(document.documentId, { linksUntil: until, updatedAt: at });
  return until;
}

/**
 * Mails a signer, and extends all links. Expired links stay so: their signers get new ones.
 * @throws {DomainError} `not_found`; `invalid_state` unless the document waits for signatures and
 * the signer's is missing, or after too many such mails
 */
export async function resendLink(
  { store, clock }: Pick<ServiceDeps, 'store' | 'clock'>,
  caller: Caller,
  request: ResendRequest,
): Promise<ResentLink> {
  const accountId = permit(caller, 'documents.resend');
  const account = await store.findAccount(accountId);
  if (!account) throw documentNotFound();
  return await store.transaction(async (tx) => {
    const document = await lockOwnDocument(tx, { ...request, accountId });
    const at = clock.now();
    assertResendable(document, at);
    assertUnchanged(document, request.unchangedSince);
    const { signerId, name, email } = receiverOf(document, request.signerId);
    const { documentId } = document;
    await takeMail(tx, { accountId, to: email, purpose: 'link' }, at);
    const until = await renewLinks(tx, document, { at, days: account.linkDays });
    const { origin, apiKey } = request;
    const renewed = { signerId, email, linksUntil: until.toISOString() };
    const data = { ...renewed, ...(apiKey && { apiKey }) };
    await tx.appendAudit(documentId, [{ type: 'link.resent', at, origin, data }]);
    await tx.queueMail({ kind: 'signing-link', staleAt: null }, { documentId, signerId, at });
    return { signerId, name, email, linksUntil: until };
  });
}

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
    await tellSender(tx, { kind: 'new-link', aboutSigner: signerId }, { document, at });
  });
}
