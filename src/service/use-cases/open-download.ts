import type { Readable } from 'node:stream';
import type { Origin } from '../domain/audit.ts';
import { readDownloadToken } from '../domain/link-tokens.ts';
import type { ServiceDeps } from './deps.ts';
import { fileNameOf } from './file-name-of.ts';

/** A signed PDF on its way out. */
export interface Download {
  readonly stream: Readable;
  readonly bytes: number;
  readonly fileName: string;
}

/** Opens the signed PDF that a temporary link leads to, and records the download. */
export async function openDownload(
  { store, files, links, clock }: Pick<ServiceDeps, 'store' | 'files' | 'links' | 'clock'>,
  { token, origin }: { readonly token: string; readonly origin: Origin },
): Promise<Download | 'unknown' | 'expired'> {
  const link = readDownloadToken(links.secret, token);
  const at = clock.now();
  if (!link) return 'unknown';
  if (link.expiresAt <= at) return 'expired';
  const { documentId } = link;
  const document = await store.findDocument(documentId);
  if (!document?.head || document.status !== 'COMPLETED') return 'unknown';
  const { key, sha256 } = document.head;
  const file = await files.open(key);
  await store.transaction(async (tx) => {
    await tx.lockDocument(documentId);
    await tx.appendAudit(documentId, [{ type: 'file.downloaded', at, origin, data: { sha256 } }]);
  });
  return { ...file, fileName: fileNameOf(document, 'signed') };
}
