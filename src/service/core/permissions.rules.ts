import type { Account } from './accounts/account.rules.ts';

export interface User {
  /** A UUID. */
  readonly userId: string;
  readonly email: string;
}

export interface Member extends User {
  readonly accountId: string;
  readonly role: MemberRole;
  readonly createdAt: Date;
}

export const MEMBER_ROLES = ['owner', 'developer', 'support'] as const;
export type MemberRole = (typeof MEMBER_ROLES)[number];

export const isMemberRole = (text: string): text is MemberRole =>
  MEMBER_ROLES.some((role) => role === text);

/** Roles of an account's members, of its API keys, and of the service's operator. */
export const CALLER_ROLES = [...MEMBER_ROLES, 'key', 'operator'] as const;
export type CallerRole = (typeof CALLER_ROLES)[number];

export interface Caller {
  readonly role: CallerRole;
  readonly account: Pick<Account, 'accountId'>;
}

export const asOperator = (accountId: string): Caller => ({
  role: 'operator',
  account: { accountId },
});

/** The only table of permissions. */
const PERMISSIONS = {
  /** See documents with their trails, mails, deliveries and requests, and download their files. */
  'documents.read': ['owner', 'developer', 'support', 'key', 'operator'],
  /** Create documents, name them, add signers and send them. */
  'documents.send': ['owner', 'developer', 'key'],
  /** Resend links, mails and deliveries. */
  'documents.resend': ['owner', 'developer', 'support', 'key', 'operator'],
  'documents.withdraw': ['owner', 'support', 'key', 'operator'],
  'keys.manage': ['owner', 'developer', 'operator'],
  /** See deliveries, and endpoints without their secrets. */
  'endpoints.read': ['owner', 'developer', 'support', 'operator'],
  'endpoints.manage': ['owner', 'developer', 'operator'],
  'audit.read': ['owner', 'developer'],
  /** Buy credits and access, and see ledger and invoices. Every member sees the balance. */
  'billing.manage': ['owner'],
  /** See the account's members, whom keys and the audit log name. */
  'members.read': ['owner', 'developer'],
  'members.manage': ['owner', 'operator'],
  'settings.manage': ['owner', 'operator'],
  /** Grant credits and a plan, see all payments, put on legal hold, and erase. */
  'account.operate': ['operator'],
  /** One's own sessions and passkeys. */
  'self.manage': ['owner', 'developer', 'support'],
  /** Read a sandbox's mails and codes, set faults, move its clock, switch API access. Desk only. */
  'sandbox.use': ['owner', 'developer', 'support'],
} as const satisfies Readonly<Record<string, readonly CallerRole[]>>;

export type Permission = keyof typeof PERMISSIONS;

export function may(role: CallerRole, permission: Permission): boolean {
  const roles: readonly CallerRole[] = PERMISSIONS[permission];
  return roles.includes(role);
}

export class NotPermitted extends Error {
  constructor({ role }: Caller, permission: Permission) {
    super(`The role ${role} lacks the permission ${permission}.`);
    this.name = 'NotPermitted';
  }
}

/** Returns the account id. Every use case for a caller starts with it. @throws {NotPermitted} */
export function permit(caller: Caller, permission: Permission): string {
  if (may(caller.role, permission)) return caller.account.accountId;
  throw new NotPermitted(caller, permission);
}
