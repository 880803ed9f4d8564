import { asOperator } from '../../members/permissions.rules.ts';
import type { Erasure } from '../../store/retention/erasures.ts';
import { DomainError } from '../domain-error.rules.ts';
import type { ErasureReport } from './erase.ts';
import { eraseAccount, eraseDocument } from './erase.ts';
import type { RemovalDeps } from './remove-document.ts';

export type KnownErasure = Pick<Erasure, 'accountId' | 'documentId' | 'requestedAt'>;

/** `absent` if the database lacks it, `refused` on legal hold. */
export type Replayed = KnownErasure &
  (
    | { readonly outcome: 'erased' | 'unfinished' | 'absent' }
    | { readonly outcome: 'refused'; readonly reason: string }
  );

/** After restoring an older backup. It was confirmed before, so only a legal hold refuses it. */
export async function replayErasure(deps: RemovalDeps, known: KnownErasure): Promise<Replayed> {
  try {
    const { finishedAt } = await eraseAgain(deps, known);
    return { ...known, outcome: finishedAt ? 'erased' : 'unfinished' };
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    if (error.code === 'not_found') return { ...known, outcome: 'absent' };
    return { ...known, outcome: 'refused', reason: error.message };
  }
}

async function eraseAgain(
  deps: RemovalDeps,
  { accountId, documentId, requestedAt }: KnownErasure,
): Promise<ErasureReport> {
  const wishes = { confirm: null, mayWithdraw: true, requestedAt };
  return documentId === null
    ? await eraseAccount(deps, asOperator(accountId), wishes)
    : await eraseDocument(deps, documentId, wishes);
}
