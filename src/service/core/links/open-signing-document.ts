import type { Readable } from 'node:stream';
import type { PageLines } from '../../../pdf/reading/page-lines.ts';
import type { ByteRange } from '../../ports/file-store.ts';
import type { StoreTransaction } from '../../store/store.ts';
import type { ServiceDeps } from '../deps.ts';
import type { StoredFile } from '../documents/document.rules.ts';
import { fileNameOf } from '../documents/document.rules.ts';
import type { Origin } from '../evidence/audit.rules.ts';
import type { SignerVisit } from './signing-view.ts';
import { findVisit } from './signing-view.ts';

type Deps = Pick<ServiceDeps, 'store' | 'files' | 'pdf' | 'links' | 'clock'>;

export interface SigningDocument {
  readonly file: StoredFile;
  readonly fileName: string;
  readonly pageCount: number;
  /** Records the first request through the link. */
  recordView(origin: Origin): Promise<void>;
  open(range?: ByteRange): Promise<Readable>;
  /**
   * What pages say; null where it can't be read. Costs the account processor time, apart from the
   * time for its uploads. @throws {PdfWorkersBusy}
   */
  readLines(pages: readonly number[]): Promise<(PageLines | null)[]>;
}

/** The revision that the signer will sign. Undefined for a link that doesn't open its document. */
export async function findSigningDocument(
  deps: Deps,
  token: string,
): Promise<SigningDocument | undefined> {
  const visit = await findVisit(deps, token);
  const file = visit?.document.head;
  if (!file) return undefined;
  const { document } = visit;
  const isSigned = document.status === 'COMPLETED';
  const fileName = isSigned ? fileNameOf(document, 'signed') : document.name;
  const open = async (range?: ByteRange) =>
    (await deps.files.open(file.key, { range, expected: file })).stream;
  const turn = { owner: `readers of ${document.accountId}` };
  const readLines = async (pages: readonly number[]) => {
    const read = (path: string) => deps.pdf.readLines({ path, pages }, turn);
    return (await deps.files.withLocalCopy(file.key, read, file)) ?? pages.map(() => null);
  };
  const recordView = (origin: Origin) =>
    recordFirstView(deps, visit, { sha256: file.sha256, origin });
  const pageCount = document.pages.length;
  return { file, fileName, pageCount, open, readLines, recordView };
}

/** Viewers request many ranges, so lock the document only if there's something to record. */
async function recordFirstView(
  { store, clock }: Pick<Deps, 'store' | 'clock'>,
  { document: { documentId }, signer: { signerId } }: SignerVisit,
  { sha256, origin }: { readonly sha256: string; readonly origin: Origin },
): Promise<void> {
  const type = 'document.viewed';
  const isRecordedBy = async ({ readAudit }: Pick<StoreTransaction, 'readAudit'>) =>
    (await readAudit(documentId, { type })).some(({ data }) => data.signerId === signerId);
  if (await isRecordedBy(store)) return;
  await store.transaction(async (tx) => {
    if (!(await tx.lockDocument(documentId)) || (await isRecordedBy(tx))) return;
    const from = { ...origin, actor: `signer:${signerId}` };
    const data = { signerId, sha256 };
    await tx.appendAudit(documentId, [{ type, at: clock.now(), origin: from, data }]);
  });
}
