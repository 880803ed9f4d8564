import type { Caller } from '../../members/permissions.rules.ts';
import { permit } from '../../members/permissions.rules.ts';
import type { Erasure, ErasureSubject } from '../../store/retention/erasures.ts';
import type { StoreTransaction } from '../../store/store.ts';
import type { Account } from '../accounts/account.rules.ts';
import type { Document } from '../documents/document.rules.ts';
import { nextSigner } from '../documents/document-states.rules.ts';
import { DomainError } from '../domain-error.rules.ts';
import { finishErasure } from './finish-erasure.ts';
import type { RemovalDeps } from './remove-document.ts';

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
    if (!account) throw new DomainError('not_found', 'There is no such account.');
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
  const subject: ErasureSubject = erasure;
  return { ...erasure, entriesKept: await deps.store.countUnerasable(subject) };
}
