import { writeBillingMail, writePaperMail } from './billing/write-billing-mail.ts';
import type { AccountNotice, Mail } from './core/mails/mail-notice.rules.ts';
import {
  writeDeclineMail,
  writeNewLinkMail,
  writeSignerMail,
} from './core/mails/write-document-mail.ts';
import type { MailItem } from './core/outbox/outbox.rules.ts';
import {
  writeInvitation,
  writeReplyAddressMail,
  writeSignInMail,
} from './members/write-member-mail.ts';
import { endpointMail, failingMail } from './webhooks/endpoint-mail.rules.ts';

type Deps = Parameters<typeof writeBillingMail>[0] & Parameters<typeof writeSignInMail>[0];

/**
 * Undefined when no longer needed: the signer has signed, the mail is stale, the document closed,
 * the link or sign-in request expired, the endpoint enabled again, or a notice outdated.
 */
export async function writeMail(deps: Deps, item: MailItem): Promise<Mail | undefined> {
  const { mail, documentId, signerId } = item;
  if (mail.kind === 'sign-in') return await writeSignInMail(deps, mail);
  if (mail.kind === 'invitation') return await writeInvitation(deps, mail);
  if (mail.kind === 'reply-address') return await writeReplyAddressMail(deps, mail);
  if (mail.kind === 'endpoint-disabled') return await writeEndpointMail(deps, mail);
  if (mail.kind === 'billing') return await writeBillingMail(deps, mail);
  if (mail.kind === 'invoice') return await writePaperMail(deps, mail);
  if (documentId === null) return undefined;
  if (mail.kind === 'declined') return await writeDeclineMail(deps, documentId, mail);
  if (mail.kind === 'new-link') return await writeNewLinkMail(deps, documentId, mail);
  return await writeSignerMail(deps, { mail, documentId, signerId });
}

/** Undefined if the endpoint is not as the notice says, or there's no contact address. */
async function writeEndpointMail(
  { store, clock, gateways: [{ isTest }] }: Deps,
  { endpointId, failingSince }: AccountNotice,
): Promise<Mail | undefined> {
  const endpoint = await store.findEndpoint(endpointId);
  const account = endpoint && (await store.findAccount(endpoint.accountId));
  if (!endpoint || !account?.contactEmail) return undefined;
  const facts = { to: account.contactEmail, account, endpoint, isTest, now: clock.now() };
  const { enabled, health } = endpoint;
  if (failingSince === undefined) return enabled ? undefined : endpointMail(facts);
  const isSame = health.failingSince?.toISOString() === failingSince;
  return enabled && isSame ? failingMail(facts) : undefined;
}
