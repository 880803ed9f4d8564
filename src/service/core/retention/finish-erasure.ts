import type { Erasure } from '../../store/retention/erasures.ts';
import { removeAll } from './remove-all.ts';
import type { RemovalDeps } from './remove-document.ts';
import { removeDocument } from './remove-document.ts';

const BATCH = 100;

/** Returns the entry, still unfinished while a document is on legal hold; a later run continues. */
export async function finishErasure(
  deps: RemovalDeps,
  erasure: Erasure,
  signal?: AbortSignal,
): Promise<Erasure> {
  if (erasure.finishedAt) return erasure;
  const { store, clock } = deps;
  const { accountId, documentId, erasureId } = erasure;
  const find = async () => {
    if (documentId === null) return await store.listKept({ accountId, limit: BATCH });
    return (await store.findDocument(documentId)) ? [documentId] : [];
  };
  await removeAll(find, (id) => removeDocument(deps, id, 'erasure'), signal);
  if ((await find()).length > 0) return erasure;
  const finishedAt = clock.now();
  await store.transaction(async (tx) => {
    if (documentId === null) await tx.clearAccount(accountId);
    await tx.finishErasure(erasureId, finishedAt);
  });
  return { ...erasure, finishedAt };
}
