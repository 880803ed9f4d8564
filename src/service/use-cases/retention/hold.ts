import { hasUnsafe } from '../../../contract/unsafe-characters.ts';
import { DomainError } from '../../domain/domain-error.ts';
import type { Caller } from '../../domain/members/permissions.ts';
import { permit } from '../../domain/members/permissions.ts';
import type { ErasureSubject } from '../../store/retention/erasures.ts';
import type { HeldDocument } from '../../store/retention/list-removable.ts';
import type { ServiceDeps } from '../deps.ts';
import { lockOwnDocument } from '../documents/lock-own-document.ts';

type Deps = Pick<ServiceDeps, 'store'>;

const REASON_LENGTH = 500;

/** Legal holds of an account. */
export interface Holds {
  readonly accountId: string;
  /** Of the whole account; null unless it is on hold. */
  readonly reason: string | null;
  /** On hold of their own. */
  readonly documents: readonly HeldDocument[];
}

/** Subject of a hold or release. */
export interface HoldRequest extends Pick<ErasureSubject, 'documentId'> {
  /** Why, on one line; null releases it. */
  readonly reason: string | null;
}

function checkReason(reason: string): string {
  const trimmed = reason.trim();
  if (trimmed !== '' && trimmed.length <= REASON_LENGTH && !hasUnsafe(trimmed)) return trimmed;
  const rule = `The reason must have 1 to ${REASON_LENGTH} characters, on one line.`;
  throw new DomainError('invalid_request', rule);
}

const accountNotFound = (): DomainError =>
  new DomainError('not_found', 'There is no such account.');

/**
 * Puts an account or one of its documents on legal hold, so that nothing of it is removed, or releases it.
 * @throws {DomainError} `not_found`; `invalid_request` for the reason
 */
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
    const account = await tx.lockAccount(accountId);
    if (!account || account.erasedAt) throw accountNotFound();
    if (document) await tx.holdDocument(document.documentId, holdReason);
    else await tx.changeAccount(accountId, { holdReason });
  });
  return await readHolds({ store }, caller);
}

/** Lists the legal holds of an account. @throws {DomainError} `not_found` */
export async function readHolds({ store }: Deps, caller: Caller): Promise<Holds> {
  const accountId = permit(caller, 'account.operate');
  const account = await store.findAccount(accountId);
  if (!account) throw accountNotFound();
  return { accountId, reason: account.holdReason, documents: await store.listHeld(accountId) };
}
