import type { Readable } from 'node:stream';
import type { StoredFile } from '../../domain/document.ts';
import { fileNameOf } from '../../domain/document.ts';
import type { ByteRange } from '../../ports/file-store.ts';
import type { ServiceDeps } from '../deps.ts';
import { findVisit } from './find-visit.ts';

/** The PDF that a signer reads. */
export interface SigningDocument {
  readonly file: StoredFile;
  readonly fileName: string;
  /** Opens the file, or a range of it. */
  open(range?: ByteRange): Promise<Readable>;
}

/** Finds the revision that the signer's signature will be added to. Undefined for a link that does not open its document. */
export async function findSigningDocument(
  deps: Pick<ServiceDeps, 'store' | 'files' | 'links' | 'clock'>,
  token: string,
): Promise<SigningDocument | undefined> {
  const document = (await findVisit(deps, token))?.document;
  const file = document?.head;
  if (!file) return undefined;
  const isSigned = document.status === 'COMPLETED';
  const fileName = isSigned ? fileNameOf(document, 'signed') : document.name;
  const open = async (range?: ByteRange) => (await deps.files.open(file.key, range)).stream;
  return { file, fileName, open };
}
