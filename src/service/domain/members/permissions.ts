/** What a member of an account is. */
export const MEMBER_ROLES = ['owner', 'developer', 'support'] as const;
export type MemberRole = (typeof MEMBER_ROLES)[number];

/** Narrows text to a role. */
export const isMemberRole = (text: string): text is MemberRole =>
  MEMBER_ROLES.some((role) => role === text);

/** Who may do what in the dashboard: the only such table. */
const PERMISSIONS = {
  /** See documents with their trails, mails, deliveries and requests, and download their files. */
  'documents.read': ['owner', 'developer', 'support'],
  /** Send links, mails and deliveries again. */
  'documents.resend': ['owner', 'developer', 'support'],
  'documents.withdraw': ['owner', 'support'],
  'keys.manage': ['owner', 'developer'],
  'endpoints.manage': ['owner', 'developer'],
  'audit.read': ['owner', 'developer'],
  /** Buy credits and access, and see the ledger and invoices. The balance is on everybody's first page. */
  'billing.manage': ['owner'],
  'members.manage': ['owner'],
  'settings.manage': ['owner'],
  /** One's own sessions. */
  'self.manage': ['owner', 'developer', 'support'],
  /** Read all mails and codes of a sandbox, set its faults and move its clock. Nothing else asks for it. */
  'sandbox.use': ['owner', 'developer', 'support'],
} as const satisfies Readonly<Record<string, readonly MemberRole[]>>;

/** Something that roles may or may not do. */
export type Permission = keyof typeof PERMISSIONS;

/** Whether members of a role may do something. */
export function may(role: MemberRole, permission: Permission): boolean {
  const roles: readonly MemberRole[] = PERMISSIONS[permission];
  return roles.includes(role);
}
