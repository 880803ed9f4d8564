import type { BillingMailDeps } from '../../billing/write-billing-mail.ts';
import {
  ownerAddress,
  writeBillingMail,
  writePaperMail,
} from '../../billing/write-billing-mail.ts';
import { invitationMail, replyAddressMail, signInMail } from '../../members/member-mail.rules.ts';
import { isOnlyAtProvider } from '../../members/sign-in/provider-trip.rules.ts';
import type { SignIn } from '../../members/sign-in/sessions.sql.ts';
import type { Asker } from '../../members/sign-in/sign-in.rules.ts';
import {
  askerOf,
  signInAllowances,
  signInCode,
  signInUrl,
} from '../../members/sign-in/sign-in.rules.ts';
import { endpointMail } from '../../webhooks/endpoint-mail.rules.ts';
import { DEFAULT_SETTINGS } from '../accounts/account.rules.ts';
import { confirmableUntil, replyAddressUrl } from '../accounts/reply-address.rules.ts';
import { logoOf } from '../branding/set-logo.ts';
import type { ServiceDeps } from '../deps.ts';
import type { Document, Signer } from '../documents/document.rules.ts';
import { declinerOf, documentState } from '../documents/document-states.rules.ts';
import { hasEnded, signUrl } from '../links/links.rules.ts';
import type { OutboxItem } from '../outbox/outbox.rules.ts';
import type { User } from '../permissions.rules.ts';
import { offeredGateway } from '../signing/choose-gateway.ts';
import { declineMail } from './decline-mail.rules.ts';
import type {
  AccountNotice,
  DeclineNotice,
  InvitationNotice,
  Mail,
  ReplyAddressNotice,
  SignerNotice,
  SignInNotice,
} from './mail-notice.rules.ts';
import { turnSince } from './mail-notice.rules.ts';
import { mailOf } from './mail-of.rules.ts';

type Deps = BillingMailDeps & Pick<ServiceDeps, 'sessionClock' | 'identityProviders'>;

/**
 * The member with the typed address, who then owns the request; unless they sign in only at a
 * provider, or used up the hour's mails. Undefined for nobody, or an expired request.
 */
async function findRecipient(deps: Deps, signInId: string): Promise<User | undefined> {
  const { store, sessionClock } = deps;
  const signIn = await store.findSignIn(signInId);
  if (!signIn || signIn.usedAt || sessionClock.now() >= signIn.expiresAt) return undefined;
  const userId = signIn.email === null ? signIn.userId : await settle(deps, signIn, signIn.email);
  return userId === null ? undefined : await store.findUserById(userId);
}

/** Requests stored by a former release don't tell who asked. */
const askerIn = ({ askerKind, asker }: SignIn): Asker =>
  askerKind && asker ? { askerKind, asker } : askerOf('address', '');

/** Decides once whose request it is, and erases the address. */
async function settle(
  { store, sessionClock, identityProviders = [] }: Deps,
  { signInId }: SignIn,
  email: string,
): Promise<string | null> {
  const user = isOnlyAtProvider(identityProviders, email) ? undefined : await store.findUser(email);
  const isMember = user !== undefined && (await store.listMemberships(user.userId)).length > 0;
  return await store.transaction(async (tx) => {
    const locked = await tx.lockSignIn(signInId);
    if (!locked || locked.email === null) return locked?.userId ?? null;
    const mayAsk =
      isMember &&
      !(await tx.takeAllowances(signInAllowances(user.email, askerIn(locked)), sessionClock.now()));
    const userId = mayAsk ? user.userId : null;
    await tx.changeSignIn(signInId, { userId, email: null });
    return userId;
  });
}

export type MailItem = OutboxItem & { readonly kind: 'mail' };

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
  return await writeSignerMail(deps, { mail, documentId, signerId });
}

/** Undefined if the endpoint is enabled again or gone, or there's no contact address. */
async function writeEndpointMail(
  { store, clock, gateways: [{ isTest }] }: Deps,
  { endpointId }: AccountNotice,
): Promise<Mail | undefined> {
  const endpoint = await store.findEndpoint(endpointId);
  const account = endpoint && (await store.findAccount(endpoint.accountId));
  if (!account?.contactEmail || endpoint?.enabled !== false) return undefined;
  return endpointMail({ to: account.contactEmail, account, endpoint, isTest, now: clock.now() });
}

