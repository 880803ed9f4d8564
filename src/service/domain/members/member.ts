import type { MemberRole } from './permissions.ts';

/** Somebody who uses the dashboard. */
export interface User {
  /** A UUID. */
  readonly userId: string;
  readonly email: string;
}

/** Somebody's place in an account. */
export interface Member extends User {
  readonly accountId: string;
  readonly role: MemberRole;
  readonly createdAt: Date;
}
