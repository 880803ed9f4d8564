import type { AuditEntry } from '../../../contract/audit-chain.ts';
import type { SignaturePosition } from '../../../contract/placement.ts';
import type { EarlierSignature } from '../../../pdf/admission/earlier.ts';
import type { Account, AccountSettings } from '../accounts/account.rules.ts';
import type { SenderAccount } from '../accounts/accounts.sql.ts';
import type { OtherName } from '../compare-names.rules.ts';
import { otherName } from '../compare-names.rules.ts';
import type { ServiceDeps } from '../deps.ts';
import { fromTop, placementsOf } from '../documents/arrange-signatures.rules.ts';
import type { Document, PageSize, Signer, StoredFile } from '../documents/document.rules.ts';
import { documentState, nextSigner } from '../documents/document-states.rules.ts';
import { readEntry } from '../evidence/audit-personal.rules.ts';
import { UPLOADED, uploadIn } from '../evidence/earlier-signatures.ts';
import type { GatewayNames } from '../signing/breaker.rules.ts';
import { offeredGateway } from '../signing/choose-gateway.ts';
import { readSignatureFact } from '../signing/evidence.ts';
import { downloadUrl, hasEnded, readSigningToken } from './links.rules.ts';
import { returnWith } from './return-url.rules.ts';

type LinkDeps = Pick<ServiceDeps, 'store' | 'links' | 'clock'>;

export interface SignerVisit {
  readonly document: Document;
  readonly signer: Signer;
}

export interface LinkVisit extends SignerVisit {
  /** Null for an account that was just erased. */
  readonly sender: SenderAccount | null;
}

/** `ended` is null while the link opens its document. */
interface FoundLink extends LinkVisit {
  readonly ended: 'withdrawn' | 'expired' | null;
  /** By a newer one. */
  readonly isReplaced: boolean;
}

/** Undefined if this service didn't make it, or its document isn't sent. */
export async function findLink(
  { store, links, clock }: LinkDeps,
  token: string,
): Promise<FoundLink | undefined> {
  const subject = readSigningToken(links, token);
  const sent = subject && (await store.findDocumentOfSigner(subject.signerId));
  const signer = sent?.document.signers.find(({ signerId }) => signerId === subject?.signerId);
  if (!sent || !signer || sent.document.status === 'PENDING') return undefined;
  const { document } = sent;
  const isReplaced = subject.linkGeneration !== signer.linkGeneration;
  const found = { ...sent, signer, isReplaced };
  if (isReplaced || hasEnded(document, clock.now())) return { ...found, ended: 'expired' };
  return { ...found, ended: document.withdrawnAt ? 'withdrawn' : null };
}

/** Undefined unless the link opens its document. */
export async function findVisit(deps: LinkDeps, token: string): Promise<LinkVisit | undefined> {
  const link = await findLink(deps, token);
  return link?.ended === null ? link : undefined;
}

export type ViewDeps = Pick<ServiceDeps, 'store' | 'gateways' | 'links' | 'clock'>;

export interface SigningView {
  readonly state: 'your-turn' | 'waiting' | 'signed' | 'declined' | 'completed';
  readonly documentId: string;
  readonly documentName: string;
  readonly senderName: string;
  readonly sender: Pick<
    AccountSettings,
    'replyTo' | 'message' | 'helpUrl' | 'privacyUrl' | 'termsUrl' | 'colour'
  > &
    Pick<Account, 'logoHash'>;
  /** The account has an address, which is mailed when a signer declines. */
  readonly isSenderMailed: boolean;
  readonly signerName: string;
  /** Name in a certificate that was refused for it; the signer may accept it. */
  readonly offeredName: string | null;
  readonly sheets: readonly PageSize[];
  /** For missing signatures; the document shows the others. */
  readonly places: readonly SigningPlace[];
  /** Of the upload's form; nobody can fill them in. */
  readonly emptyFields: number;
  /** Signatures in the upload. */
  readonly earlier: readonly Pick<EarlierSignature, 'name' | 'claimedAt'>[];
  readonly sha256: string;
  /** What the signer reads: the newest revision. */
  readonly revision: Pick<StoredFile, 'sha256' | 'bytes'>;
  readonly gatewayId: string;
  readonly gateway: GatewayNames;
  readonly signers: readonly {
    readonly name: string;
    readonly signingOrder: number;
    readonly signedAt: string | null;
    readonly otherName: OtherName | null;
    /** The first signer who used the same identity. */
    readonly sharedWith: string | null;
    readonly isYou: boolean;
    readonly isNext: boolean;
    readonly hasDeclined: boolean;
  }[];
  /** ISO 8601; null for a link without end. */
  readonly linkUntil: string | null;
  /** Once the signer has signed. */
  readonly receipt: { readonly signedAt: string; readonly sha256: string } | null;
  /** Temporary; once all have signed. */
  readonly downloadUrl: string | null;
  /** Where the signer came from, on an origin that the account lists. */
  readonly back: ReturnType<typeof returnWith>;
}

