import type { MemberRole } from './permissions.rules.ts';

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
