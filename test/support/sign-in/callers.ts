import type { Caller } from '../../../src/service/core/permissions.rules.ts';

/** A caller who owns an account. */
export const asOwner = (accountId: string): Caller => ({ role: 'owner', account: { accountId } });
