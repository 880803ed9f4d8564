import { randomUUID } from 'node:crypto';
import { Value } from 'typebox/value';
import { Email } from '../core/accounts/check-settings.ts';
import { findKnownAccount } from '../core/accounts/find-account.ts';
import type { ServiceDeps } from '../core/deps.ts';
import { DomainError } from '../core/domain-error.rules.ts';
import type { Caller, Member, MemberRole } from '../core/permissions.rules.ts';
import { permit } from '../core/permissions.rules.ts';
import { assertRoom, DEFAULT_QUOTAS } from '../core/quotas.rules.ts';
import type { StoreTransaction } from '../store/store.ts';

export interface NewMember {
  readonly email: string;
  readonly role: MemberRole;
}

/** True for an address that could be mailed. */
export const isAddress = (email: string): boolean => Value.Check(Email, email);

/** Trims the address. @throws {DomainError} `invalid_request` */
export function memberAddress(typed: string): string {
  const email = typed.trim();
  if (isAddress(email)) return email;
  throw new DomainError(
    'invalid_request',
    'Enter an email address, such as asha@example.in.',
    'email',
  );
}

/** Adds them or changes their role. @throws {DomainError} `invalid_state` above `most` members */
export async function putMember(
  tx: StoreTransaction,
  { email, ...member }: Omit<Member, 'userId'>,
  most: number,
): Promise<Member> {
  const { accountId, createdAt } = member;
  await tx.lockAccount(accountId);
  const members = await tx.listMembers(accountId);
  const isMember = members.some((one) => one.email.toLowerCase() === email.toLowerCase());
  if (!isMember) assertRoom({ has: members.length, most }, 'members');
  const user = await tx.addUser({ userId: randomUUID(), email, createdAt });
  await tx.putMember({ ...member, userId: user.userId });
  return { ...member, ...user };
}

/**
 * Adds a member, or changes an existing one's role.
 * @throws {DomainError} `not_found`; `invalid_request` for the address; `invalid_state` with too
 * many
 */
export async function addMember(
  { store, clock, quotas = DEFAULT_QUOTAS }: Pick<ServiceDeps, 'store' | 'clock' | 'quotas'>,
  caller: Caller,
  { role, ...given }: NewMember,
): Promise<Member> {
  const accountId = permit(caller, 'members.manage');
  const email = memberAddress(given.email);
  await findKnownAccount(store, accountId);
  const member = { accountId, email, role, createdAt: clock.now() };
  return await store.transaction((tx) => putMember(tx, member, quotas.members));
}
