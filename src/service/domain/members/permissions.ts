import type { Account } from '../accounts/account.ts';

/** What a member of an account is. */
export const MEMBER_ROLES = ['owner', 'developer', 'support'] as const;
export type MemberRole = (typeof MEMBER_ROLES)[number];

/** Narrows text to a role. */
export const isMemberRole = (text: string): text is MemberRole =>
  MEMBER_ROLES.some((role) => role === text);

/** In which role somebody asks the service for something: as a member of an account, by its API key, or as the service's operator. */
export const CALLER_ROLES = [...MEMBER_ROLES, 'key', 'operator'] as const;
export type CallerRole = (typeof CALLER_ROLES)[number];

/** Who asks for something, and for which account. */
export interface Caller {
  readonly role: CallerRole;
  readonly account: Pick<Account, 'accountId'>;
}

/** The operator, about one account. */
export const asOperator = (accountId: string): Caller => ({
  role: 'operator',
  account: { accountId },
});

/** Who may do what: the only such table. */
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
  /** See who belongs to the account: keys and the trail name them. */
  'members.read': ['owner', 'developer'],
  'members.manage': ['owner', 'operator'],
  'settings.manage': ['owner', 'operator'],
  /** Grant credits and a plan, see all payments, put on legal hold, and erase. */
  'account.operate': ['operator'],
  /** One's own sessions and passkeys. */
  'self.manage': ['owner', 'developer', 'support'],
  /** Read all mails and codes of a sandbox, set its faults and move its clock. Nothing else asks for it. */
  'sandbox.use': ['owner', 'developer', 'support'],
} as const satisfies Readonly<Record<string, readonly CallerRole[]>>;

/** Something that roles may or may not do. */
export type Permission = keyof typeof PERMISSIONS;

/** Whether callers in a role may do something. */
export function may(role: CallerRole, permission: Permission): boolean {
  const roles: readonly CallerRole[] = PERMISSIONS[permission];
  return roles.includes(role);
}

/** A caller asked for what their role may not do. */
export class NotPermitted extends Error {
  constructor({ role }: Caller, permission: Permission) {
    super(`The role ${role} lacks the permission ${permission}.`);
    this.name = 'NotPermitted';
  }
}

/**
 * Asserts that a caller may do something, and returns the id of the account that they may do it in. What acts for a caller begins
 * with it.
 * @throws {NotPermitted}
 */
export function permit(caller: Caller, permission: Permission): string {
  if (may(caller.role, permission)) return caller.account.accountId;
  throw new NotPermitted(caller, permission);
}
