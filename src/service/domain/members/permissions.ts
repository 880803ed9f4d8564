import type { Account } from '../accounts/account.ts';

/** Role of a member of an account. */
export const MEMBER_ROLES = ['owner', 'developer', 'support'] as const;
export type MemberRole = (typeof MEMBER_ROLES)[number];

/** Narrows text to a role. */
export const isMemberRole = (text: string): text is MemberRole =>
  MEMBER_ROLES.some((role) => role === text);

/** Roles of callers: those of an account's members, of its API keys, and of the operator of the service. */
export const CALLER_ROLES = [...MEMBER_ROLES, 'key', 'operator'] as const;
export type CallerRole = (typeof CALLER_ROLES)[number];

/** Who makes a request, and for which account. */
export interface Caller {
  readonly role: CallerRole;
  readonly account: Pick<Account, 'accountId'>;
}

/** The operator of the service, acting on one account. */
export const asOperator = (accountId: string): Caller => ({
  role: 'operator',
  account: { accountId },
});

/** Who may do what. There is no other such table. */
const PERMISSIONS = {
  /** See documents with their trails, mails, deliveries and requests, and download their files. */
  'documents.read': ['owner', 'developer', 'support', 'key'],
  /** Create documents, add signers and send them. */
  'documents.send': ['key'],
  /** Send links, mails and deliveries again. */
  'documents.resend': ['owner', 'developer', 'support', 'operator'],
  'documents.withdraw': ['owner', 'support', 'operator'],
  'keys.manage': ['owner', 'developer', 'operator'],
  /** See endpoints without their secrets, and deliveries. */
  'endpoints.read': ['owner', 'developer', 'support', 'operator'],
  'endpoints.manage': ['owner', 'developer', 'operator'],
  'audit.read': ['owner', 'developer'],
  /** Buy credits and access, and see the ledger and invoices. The balance is on everybody's first page. */
  'billing.manage': ['owner'],
  /** See the account's members: keys and the audit log name them. */
  'members.read': ['owner', 'developer'],
  'members.manage': ['owner', 'operator'],
  'settings.manage': ['owner', 'operator'],
  /** Grant credits and a plan, see all payments, put on legal hold, and erase. */
  'account.operate': ['operator'],
  /** One's own sessions and passkeys. */
  'self.manage': ['owner', 'developer', 'support'],
  /** Read all mails and codes of a sandbox, set its faults, move its clock and switch API access. Only the desk asks for it. */
  'sandbox.use': ['owner', 'developer', 'support'],
} as const satisfies Readonly<Record<string, readonly CallerRole[]>>;

/** Something that roles may or may not do. */
export type Permission = keyof typeof PERMISSIONS;

/** Whether a role has a permission. */
export function may(role: CallerRole, permission: Permission): boolean {
  const roles: readonly CallerRole[] = PERMISSIONS[permission];
  return roles.includes(role);
}

/** A caller's role lacks a permission. */
export class NotPermitted extends Error {
  constructor({ role }: Caller, permission: Permission) {
    super(`The role ${role} lacks the permission ${permission}.`);
    this.name = 'NotPermitted';
  }
}

/**
 * Asserts that a caller has a permission, and returns the id of their account. Every use case that acts for a caller starts
 * with it.
 * @throws {NotPermitted}
 */
export function permit(caller: Caller, permission: Permission): string {
  if (may(caller.role, permission)) return caller.account.accountId;
  throw new NotPermitted(caller, permission);
}
