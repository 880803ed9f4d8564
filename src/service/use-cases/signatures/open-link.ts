import type { SignaturePosition } from '../../../contract/placement.ts';
import type { Origin } from '../../domain/audit.ts';
import type { Document, PageSize, Signer, StoredFile } from '../../domain/document.ts';
import { nextSigner } from '../../domain/document-states.ts';
import { downloadUrl, readSigningToken } from '../../domain/links.ts';
import { compareNames } from '../../domain/names/compare-names.ts';
import { placementsOf } from '../../domain/placement/arrange-signatures.ts';
import type { ServiceDeps } from '../deps.ts';

type Deps = Pick<ServiceDeps, 'store' | 'gateway' | 'links' | 'clock'>;

/** The view of a signer who opened their link. */
export interface SigningView {
  readonly state: 'your-turn' | 'waiting' | 'signed' | 'completed';
  readonly documentId: string;
  readonly documentName: string;
  readonly senderName: string;
  readonly signerName: string;
  /** The name in the certificate that was refused for showing another name, and can be shown instead. */
  readonly offeredName: string | null;
  /** The document's pages, in order. */
  readonly sheets: readonly PageSize[];
  /** Rectangles of the signatures still missing; the document shows the others. */
  readonly places: readonly SigningPlace[];
  /** SHA-256 of the PDF as uploaded. */
  readonly sha256: string;
  /** The PDF that the signer reads: the newest revision. */
  readonly revision: Pick<StoredFile, 'sha256' | 'bytes'>;
  readonly isTest: boolean;
  readonly gatewayName: string;
  readonly signers: readonly {
    readonly name: string;
    readonly signingOrder: number;
    readonly signedAt: string | null;
    /** The name in the certificate, where it is not the name that they were invited by. */
    readonly certifiedName: string | null;
    /** The first signer for whom the same identity had signed before. */
    readonly sharedWith: string | null;
    readonly isYou: boolean;
    readonly isNext: boolean;
  }[];
  /** Temporary link to the signed PDF, once all have signed. */
  readonly downloadUrl: string | null;
}

/** A rectangle for a future signature, from the page's top left, in points. */
interface SigningPlace extends SignaturePosition {
  readonly name: string;
  readonly isYou: boolean;
}

/** The signer and document of a signing link. */
export interface Visit {
  readonly document: Document;
  readonly signer: Signer;
}

/** Resolves a signing link; undefined when this service did not make it, or its document is not sent. */
export async function findVisit(
  { store, links }: Pick<ServiceDeps, 'store' | 'links'>,
  token: string,
): Promise<Visit | undefined> {
  const signerId = readSigningToken(links.secret, token);
  const document = signerId ? await store.findDocumentOfSigner(signerId) : undefined;
  const signer = document?.signers.find((candidate) => candidate.signerId === signerId);
  if (!document || !signer || document.status === 'PENDING') return undefined;
  return { document, signer };
}

function stateFor({ document, signer }: Visit): SigningView['state'] {
  if (document.status === 'COMPLETED') return 'completed';
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

/** The view of a signing link. Records the first opening. Undefined for an invalid link. */
export async function openLink(
  deps: Deps,
  { token, origin }: { readonly token: string; readonly origin: Origin },
): Promise<SigningView | undefined> {
  const visit = await findVisit(deps, token);
  if (!visit) return undefined;
  if (!visit.signer.openedAt) await recordOpening(deps, visit, origin);
  return await viewFor(deps, visit);
}

/** The view of a signing link, without recording an opening: for pages that poll. */
export async function readView(deps: Deps, token: string): Promise<SigningView | undefined> {
  const visit = await findVisit(deps, token);
  return visit && (await viewFor(deps, visit));
}

async function recordOpening({ store, clock }: Deps, visit: Visit, origin: Origin): Promise<void> {
  const { documentId } = visit.document;
  const { signerId } = visit.signer;
  await store.transaction(async (tx) => {
    const document = await tx.lockDocument(documentId);
    const signer = document?.signers.find((candidate) => candidate.signerId === signerId);
    if (!signer || signer.openedAt) return;
    const at = clock.now();
    await tx.changeSigner(signerId, { openedAt: at });
    await tx.changeDocument(documentId, { updatedAt: at });
    const actor = `signer:${signerId}`;
    const fact = {
      type: 'link.opened' as const,
      at,
      origin: { ...origin, actor },
      data: { signerId },
    };
    await tx.appendAudit(documentId, [fact]);
  });
}

const otherName = ({ name, certifiedName }: Signer): string | null =>
  certifiedName !== null && compareNames(name, certifiedName) !== 'match' ? certifiedName : null;

function firstOfIdentity({ identity, signingOrder }: Signer, { signers }: Document): string | null {
  const first = signers.find((one) => identity !== null && one.identity === identity);
  return first && first.signingOrder < signingOrder ? first.name : null;
}

async function viewFor({ store, gateway, links, clock }: Deps, visit: Visit): Promise<SigningView> {
  const { document, signer } = visit;
  const { documentId } = document;
  const next = nextSigner(document);
  const state = stateFor(visit);
  const download = { documentId, signerId: signer.signerId, now: clock.now() };
  const sender = await store.findAccount(document.accountId);
  return {
    state,
    documentId,
    documentName: document.name,
    senderName: sender?.name ?? '',
    signerName: signer.name,
    offeredName: signer.signedAt ? null : otherName(signer),
    sheets: document.pages,
    places: placesFor(visit),
    sha256: document.original.sha256,
    revision: document.head ?? document.original,
    isTest: gateway.isTest,
    gatewayName: gateway.name,
    signers: document.signers.map((one) => ({
      name: one.name,
      signingOrder: one.signingOrder,
      signedAt: one.signedAt?.toISOString() ?? null,
      certifiedName: one.signedAt && otherName(one),
      sharedWith: one.signedAt && firstOfIdentity(one, document),
      isYou: one.signerId === signer.signerId,
      isNext: one.signerId === next?.signerId,
    })),
    downloadUrl: state === 'completed' ? downloadUrl(links, download) : null,
  };
}
