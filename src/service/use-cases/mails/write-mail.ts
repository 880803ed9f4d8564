import { DEFAULT_SETTINGS } from '../../domain/accounts/account.ts';
import { confirmableUntil, replyAddressUrl } from '../../domain/accounts/reply-address.ts';
import type { Document, Signer } from '../../domain/documents/document.ts';
import { declinerOf, isClosed } from '../../domain/documents/document-states.ts';
import { hasEnded } from '../../domain/documents/link-life.ts';
import { signUrl } from '../../domain/documents/links.ts';
import { turnSince } from '../../domain/documents/reminders.ts';
import { declineMail } from '../../domain/mails/decline-mail.ts';
import { endpointMail } from '../../domain/mails/endpoint-mail.ts';
import { invitationMail } from '../../domain/mails/invitation-mail.ts';
import { mailOf } from '../../domain/mails/mail-of.ts';
import { replyAddressMail } from '../../domain/mails/reply-address-mail.ts';
import { signInMail } from '../../domain/mails/sign-in-mail.ts';
import { isOnlyAtProvider } from '../../domain/members/identity-domains.ts';
import type { User } from '../../domain/members/member.ts';
import { signInCode, signInUrl } from '../../domain/members/sign-in.ts';
import type { Asker } from '../../domain/members/sign-in-allowances.ts';
import { askerOf, signInAllowances } from '../../domain/members/sign-in-allowances.ts';
import type {
  AccountNotice,
  InvitationNotice,
  Mail,
  OutboxItem,
  ReplyAddressNotice,
  SignerNotice,
  SignInNotice,
} from '../../domain/outbox.ts';
import type { SignIn } from '../../store/members/sign-ins.ts';
import { logoOf } from '../accounts/set-logo.ts';
import type { ServiceDeps } from '../deps.ts';
import { offeredGateway } from '../gateways/choose-gateway.ts';
import type { BillingMailDeps } from './write-billing-mail.ts';
import { writeBillingMail, writePaperMail } from './write-billing-mail.ts';

type Deps = BillingMailDeps & Pick<ServiceDeps, 'sessionClock' | 'identityProviders'>;

/**
 * Who gets the mail of a request to sign in, which is theirs from then on: the member with the address that was typed, unless
 * they sign in at a provider alone, or the mails of an hour are used up. Undefined if nobody does, or the request is over.
 */
async function findRecipient(deps: Deps, signInId: string): Promise<User | undefined> {
  const { store, sessionClock } = deps;
  const signIn = await store.findSignIn(signInId);
  if (!signIn || signIn.usedAt || sessionClock.now() >= signIn.expiresAt) return undefined;
  const userId = signIn.email === null ? signIn.userId : await settle(deps, signIn, signIn.email);
  return userId === null ? undefined : await store.findUserById(userId);
}

/** Of a request that a former release stored, it is not known who asked. */
const askerIn = ({ askerKind, asker }: SignIn): Asker =>
  askerKind && asker ? { askerKind, asker } : askerOf('address', '');

/** Decides once whose a request is, and forgets the address. */
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

/** A mail in the outbox. */
export type MailItem = OutboxItem & { readonly kind: 'mail' };

/**
 * Writes a due mail from the current state. Undefined when it is no longer needed: the signer has signed, the mail went
 * stale, the document was closed, the link has ended, the endpoint is enabled again, a request to sign in is over, or
 * what it tells of an account's access and credits is no longer so.
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
  if (mail.kind === 'declined') return await writeDeclineMail(deps, documentId);
  return await writeSignerMail(deps, { mail, documentId, signerId });
}

/** Undefined when the endpoint is enabled again or gone, or the account has no contact address. */
async function writeEndpointMail(
  { store, clock, gateways: [{ isTest }] }: Deps,
  { endpointId }: AccountNotice,
): Promise<Mail | undefined> {
  const endpoint = await store.findEndpoint(endpointId);
  const account = endpoint && (await store.findAccount(endpoint.accountId));
  if (!account?.contactEmail || endpoint?.enabled !== false) return undefined;
  return endpointMail({ to: account.contactEmail, account, endpoint, isTest, now: clock.now() });
}

/** Undefined when they are no member any more. */
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

/** Undefined when no address waits for being confirmed. */
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

/** Undefined when the request to sign in is used or over, and for an address whose owner may not have one. */
async function writeSignInMail(deps: Deps, { signInId }: SignInNotice): Promise<Mail | undefined> {
  const { links, clock, gateways } = deps;
  const user = await findRecipient(deps, signInId);
  if (!user) return undefined;
  const [{ isTest }] = gateways;
  const now = clock.now();
  const url = signInUrl(links, signInId);
  return signInMail({ to: user.email, url, code: signInCode(links, signInId), isTest, now });
}

/** Undefined when the account has no contact address. */
async function writeDeclineMail(
  { store, clock, gateways: [{ isTest }] }: Deps,
  documentId: string,
): Promise<Mail | undefined> {
  const document = await store.findDocument(documentId);
  const signer = document && declinerOf(document);
  const account = document && (await store.findAccount(document.accountId));
  if (!account?.contactEmail || !signer) return undefined;
  const to = account.contactEmail;
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
  if (document.status !== 'SENT' || signer.signedAt) return false;
  if (isClosed(document) || hasEnded(document, now)) return false;
  return staleAt === null || now < new Date(staleAt);
}
