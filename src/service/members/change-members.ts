import { randomUUID } from 'node:crypto';
import { Value } from 'typebox/value';
import { Email } from '../core/accounts/check-settings.ts';
import { findKnownAccount } from '../core/accounts/find-account.ts';
import type { ServiceDeps } from '../core/deps.ts';
import { DomainError } from '../core/domain-error.rules.ts';
import { takeMail } from '../core/mails/queue-mails.ts';
import type { Caller, Member, MemberRole } from '../core/permissions.rules.ts';
import { isMemberRole, permit } from '../core/permissions.rules.ts';
import { assertRoom, DEFAULT_QUOTAS } from '../core/quotas.rules.ts';
import type { StoreTransaction } from '../store/store.ts';

export interface NewMember {
  readonly email: string;
  readonly role: MemberRole;
}

/** True for an address that could be mailed. */
export const isAddress = (email: string): boolean => Value.Check(Email, email);

/** Trims the address. @throws {DomainError} `invalid_request` */
function memberAddress(typed: string): string {
  const email = typed.trim();
  if (isAddress(email)) return email;
  throw new DomainError(
    'invalid_request',
    'Enter an email address, such as asha@example.in.',
    'email',
  );
}

/** Adds them or changes their role. @throws {DomainError} `invalid_state` above `most` members */
async function putMember(
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

type Deps = Pick<ServiceDeps, 'store' | 'clock' | 'quotas'>;

const roleOf = (text: string): MemberRole => {
  if (isMemberRole(text)) return text;
  throw new DomainError(
    'invalid_request',
    'A member is an owner, a developer or a support person.',
    'role',
  );
};

export async function listMembers(
  { store }: Pick<Deps, 'store'>,
  caller: Caller,
): Promise<Member[]> {
  const accountId = permit(caller, 'members.read');
  return await store.listMembers(accountId);
}

/**
 * Mails how to sign in. An existing member gets the mail again, and keeps their role.
 * @throws {DomainError} `invalid_request` for the address or the role; `invalid_state` with too
 * many members or mails
 */
export async function inviteMember(
  deps: Deps,
  caller: Caller,
  invited: { readonly email: string; readonly role: string },
): Promise<Member> {
  const accountId = permit(caller, 'members.manage');
  const email = memberAddress(invited.email);
  const role = roleOf(invited.role);
  const { members: most } = deps.quotas ?? DEFAULT_QUOTAS;
  const at = deps.clock.now();
  return await deps.store.transaction(async (tx) => {
    const members = await tx.listMembers(accountId);
    const known = members.find((one) => one.email.toLowerCase() === email.toLowerCase());
    const member = known ?? (await putMember(tx, { accountId, email, role, createdAt: at }, most));
    const { userId } = member;
    await takeMail(tx, { accountId, to: member.email, purpose: 'question' }, at);
    const mail = { kind: 'invitation', accountId, userId } as const;
    await tx.queueMail(mail, { documentId: null, signerId: null, at });
    return member;
  });
}

/** @throws {DomainError} `not_found`; `invalid_state` for the only owner */
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

/** Ends their sessions. @throws {DomainError} `not_found`; `invalid_state` for the only owner */
export async function removeMember({ store }: Deps, caller: Caller, userId: string): Promise<void> {
  const own = { accountId: permit(caller, 'members.manage'), userId };
  await store.transaction(async (tx) => {
    await assertOwnerLeft(tx, await lockMember(tx, own));
    await tx.removeMember(own);
  });
}

type MemberTransaction = Parameters<Parameters<ServiceDeps['store']['transaction']>[0]>[0];

/** Locks the account, so that two owners can't demote or remove each other. */
async function lockMember(
  tx: MemberTransaction,
  { accountId, userId }: Pick<Member, 'accountId' | 'userId'>,
): Promise<Member> {
  await tx.lockAccount(accountId);
  const member = (await tx.listMembers(accountId)).find((one) => one.userId === userId);
  if (!member) throw new DomainError('not_found', 'The account has no such member.');
  return member;
}

async function assertOwnerLeft(
  tx: MemberTransaction,
  { accountId, userId }: Member,
): Promise<void> {
  const all = await tx.listMembers(accountId);
  if (all.some((one) => one.role === 'owner' && one.userId !== userId)) return;
  if (all.some((one) => one.userId === userId && one.role !== 'owner')) return;
  throw new DomainError(
    'invalid_state',
    'An account needs an owner. Make somebody else an owner first.',
  );
}
