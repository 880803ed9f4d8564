import { DEFAULT_SETTINGS } from '../accounts/account.rules.ts';
import { logoOf } from '../branding/set-logo.ts';
import type { ServiceDeps } from '../deps.ts';
import type { Document, Signer } from '../documents/document.rules.ts';
import { declinerOf, documentState } from '../documents/document-states.rules.ts';
import { hasEnded, signUrl } from '../links/links.rules.ts';
import { offeredGateway } from '../signing/choose-gateway.ts';
import type { DeclineNotice, Mail, NewLinkNotice, SignerNotice } from './mail-notice.rules.ts';
import { turnSince } from './mail-notice.rules.ts';
import { mailOf } from './mail-of.rules.ts';
import { declineMail, newLinkMail } from './sender-mail.rules.ts';

type Deps = Pick<ServiceDeps, 'store' | 'links' | 'clock' | 'gateways'>;

/** Undefined if they're no longer an owner. */
export async function ownerAddress(
  { store }: Pick<ServiceDeps, 'store'>,
  { accountId, userId }: { readonly accountId: string; readonly userId: string },
): Promise<string | undefined> {
  const members = await store.listMembers(accountId);
  return members.find((one) => one.userId === userId && one.role === 'owner')?.email;
}

/** Undefined without an address, or if they're no longer an owner or the account has one now. */
async function toSender(deps: Deps, documentId: string, userId: string | undefined) {
  const { document, sender: account } = (await deps.store.findSentDocument(documentId)) ?? {};
  if (!document || !account) return undefined;
  const { accountId, contactEmail } = account;
  const owner = contactEmail === null && userId !== undefined;
  const to = owner ? await ownerAddress(deps, { accountId, userId }) : contactEmail;
  if (!to || (userId !== undefined && !owner)) return undefined;
  return { to, account, document, isTest: deps.gateways[0].isTest, now: deps.clock.now() };
}

export async function writeDeclineMail(
  deps: Deps,
  documentId: string,
  { userId }: DeclineNotice,
): Promise<Mail | undefined> {
  const about = await toSender(deps, documentId, userId);
  const signer = about && declinerOf(about.document);
  return signer && declineMail({ ...about, signer });
}

export async function writeNewLinkMail(
  deps: Deps,
  documentId: string,
  { userId, aboutSigner }: NewLinkNotice,
): Promise<Mail | undefined> {
  const about = await toSender(deps, documentId, userId);
  const signer = about?.document.signers.find(({ signerId }) => signerId === aboutSigner);
  return about && signer && newLinkMail({ ...about, signer });
}

interface ToSigner {
  readonly mail: SignerNotice;
  readonly documentId: string;
  readonly signerId: string | null;
}

export async function writeSignerMail(
  deps: Deps,
  { documentId, signerId, mail }: ToSigner,
): Promise<Mail | undefined> {
  const { store, links, clock } = deps;
  const { document, sender = null } = (await store.findSentDocument(documentId)) ?? {};
  const signer = document?.signers.find((candidate) => candidate.signerId === signerId);
  const now = clock.now();
  if (!document || !signer || !isNeeded(mail, { document, signer, now })) return undefined;
  const account = sender ?? { ...DEFAULT_SETTINGS, name: '' };
  const gateway = await offeredGateway(deps);
  return mailOf({
    kind: mail.kind,
    to: signer.email,
    sender: { ...account, message: document.message ?? account.message },
    ...(sender && { logo: await logoOf(deps, sender) }),
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