/** Undefined if they're no longer a member. */
async function writeInvitation(
  { store, links, clock, gateways: [{ isTest }] }: Deps,
  { accountId, userId }: InvitationNotice,
): Promise<Mail | undefined> {
  const account = await store.findAccount(accountId);
  const member = (await store.listMemberships(userId)).find((one) => one.accountId === accountId);
  if (!account || !member) return undefined;
  const url = `${links.baseUrl}/dashboard/sign-in`;
  const { email: to, role } = member;
  return invitationMail({ to, role, account: account.name, url, isTest, now: clock.now() });
}

/** Undefined if no address awaits confirmation. */
async function writeReplyAddressMail(
  { store, links, clock, gateways: [{ isTest }] }: Deps,
  { accountId }: ReplyAddressNotice,
): Promise<Mail | undefined> {
  const account = await store.findAccount(accountId);
  const now = clock.now();
  if (!account?.pendingReplyTo || !confirmableUntil(account, now)) return undefined;
  const { pendingReplyTo: to, name } = account;
  return replyAddressMail({ to, account: name, url: replyAddressUrl(links, account), isTest, now });
}

/** Undefined for a used or expired request, or without a recipient. */
async function writeSignInMail(deps: Deps, { signInId }: SignInNotice): Promise<Mail | undefined> {
  const { links, clock, gateways } = deps;
  const user = await findRecipient(deps, signInId);
  if (!user) return undefined;
  const [{ isTest }] = gateways;
  const now = clock.now();
  const url = signInUrl(links, signInId);
  return signInMail({ to: user.email, url, code: signInCode(links, signInId), isTest, now });
}

/** Undefined without an address, or if they're no longer an owner or the account has one now. */
async function writeDeclineMail(
  deps: Deps,
  documentId: string,
  { userId }: DeclineNotice,
): Promise<Mail | undefined> {
  const { store, clock } = deps;
  const [{ isTest }] = deps.gateways;
  const document = await store.findDocument(documentId);
  const signer = document && declinerOf(document);
  const account = document && (await store.findAccount(document.accountId));
  if (!account || !signer) return undefined;
  const { accountId, contactEmail } = account;
  const owner = contactEmail === null && userId !== undefined;
  const to = owner ? await ownerAddress(deps, { accountId, userId }) : contactEmail;
  if (!to || (userId !== undefined && !owner)) return undefined;
  return declineMail({ to, account, document, signer, isTest, now: clock.now() });
}

interface ToSigner {
  readonly mail: SignerNotice;
  readonly documentId: string;
  readonly signerId: string | null;
}

async function writeSignerMail(
  deps: Deps,
  { documentId, signerId, mail }: ToSigner,
): Promise<Mail | undefined> {
  const { store, links, clock } = deps;
  const document = await store.findDocument(documentId);
  const signer = document?.signers.find((candidate) => candidate.signerId === signerId);
  const now = clock.now();
  if (!document || !signer || !isNeeded(mail, { document, signer, now })) return undefined;
  const sender = await store.findAccount(document.accountId);
  const gateway = await offeredGateway(deps);
  return mailOf({
    kind: mail.kind,
    to: signer.email,
    sender: sender ?? { ...DEFAULT_SETTINGS, name: '' },
    logo: sender && (await logoOf(deps, sender)),
    documentName: document.name,
    gateway: gateway.names,
    signUrl: signUrl(links, signer),
    signers: document.signers.map(({ name, signedAt, signerId: id }) => {
      return { name, signedAt, isYou: id === signer.signerId };
    }),
    linkUntil: document.linksUntil,
    reason: document.withdrawalReason,
    turnSince: turnSince(document, signer.signingOrder),
    isTest: gateway.isTest,
    now,
  });
}

interface Recipient {
  readonly document: Document;
  readonly signer: Signer;
  readonly now: Date;
}

function isNeeded({ kind, staleAt }: SignerNotice, { document, signer, now }: Recipient): boolean {
  if (kind === 'completed') return document.status === 'COMPLETED';
  if (kind === 'withdrawn') return document.withdrawnAt !== null;
  if (documentState(document) !== 'waiting' || signer.signedAt) return false;
  if (hasEnded(document, now)) return false;
  return staleAt === null || now < new Date(staleAt);
}
