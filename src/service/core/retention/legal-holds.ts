import { hasUnsafe } from '../../../contract/unsafe-characters.ts';
import { findKnownAccount, lockKnownAccount } from '../accounts/find-account.ts';
import type { ServiceDeps } from '../deps.ts';
import { REASON_LENGTH } from '../documents/document.rules.ts';
import { lockOwnDocument } from '../documents/read-documents.ts';
import { DomainError } from '../domain-error.rules.ts';
import type { Caller } from '../permissions.rules.ts';
import { permit } from '../permissions.rules.ts';
import type { ErasureSubject } from './erasures.sql.ts';
import type { HeldDocument } from './remove-document.sql.ts';

type Deps = Pick<ServiceDeps, 'store'>;

export interface Holds {
  readonly accountId: string;
  /** Of the whole account; null if not on hold. */
  readonly reason: string | null;
  /** With their own hold. */
  readonly documents: readonly HeldDocument[];
}

export interface HoldRequest extends Pick<ErasureSubject, 'documentId'> {
  /** On one line; null releases the hold. */
  readonly reason: string | null;
}

function checkReason(reason: string): string {
  const trimmed = reason.trim();
  if (trimmed !== '' && trimmed.length <= REASON_LENGTH && !hasUnsafe(trimmed)) return trimmed;
  const rule = `The reason must have 1 to ${REASON_LENGTH} characters, on one line.`;
  throw new DomainError('invalid_request', rule);
}

/** Nothing on legal hold is removed. @throws {DomainError} `not_found`; `invalid_request` */
export async function setHold(
  { store }: Deps,
  caller: Caller,
  { documentId, reason }: HoldRequest,
): Promise<Holds> {
  const accountId = permit(caller, 'account.operate');
  const holdReason = reason === null ? null : checkReason(reason);
  await store.transaction(async (tx) => {
    const document =
      documentId === null ? null : await lockOwnDocument(tx, { accountId, documentId });
    await lockKnownAccount(tx, accountId);
    if (document) await tx.holdDocument(document.documentId, holdReason);
    else await tx.changeAccount(accountId, { holdReason });
  });
  return await readHolds({ store }, caller);
}

/** @throws {DomainError} `not_found` */
export async function readHolds({ store }: Deps, caller: Caller): Promise<Holds> {
  const accountId = permit(caller, 'account.operate');
  const account = await findKnownAccount(store, accountId);
  return { accountId, reason: account.holdReason, documents: await store.listHeld(accountId) };
}
