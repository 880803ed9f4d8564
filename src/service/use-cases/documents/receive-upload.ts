import { randomUUID } from 'node:crypto';
import type { Readable } from 'node:stream';
import { LIMITS } from '../../../contract/limits.ts';
import type { StoredFile } from '../../domain/document.ts';
import { DomainError } from '../../domain/domain-error.ts';
import { FileTooLarge } from '../../ports/file-store.ts';
import type { ServiceDeps } from '../deps.ts';

/** A file that came with a create request, on disk, not yet a document. */
export interface Upload {
  /** The id that its document will have. */
  readonly documentId: string;
  readonly stored: StoredFile;
}

/**
 * Streams an upload to disk, hashing it on the way.
 * @throws {DomainError} `file_too_large` over 10 MB
 */
export async function receiveUpload(
  { files }: Pick<ServiceDeps, 'files'>,
  content: Readable,
): Promise<Upload> {
  const documentId = randomUUID();
  const key = `documents/${documentId}/original.pdf`;
  try {
    return { documentId, stored: await files.write(key, content, { maxBytes: LIMITS.pdfBytes }) };
  } catch (error) {
    if (!(error instanceof FileTooLarge)) throw error;
    const megabytes = LIMITS.pdfBytes / (1024 * 1024);
    throw new DomainError('file_too_large', `The file is over ${megabytes} MB.`);
  }
}

/** Removes an upload that became no document. */
export async function discardUpload(
  { files }: Pick<ServiceDeps, 'files'>,
  upload: Upload,
): Promise<void> {
  await files.remove(upload.stored.key);
}
