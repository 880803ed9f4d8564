import { randomUUID } from 'node:crypto';
import { Value } from 'typebox/value';
import { DomainError } from '../../domain/domain-error.ts';
import type { Caller, MemberRole } from '../../domain/members/permissions.ts';
import { permit } from '../../domain/members/permissions.ts';
import { assertRoom, DEFAULT_QUOTAS } from '../../domain/quotas.ts';
import type { Member } from '../../ports/store/members.ts';
import { Email } from '../accounts/check-settings.ts';
import type { ServiceDeps } from '../deps.ts';

/** Who is to belong to an account. */
export interface NewMember {
  readonly email: string;
  readonly role: MemberRole;
}

/**
 * Adds a member to the caller's account, or changes the role of one that it has.
 * @throws {DomainError} `not_found` without such an account; `invalid_request` for the address;
 * `invalid_state` with too many members
 */
export async function addMember(
  { store, clock, quotas = DEFAULT_QUOTAS }: Pick<ServiceDeps, 'store' | 'clock' | 'quotas'>,
  caller: Caller,
  { role, ...given }: NewMember,
): Promise<Member> {
  const accountId = permit(caller, 'members.manage');
  const email = given.email.trim();
  if (!Value.Check(Email, email)) {
    throw new DomainError(
      'invalid_request',
      'A member has an email address, such as asha@example.in.',
    );
  }
  if (!(await store.findAccount(accountId))) {
    throw new DomainError('not_found', 'There is no such account.');
  }
  const createdAt = clock.now();
  return await store.transaction(async (tx) => {
    await tx.lockAccount(accountId);
    const members = await tx.listMembers(accountId);
    const isMember = members.some((one) => one.email.toLowerCase() === email.toLowerCase());
    if (!isMember) assertRoom({ has: members.length, most: quotas.members }, 'members');
    const { userId, ...user } = await tx.addUser({ userId: randomUUID(), email, createdAt });
    await tx.putMember({ accountId, userId, role, createdAt });
    return { accountId, userId, ...user, role, createdAt };
  });
}
