import type { Readable } from 'node:stream';
import type { ServiceDeps } from '../deps.ts';
import { fileNameOf } from '../documents/file-name-of.ts';
import { findVisit } from './signing-view.ts';

/** A document on its way to a signer's eyes. */
interface SigningDocument {
  readonly stream: Readable;
  readonly bytes: number;
  readonly fileName: string;
}

/** Opens the document that a signer reads: the very revision that their signature is added to. Undefined for a link not ours. */
export async function openSigningDocument(
  deps: Pick<ServiceDeps, 'store' | 'files' | 'links'>,
  token: string,
): Promise<SigningDocument | undefined> {
  const document = (await findVisit(deps, token))?.document;
  if (!document?.head) return undefined;
  const isSigned = document.status === 'COMPLETED';
  const fileName = isSigned ? fileNameOf(document, 'signed') : document.name;
  return { ...(await deps.files.open(document.head.key)), fileName };
}
