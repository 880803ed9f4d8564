import type { SignaturePosition } from '../../../contract/placement.ts';
import type { Document, PageSize, Signer } from '../../domain/document.ts';
import { nextSigner } from '../../domain/document-states.ts';
import { readSigningToken } from '../../domain/link-tokens.ts';
import { placeSigners } from '../../domain/placement.ts';
import type { ServiceDeps } from '../deps.ts';
import { downloadUrl } from '../documents/retrieve-document.ts';

/** What a signer who opened their link is shown. */
export interface SigningView {
  readonly state: 'your-turn' | 'waiting' | 'signed' | 'completed';
  readonly documentId: string;
  readonly documentName: string;
  readonly senderName: string;
  readonly signerName: string;
  /** The document's pages, in order. */
  readonly sheets: readonly PageSize[];
  /** Where those who have yet to sign will; what is signed shows in the document itself. */
  readonly places: readonly SigningPlace[];
  /** SHA-256 of the PDF as uploaded. */
  readonly sha256: string;
  readonly isTest: boolean;
  readonly gatewayName: string;
  readonly signers: readonly {
    readonly name: string;
    readonly signingOrder: number;
    readonly signedAt: string | null;
    readonly isYou: boolean;
    readonly isNext: boolean;
  }[];
  /** Temporary link to the signed PDF, once all have signed. */
  readonly downloadUrl: string | null;
}

/** A rectangle that somebody's signature is to fill, from its page's top left, in points. */
interface SigningPlace extends SignaturePosition {
  readonly name: string;
  readonly isYou: boolean;
}

/** A signer and the document that their link is for. */
export interface Visit {
  readonly document: Document;
  readonly signer: Signer;
}

/** Whose link it is; undefined when the service did not make it or its document is not sent. */
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
  return placeSigners(pages, signers).flatMap(({ signerId, positions }) => {
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

/** Puts together what a signer is shown. */
export async function viewFor(
  { store, gateway, links, clock }: Pick<ServiceDeps, 'store' | 'gateway' | 'links' | 'clock'>,
  visit: Visit,
): Promise<SigningView> {
  const { document, signer } = visit;
  const next = nextSigner(document);
  const state = stateFor(visit);
  const sender = await store.findAccount(document.accountId);
  return {
    state,
    documentId: document.documentId,
    documentName: document.name,
    senderName: sender?.name ?? '',
    signerName: signer.name,
    sheets: document.pages,
    places: placesFor(visit),
    sha256: document.original.sha256,
    isTest: gateway.isTest,
    gatewayName: gateway.name,
    signers: document.signers.map(({ signerId, name, signingOrder, signedAt }) => ({
      name,
      signingOrder,
      signedAt: signedAt?.toISOString() ?? null,
      isYou: signerId === signer.signerId,
      isNext: signerId === next?.signerId,
    })),
    downloadUrl:
      state === 'completed' ? downloadUrl(links, document.documentId, clock.now()) : null,
  };
}
