import type { Caller } from '../../../src/service/domain/members/permissions.ts';

/** An owner of an account. */
export const asOwner = (accountId: string): Caller => ({ role: 'owner', account: { accountId } });