/** From the page's top left, in points. */
interface SigningPlace extends SignaturePosition {
  readonly name: string;
  readonly isYou: boolean;
}

function stateFor({ document, signer }: SignerVisit): SigningView['state'] {
  const state = documentState(document);
  if (state === 'completed' || state === 'declined') return state;
  if (signer.signedAt) return 'signed';
  return nextSigner(document)?.signerId === signer.signerId ? 'your-turn' : 'waiting';
}

function placesFor({ document, signer }: SignerVisit): SigningPlace[] {
  const { pages, signers } = document;
  return placementsOf(document).flatMap(({ signerId, positions }) => {
    const placed = signers.find((one) => one.signerId === signerId);
    if (!placed || placed.signedAt) return [];
    const isYou = signerId === signer.signerId;
    return positions.map((position) => ({
      ...fromTop(position, pages),
      name: placed.name,
      isYou,
    }));
  });
}

function firstOfIdentity({ identity, signingOrder }: Signer, { signers }: Document): string | null {
  const first = signers.find((one) => identity !== null && one.identity === identity);
  return first && first.signingOrder < signingOrder ? first.name : null;
}

const EMBEDDED = 'signature.embedded';

/** SHA-256 of the file after the signer's signature, from the audit trail. */
function receiptIn(trail: readonly AuditEntry[], { signedAt, signerId }: Signer) {
  if (!signedAt) return null;
  const own = trail.find(({ type, data }) => type === EMBEDDED && data.signerId === signerId);
  const { sha256 } = readSignatureFact(own && readEntry(own).data);
  return { signedAt: signedAt.toISOString(), sha256 };
}

function signersFor({ document, signer }: SignerVisit): SigningView['signers'] {
  const next = nextSigner(document);
  return document.signers.map((one) => ({
    name: one.name,
    signingOrder: one.signingOrder,
    signedAt: one.signedAt?.toISOString() ?? null,
    otherName: one.signedAt && otherName(one),
    sharedWith: one.signedAt && firstOfIdentity(one, document),
    isYou: one.signerId === signer.signerId,
    isNext: one.signerId === next?.signerId,
    hasDeclined: one.declinedAt !== null,
  }));
}

export async function viewFor(deps: ViewDeps, visit: LinkVisit): Promise<SigningView> {
  const { store, links, clock } = deps;
  const { document, signer, sender } = visit;
  if (!sender) throw new Error('The account of a document is missing.');
  const { documentId } = document;
  const state = stateFor(visit);
  const gateway = state === 'your-turn' ? await offeredGateway(deps) : deps.gateways[0];
  const download = { documentId, signerId: signer.signerId, now: clock.now() };
  const type = signer.signedAt ? [UPLOADED, EMBEDDED] : [UPLOADED];
  const trail = await store.readAudit(documentId, { type });
  const { earlier, emptyFields } = uploadIn(trail);
  return {
    state,
    documentId,
    documentName: document.name,
    senderName: sender.name,
    sender: { ...sender, message: document.message ?? sender.message },
    isSenderMailed: sender.isMailed,
    signerName: signer.name,
    offeredName: signer.signedAt ? null : (otherName(signer)?.name ?? null),
    sheets: document.pages,
    places: placesFor(visit),
    emptyFields,
    earlier: earlier.filter(({ kind }) => kind === 'signature'),
    sha256: document.original.sha256,
    revision: document.head ?? document.original,
    gatewayId: gateway.id,
    gateway: gateway.names,
    signers: signersFor(visit),
    linkUntil: document.linksUntil?.toISOString() ?? null,
    receipt: receiptIn(trail, signer),
    downloadUrl: state === 'completed' ? downloadUrl(links, download) : null,
    back: returnWith(signer.returnUrl, { documentId, origins: sender.returnOrigins }),
  };
}
