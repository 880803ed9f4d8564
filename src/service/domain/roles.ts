/**
 * What a process of a deployment does: `web` serves the API and the pages, `delivery` sends mails and webhooks and goes on with
 * signatures, `housekeeping` sweeps files and removes what is not kept any longer.
 */
export const ROLES = ['web', 'delivery', 'housekeeping'] as const;
export type Role = (typeof ROLES)[number];
