/**
 * Roles of a process: `web` serves the API and the pages, `delivery` sends mails and webhooks and continues
 * signatures, `housekeeping` sweeps files and removes what is not kept any longer.
 */
export const ROLES = ['web', 'delivery', 'housekeeping'] as const;
export type Role = (typeof ROLES)[number];
