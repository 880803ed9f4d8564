import type { Document as DocumentView } from '../../../contract/document.ts';
import { endpointPath } from '../../../contract/endpoints.ts';
import { LIMITS } from '../../../contract/limits.ts';
import type { DocumentSigner } from '../../../contract/signer.ts';
import type { Document, Signer } from '../../domain/document.ts';
import { downloadToken, signingToken } from '../../domain/link-tokens.ts';
import type { Caller } from '../accounts/authenticate.ts';
import type { Links, ServiceDeps } from '../deps.ts';
import { findOwnDocument } from './find-own-document.ts';

/** The link that a signer signs by. */
export const signUrl = ({ secret, baseUrl }: Links, signerId: string): string =>
  `${baseUrl}/sign/${signingToken(secret, signerId)}`;

/** The certificate endpoint of a document, with its host. */
export const certificateUrl = ({ baseUrl }: Links, documentId: string): string =>
  `${baseUrl}${endpointPath('downloadCertificate', documentId)}`;

/** A temporary link to the signed PDF, valid for 15 minutes from `now`. */
export function downloadUrl({ secret, baseUrl }: Links, documentId: string, now: Date): string {
  const expiresAt = new Date(now.getTime() + LIMITS.downloadLinkMs);
  return `${baseUrl}/download/${downloadToken(secret, documentId, expiresAt)}`;
}

/** The placement that a signer was given, as answers echo it. */
export function advancedOf({ positions }: Signer): Pick<DocumentSigner, 'advanced'> {
  return positions ? { advanced: { signaturePlacement: { positions: [...positions] } } } : {};
}

/** A document with each signer's progress (specification, section 4.3). */
export async function retrieveDocument(
  deps: Pick<ServiceDeps, 'store' | 'links' | 'clock'>,
  request: { readonly caller: Caller; readonly documentId: string },
): Promise<DocumentView> {
  const document = await findOwnDocument(deps, request);
  const { documentId, name, status, createdAt, updatedAt, completedAt } = document;
  const isCompleted = status === 'COMPLETED';
  return {
    documentId,
    name,
    status,
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
    completedAt: completedAt?.toISOString() ?? null,
    downloadUrl: isCompleted ? downloadUrl(deps.links, documentId, deps.clock.now()) : null,
    certificateUrl: isCompleted ? certificateUrl(deps.links, documentId) : null,
    signers: document.signers.map((signer) => presentSigner(deps.links, document, signer)),
  };
}

function presentSigner(links: Links, { status }: Document, signer: Signer): DocumentSigner {
  const { signerId, name, email, phone, signingOrder, openedAt, signedAt } = signer;
  return {
    signerId,
    name,
    email,
    phone,
    signingOrder,
    openedAt: openedAt?.toISOString() ?? null,
    signedAt: signedAt?.toISOString() ?? null,
    hasSigned: signedAt !== null,
    signUrl: status === 'PENDING' ? null : signUrl(links, signerId),
    ...advancedOf(signer),
  };
}
