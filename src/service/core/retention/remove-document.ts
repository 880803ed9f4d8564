import type { StoreTransaction } from '../../store/store.ts';
import type { ServiceDeps } from '../deps.ts';
import type { Document } from '../documents/document.rules.ts';
import { SYSTEM } from '../evidence/audit.rules.ts';
import { endLiveAttempt } from '../signing/end-attempt.ts';
import type { SignatureAttempt } from '../signing/signature.rules.ts';
import type { RemovalCause } from './retention.rules.ts';
import { removalCause } from './retention.rules.ts';

export type RemovalDeps = Pick<ServiceDeps, 'store' | 'files' | 'clock'>;

/** Only if its retention is over, or as a requested erasure. */
export type Demand = 'if-due' | 'erasure';

/**
 * Trashes its files, and deletes all but a tombstone, unless on legal hold. False if nothing was
 * removed. Skips a due one locked by another process. Files go before the commit, so an interrupted
 * removal is still due.
 */
export async function removeDocument(
  deps: RemovalDeps,
  documentId: string,
  demand: Demand,
): Promise<boolean> {
  return await deps.store.transaction(async (tx) => {
    const document = await tx.lockDocument(documentId, demand === 'erasure' ? 'wait' : 'skip');
    const account = document && (await tx.lockAccount(document.accountId));
    if (!document || !account) return false;
    const at = deps.clock.now();
    const asked = demand === 'erasure' ? { ...account, erasedAt: at } : account;
    const cause = removalCause(document, asked, at);
    if (cause) await remove(tx, deps, { document, cause, at });
    return cause !== undefined;
  });
}

interface Removal {
  readonly document: Document;
  readonly cause: RemovalCause;
  readonly at: Date;
}

async function remove(
  tx: StoreTransaction,
  { files }: Pick<RemovalDeps, 'files'>,
  { document, cause, at }: Removal,
): Promise<void> {
  const { documentId } = document;
  const live = await endLiveAttempt(tx, documentId);
  const data = { cause };
  await tx.appendAudit(documentId, [{ type: 'document.removed', at, origin: SYSTEM, data }]);
  for (const key of keysOf(document, live)) await files.discard(key);
  await tx.removeDocument(documentId, at);
}

const keysOf = (
  { original, prepared, head }: Document,
  live: SignatureAttempt | undefined,
): ReadonlySet<string> =>
  new Set(
    [original.key, prepared?.key, head?.key, live?.preparedKey].filter((key) => key !== undefined),
  );

type Remove = (documentId: string) => Promise<boolean>;

/** Removes in batches until nothing more can be removed; returns how many. */
export async function removeAll(
  find: () => Promise<readonly string[]>,
  remove: Remove,
  signal?: AbortSignal,
): Promise<number> {
  let removed = 0;
  for (;;) {
    const more = await removeEach(await find(), remove, signal);
    if (more === 0) return removed;
    removed += more;
  }
}

async function removeEach(ids: readonly string[], remove: Remove, signal?: AbortSignal) {
  let removed = 0;
  for (const documentId of ids) {
    if (signal?.aborted) break;
    if (await remove(documentId)) removed += 1;
  }
  return removed;
}
