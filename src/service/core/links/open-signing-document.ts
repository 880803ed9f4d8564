import type { StoreTransaction } from '../../store/store.ts';
import type { ServiceDeps } from '../deps.ts';
import { fileNameOf } from '../documents/document.rules.ts';
import type { OpenRevision } from '../documents/open-revision.ts';
import { revisionOf } from '../documents/open-revision.ts';
import type { Origin } from '../evidence/audit.rules.ts';
import type { SignerVisit } from './signing-view.ts';
import { findVisit } from './signing-view.ts';

type Deps = Pick<ServiceDeps, 'store' | 'files' | 'pdf' | 'links' | 'clock'>;

export interface SigningDocument extends OpenRevision {
  /** Records the first request through the link. */
  recordView(origin: Origin): Promise<void>;
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
  const recordView = (origin: Origin) =>
    recordFirstView(deps, visit, { sha256: file.sha256, origin });
  return { ...revisionOf(deps, document, { file, fileName }), recordView };
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
