import type { StoreTransaction } from '../../store/store.ts';
import type { Account } from '../accounts/account.rules.ts';
import { accountNotFound } from '../accounts/find-account.ts';
import type { Document } from '../documents/document.rules.ts';
import { nextSigner } from '../documents/document-states.rules.ts';
import { DomainError } from '../domain-error.rules.ts';
import type { Caller } from '../permissions.rules.ts';
import { asOperator, permit } from '../permissions.rules.ts';
import type { Erasure } from './erasures.sql.ts';
import type { RemovalDeps } from './remove-document.ts';
import { removeAll, removeDocument } from './remove-document.ts';

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

export type KnownErasure = Pick<Erasure, 'accountId' | 'documentId' | 'requestedAt'>;

/** `absent` if the database lacks it, `refused` on legal hold. */
type Replayed = KnownErasure &
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

export interface ErasureWishes {
  /** The account's or document's name; null if confirmed earlier. */
  readonly confirm: string | null;
  /** Also erases documents that wait for signatures. */
  readonly mayWithdraw: boolean;
  /** Default now. */
  readonly requestedAt?: Date;
}

export interface ErasureReport extends Erasure {
  /** Entries from before values could be erased: they keep theirs. */
  readonly entriesKept: number;
}

const refused = (message: string): DomainError => new DomainError('invalid_state', message);

function assertConfirmed(name: string, { confirm }: ErasureWishes): void {
  if (confirm === null || confirm === name) return;
  throw new DomainError('invalid_request', `The name to confirm is ${JSON.stringify(name)}.`);
}

function assertNotHeld({ holdReason }: Pick<Account | Document, 'holdReason'>, what: string): void {
  if (holdReason !== null) throw refused(`The ${what} is on legal hold: ${holdReason}.`);
}

/**
 * Keeps tombstones and the ledger. The account disappears immediately: links say the document is
 * gone, and no mail is sent. Resumes when repeated.
 * @throws {DomainError} `not_found`; `invalid_request` for another name; `invalid_state` on legal
 * hold, or while documents wait for signatures
 */
export async function eraseAccount(
  deps: RemovalDeps,
  caller: Caller,
  wishes: ErasureWishes,
): Promise<ErasureReport> {
  const accountId = permit(caller, 'account.operate');
  const at = deps.clock.now();
  const { requestedAt = at } = wishes;
  const erasure = await deps.store.transaction(async (tx) => {
    const account = await tx.lockAccount(accountId);
    if (!account) throw accountNotFound();
    if (!account.erasedAt) await assertErasable(tx, account, wishes);
    const written = await tx.insertErasure({ accountId, documentId: null, requestedAt });
    if (!account.erasedAt) await tx.eraseAccount(accountId, at);
    return written;
  });
  return await reportOf(deps, erasure);
}

async function assertErasable(tx: StoreTransaction, account: Account, wishes: ErasureWishes) {
  assertConfirmed(account.name, wishes);
  assertNotHeld(account, 'account');
  const { open, held } = await tx.countOpen(account.accountId);
  if (held > 0) throw refused(`Documents of the account are on legal hold: ${held}.`);
  if (open > 0 && !wishes.mayWithdraw)
    throw refused(`Documents of the account wait for signatures: ${open}.`);
}

/** Keeps tombstone and ledger. Resumes when repeated. @throws {DomainError} as `eraseAccount` */
export async function eraseDocument(
  deps: RemovalDeps,
  documentId: string,
  wishes: ErasureWishes,
): Promise<ErasureReport> {
  const { requestedAt = deps.clock.now() } = wishes;
  const [known] = await deps.store.listErasures({ documentId });
  if (known) return await reportOf(deps, known);
  const erasure = await deps.store.transaction(async (tx) => {
    const document = await tx.lockDocument(documentId);
    const account = document && (await tx.lockAccount(document.accountId));
    if (!document || !account) throw new DomainError('not_found', 'There is no such document.');
    assertConfirmed(document.name, wishes);
    assertNotHeld(account, 'account');
    assertNotHeld(document, 'document');
    if (nextSigner(document) && !wishes.mayWithdraw)
      throw refused('The document waits for signatures.');
    const { accountId } = document;
    return await tx.insertErasure({ accountId, documentId, requestedAt });
  });
  return await reportOf(deps, erasure);
}

async function reportOf(deps: RemovalDeps, begun: Erasure): Promise<ErasureReport> {
  const erasure = await finishErasure(deps, begun);
  return { ...erasure, entriesKept: await deps.store.countUnerasable(erasure) };
}
