import { DomainError } from '../../domain/domain-error.ts';
import type { Caller, MemberRole } from '../../domain/members/permissions.ts';
import { isMemberRole, permit } from '../../domain/members/permissions.ts';
import type { Member } from '../../ports/store/members.ts';
import type { ServiceDeps } from '../deps.ts';
import { addMember } from './add-member.ts';

type Deps = Pick<ServiceDeps, 'store' | 'clock' | 'quotas'>;

const roleOf = (text: string): MemberRole => {
  if (isMemberRole(text)) return text;
  throw new DomainError(
    'invalid_request',
    'A member is an owner, a developer or a support person.',
  );
};

/** Lists the members of the caller's account. */
export async function listMembers(
  { store }: Pick<Deps, 'store'>,
  caller: Caller,
): Promise<Member[]> {
  const accountId = permit(caller, 'members.read');
  return await store.listMembers(accountId);
}

/**
 * Adds a member to the caller's account, and mails them how to sign in. Whoever is a member already gets the mail again, and
 * keeps their role.
 * @throws {DomainError} `invalid_request` for the address or the role; `invalid_state` with too many members
 */
export async function inviteMember(
  deps: Deps,
  caller: Caller,
  invited: { readonly email: string; readonly role: string },
): Promise<Member> {
  const accountId = permit(caller, 'members.manage');
  const { email } = invited;
  const role = roleOf(invited.role);
  const known = (await deps.store.listMembers(accountId)).find(
    (member) => member.email.toLowerCase() === email.trim().toLowerCase(),
  );
  const member = known ?? (await addMember(deps, caller, { email, role }));
  const mail = { kind: 'invitation', accountId, userId: member.userId } as const;
  const due = { documentId: null, signerId: null, at: deps.clock.now() };
  await deps.store.transaction((tx) => tx.queueMail(mail, due));
  return member;
}

/**
 * Changes the role of a member of the caller's account.
 * @throws {DomainError} `not_found`; `invalid_state` for the only owner
 */
export async function changeRole(
  { store }: Deps,
  caller: Caller,
  { userId, ...given }: { readonly userId: string; readonly role: string },
): Promise<void> {
  const accountId = permit(caller, 'members.manage');
  const role = roleOf(given.role);
  await store.transaction(async (tx) => {
    const member = await lockMember(tx, { accountId, userId });
    if (role !== 'owner') await assertOwnerLeft(tx, member);
    await tx.putMember({ ...member, role });
  });
}

/**
 * Removes a member from the caller's account, and ends their sessions in it.
 * @throws {DomainError} `not_found`; `invalid_state` for the only owner
 */
export async function removeMember({ store }: Deps, caller: Caller, userId: string): Promise<void> {
  const own = { accountId: permit(caller, 'members.manage'), userId };
  await store.transaction(async (tx) => {
    await assertOwnerLeft(tx, await lockMember(tx, own));
    await tx.removeMember(own);
  });
}

type Transaction = Parameters<Parameters<ServiceDeps['store']['transaction']>[0]>[0];

/** The lock of the account keeps two owners from making each other the only one. */
async function lockMember(
  tx: Transaction,
  { accountId, userId }: Pick<Member, 'accountId' | 'userId'>,
): Promise<Member> {
  await tx.lockAccount(accountId);
  const member = (await tx.listMembers(accountId)).find((one) => one.userId === userId);
  if (!member) throw new DomainError('not_found', 'The account has no such member.');
  return member;
}

async function assertOwnerLeft(tx: Transaction, { accountId, userId }: Member): Promise<void> {
  const all = await tx.listMembers(accountId);
  if (all.some((one) => one.role === 'owner' && one.userId !== userId)) return;
  if (all.some((one) => one.userId === userId && one.role !== 'owner')) return;
  throw new DomainError(
    'invalid_state',
    'An account needs an owner. Make somebody else an owner first.',
  );
}
