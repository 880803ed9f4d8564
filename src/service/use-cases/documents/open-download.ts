import type { Readable } from 'node:stream';
import type { Origin } from '../../domain/audit.ts';
import type { StoredFile } from '../../domain/document.ts';
import { readDownloadToken } from '../../domain/link-tokens.ts';
import type { ServiceDeps } from '../deps.ts';
import { fileNameOf } from './file-name-of.ts';

type Deps = Pick<ServiceDeps, 'store' | 'files' | 'links' | 'clock'>;

/** A signed PDF that a temporary link leads to. */
export interface Download {
  readonly documentId: string;
  readonly file: StoredFile;
  readonly fileName: string;
}

/** Looks where a temporary link leads to; records nothing. */
export async function findDownload(
  { store, links, clock }: Omit<Deps, 'files'>,
  token: string,
): Promise<Download | 'unknown' | 'expired'> {
  const link = readDownloadToken(links.secret, token);
  if (!link) return 'unknown';
  if (link.expiresAt <= clock.now()) return 'expired';
  const { documentId } = link;
  const document = await store.findDocument(documentId);
  if (!document?.head || document.status !== 'COMPLETED') return 'unknown';
  return { documentId, file: document.head, fileName: fileNameOf(document, 'signed') };
}

/** Opens the signed PDF of a link that was found, and records the download. */
export async function openDownload(
  { store, files, clock }: Omit<Deps, 'links'>,
  { documentId, file }: Download,
  origin: Origin,
): Promise<Readable> {
  const { key, sha256 } = file;
  const { stream } = await files.open(key);
  try {
    await store.transaction(async (tx) => {
      await tx.lockDocument(documentId);
      const at = clock.now();
      await tx.appendAudit(documentId, [{ type: 'file.downloaded', at, origin, data: { sha256 } }]);
    });
  } catch (error) {
    stream.destroy();
    throw error;
  }
  return stream;
}
