import type { Readable } from 'node:stream';
import type { PageLines } from '../../../pdf/reading/page-lines.ts';
import type { ByteRange } from '../../ports/file-store.ts';
import type { ServiceDeps } from '../deps.ts';
import type { Caller } from '../permissions.rules.ts';
import type { Document, StoredFile } from './document.rules.ts';
import { findOwnDocument } from './read-documents.ts';

type Deps = Pick<ServiceDeps, 'files' | 'pdf'>;

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
  { files, pdf }: Deps,
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
  deps: Deps & Pick<ServiceDeps, 'store'>,
  caller: Caller,
  id: string,
): Promise<OpenRevision> {
  const document = await findOwnDocument(deps, caller, id);
  return revisionOf(deps, document, { file: document.original, fileName: document.name });
}
