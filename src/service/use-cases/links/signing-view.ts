import type { SignaturePosition } from '../../../contract/placement.ts';
import type { EarlierSignature } from '../../../pdf/admission/earlier.ts';
import type { Account, AccountSettings } from '../../domain/accounts/account.ts';
import { readEntry } from '../../domain/documents/audit-personal.ts';
import type { Document, PageSize, Signer, StoredFile } from '../../domain/documents/document.ts';
import { declinerOf, nextSigner } from '../../domain/documents/document-states.ts';
import { downloadUrl } from '../../domain/documents/links.ts';
import type { GatewayNames } from '../../domain/gateway-names.ts';
import type { OtherName } from '../../domain/names/compare-names.ts';
import { otherName } from '../../domain/names/compare-names.ts';
import { placementsOf } from '../../domain/placement/arrange-signatures.ts';
import type { ServiceDeps } from '../deps.ts';
import { readEarlier } from '../documents/earlier-signatures.ts';
import { offeredGateway } from '../gateways/choose-gateway.ts';
import { readSignatureFact } from '../signatures/evidence.ts';
import type { Visit } from './find-visit.ts';

/** The dependencies of a view. */
export type ViewDeps = Pick<ServiceDeps, 'store' | 'gateways' | 'links' | 'clock'>;

/** The view of a signer who opened their link. */
export interface SigningView {
  readonly state: 'your-turn' | 'waiting' | 'signed' | 'declined' | 'completed';
  readonly documentId: string;
  readonly documentName: string;
  readonly senderName: string;
  /** Other settings of the sender that signers see. */
  readonly sender: Pick<
    AccountSettings,
    'replyTo' | 'message' | 'helpUrl' | 'privacyUrl' | 'termsUrl' | 'colour'
  > &
    Pick<Account, 'logoHash'>;
  /** The account has an address for mails: it gets one when a signer declines. */
  readonly isSenderMailed: boolean;
  readonly signerName: string;
  /** The name in the certificate that was refused for showing another name, and can be shown instead. */
  readonly offeredName: string | null;
  /** The document's pages, in order. */
  readonly sheets: readonly PageSize[];
  /** Rectangles of the signatures still missing; the document shows the others. */
  readonly places: readonly SigningPlace[];
  /** The signatures that the PDF had when it was uploaded. */
  readonly earlier: readonly Pick<EarlierSignature, 'name' | 'claimedAt'>[];
  /** SHA-256 of the PDF as uploaded. */
  readonly sha256: string;
  /** The PDF that the signer reads: the newest revision. */
  readonly revision: Pick<StoredFile, 'sha256' | 'bytes'>;
  /** The gateway that the signer is offered: its id and names. */
  readonly gatewayId: string;
  readonly gateway: GatewayNames;
  readonly signers: readonly {
    readonly name: string;
    readonly signingOrder: number;
    readonly signedAt: string | null;
    readonly otherName: OtherName | null;
    /** The first signer for whom the same identity had signed before. */
    readonly sharedWith: string | null;
    readonly isYou: boolean;
    readonly isNext: boolean;
    readonly hasDeclined: boolean;
  }[];
  /** When the link ends, ISO 8601; null when it has no end. */
  readonly linkUntil: string | null;
  /** The signer's own signature, while others are missing. */
  readonly receipt: { readonly signedAt: string; readonly sha256: string } | null;
  /** Temporary link to the signed PDF, once all have signed. */
  readonly downloadUrl: string | null;
}

/** A rectangle for a future signature, from the page's top left, in points. */
interface SigningPlace extends SignaturePosition {
  readonly name: string;
  readonly isYou: boolean;
}

function stateFor({ document, signer }: Visit): SigningView['state'] {
  if (document.status === 'COMPLETED') return 'completed';
  if (declinerOf(document)) return 'declined';
  if (signer.signedAt) return 'signed';
  return nextSigner(document)?.signerId === signer.signerId ? 'your-turn' : 'waiting';
}

function placesFor({ document, signer }: Visit): SigningPlace[] {
  const { pages, signers } = document;
  return placementsOf(document).flatMap(({ signerId, positions }) => {
    const placed = signers.find((one) => one.signerId === signerId);
    if (!placed || placed.signedAt) return [];
    const isYou = signerId === signer.signerId;
    return positions.map((position) => ({
      ...position,
      y: (pages[position.page - 1]?.height ?? 0) - position.y - position.height,
      name: placed.name,
      isYou,
    }));
  });
}

function firstOfIdentity({ identity, signingOrder }: Signer, { signers }: Document): string | null {
  const first = signers.find((one) => identity !== null && one.identity === identity);
  return first && first.signingOrder < signingOrder ? first.name : null;
}

async function senderOf(store: ViewDeps['store'], { accountId }: Document): Promise<Account> {
  const account = await store.findAccount(accountId);
  if (account) return account;
  throw new Error('The account of a document is missing.');
}

/** SHA-256 of the file after the signer's own signature, from the audit trail. */
async function receiptOf(store: ViewDeps['store'], { document, signer }: Visit) {
  if (!signer.signedAt) return null;
  const embedded = await store.readAudit(document.documentId, { type: 'signature.embedded' });
  const own = embedded.find(({ data }) => data.signerId === signer.signerId);
  const { sha256 } = readSignatureFact(own && readEntry(own).data);
  return { signedAt: signer.signedAt.toISOString(), sha256 };
}

/** Makes the view of a link that opens its document. */
export async function viewFor(deps: ViewDeps, visit: Visit): Promise<SigningView> {
  const { store, links, clock } = deps;
  const { document, signer } = visit;
  const { documentId } = document;
  const next = nextSigner(document);
  const state = stateFor(visit);
  const gateway = state === 'your-turn' ? await offeredGateway(deps) : deps.gateways[0];
  const download = { documentId, signerId: signer.signerId, now: clock.now() };
  const sender = await senderOf(store, document);
  return {
    state,
    documentId,
    documentName: document.name,
    senderName: sender.name,
    sender,
    isSenderMailed: sender.contactEmail !== null,
    signerName: signer.name,
    offeredName: signer.signedAt ? null : (otherName(signer)?.name ?? null),
    sheets: document.pages,
    places: placesFor(visit),
    earlier: (await readEarlier(store, documentId)).filter(({ kind }) => kind === 'signature'),
    sha256: document.original.sha256,
    revision: document.head ?? document.original,
    gatewayId: gateway.id,
    gateway: gateway.names,
    signers: document.signers.map((one) => ({
      name: one.name,
      signingOrder: one.signingOrder,
      signedAt: one.signedAt?.toISOString() ?? null,
      otherName: one.signedAt && otherName(one),
      sharedWith: one.signedAt && firstOfIdentity(one, document),
      isYou: one.signerId === signer.signerId,
      isNext: one.signerId === next?.signerId,
      hasDeclined: one.declinedAt !== null,
    })),
    linkUntil: document.linksUntil?.toISOString() ?? null,
    receipt: state === 'completed' ? null : await receiptOf(store, visit),
    downloadUrl: state === 'completed' ? downloadUrl(links, download) : null,
  };
}
