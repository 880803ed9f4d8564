import type { Readable } from 'node:stream';
import type { PageLines } from '../../../pdf/reading/page-lines.ts';
import type { ByteRange } from '../../ports/file-store.ts';
import type { ServiceDeps } from '../deps.ts';
import { DomainError } from '../domain-error.rules.ts';
import type { Origin } from '../evidence/audit.rules.ts';
import { readDownloadToken } from '../links/links.rules.ts';
import type { Caller } from '../permissions.rules.ts';
import type { Document, StoredFile } from './document.rules.ts';
import { fileNameOf } from './document.rules.ts';
import { findOwnDocument } from './read-documents.ts';

type Deps = Pick<ServiceDeps, 'store' | 'files' | 'links' | 'clock'>;

export interface OpenRevision {
  readonly documentId: string;
  readonly file: StoredFile;
  readonly fileName: string;
  readonly pageCount: number;
  open(range?: ByteRange): Promise<Readable>;
  /**
   * The text of pages; null where it can't be read. Costs the account processor time, apart from the
   * time for its uploads. @throws {PdfWorkersBusy}
   */
  readLines(pages: readonly number[]): Promise<(PageLines | null)[]>;
}

/** One of the document's files, to be read by pages. */
export function revisionOf(
  { files, pdf }: Pick<ServiceDeps, 'files' | 'pdf'>,
  { documentId, accountId, pages }: Pick<Document, 'documentId' | 'accountId' | 'pages'>,
  { file, fileName }: Pick<OpenRevision, 'file' | 'fileName'>,
): OpenRevision {
  const turn = { owner: `readers of ${accountId}` };
  return {
    documentId,
    file,
    fileName,
    pageCount: pages.length,
    open: async (range) => (await files.open(file.key, { range, expected: file })).stream,
    async readLines(asked) {
      const read = (path: string) => pdf.readLines({ path, pages: asked }, turn);
      return (await files.withLocalCopy(file.key, read, file)) ?? asked.map(() => null);
    },
  };
}

/** The PDF as uploaded. @throws {DomainError} `not_found` */
export async function openOwnUpload(
  deps: Pick<ServiceDeps, 'store' | 'files' | 'pdf'>,
  caller: Caller,
  id: string,
): Promise<OpenRevision> {
  const document = await findOwnDocument(deps, caller, id);
  return revisionOf(deps, document, { file: document.original, fileName: document.name });
}

export interface OpenedDownload {
  readonly documentId: string;
  /** The signer's id, or the document's id for the sender. */
  readonly holder: string;
  readonly file: StoredFile;
  readonly fileName: string;
}

/** Records nothing. */
export async function findDownload(
  { store, links, clock }: Omit<Deps, 'files'>,
  token: string,
): Promise<OpenedDownload | 'unknown' | 'expired' | 'removed'> {
  const link = readDownloadToken(links, token);
  if (!link) return 'unknown';
  if (link.expiresAt <= clock.now()) return 'expired';
  const { documentId, signerId } = link;
  const document = await store.findDocument(documentId);
  if (!document) return 'removed';
  if (!document.head || document.status !== 'COMPLETED') return 'unknown';
  const holder = signerId ?? documentId;
  return { documentId, holder, file: document.head, fileName: fileNameOf(document, 'signed') };
}

/** The document holds it. @throws {DomainError} `not_found`; `invalid_state` before completion */
export async function findOwnDownload(
  { store }: Pick<Deps, 'store'>,
  caller: Caller,
  id: string,
): Promise<OpenedDownload> {
  const document = await findOwnDocument({ store }, caller, id);
  const { documentId, status, head } = document;
  if (status !== 'COMPLETED' || !head) {
    const why = `The document is ${status}; the signed PDF is there once it is COMPLETED.`;
    throw new DomainError('invalid_state', why);
  }
  return { documentId, holder: documentId, file: head, fileName: fileNameOf(document, 'signed') };
}

/** Counts the download; the trail records each holder's first one. */
export async function openDownload(
  { store, files, clock }: Omit<Deps, 'links'>,
  { documentId, holder, file }: OpenedDownload,
  origin: Origin,
): Promise<Readable> {
  const { key, sha256 } = file;
  const { stream } = await files.open(key, { expected: file });
  try {
    await store.transaction(async (tx) => {
      if (!(await tx.lockDocument(documentId))) return;
      const at = clock.now();
      if (!(await tx.countDownload({ documentId, holder, at }))) return;
      await tx.appendAudit(documentId, [{ type: 'file.downloaded', at, origin, data: { sha256 } }]);
    });
  } catch (error) {
    stream.destroy();
    throw error;
  }
  return stream;
}
