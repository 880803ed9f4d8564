/** `web`: API and pages. `delivery`: mails, webhooks, open signatures. `housekeeping`: cleanup. */
export const ROLES = ['web', 'delivery', 'housekeeping'] as const;
export type ProcessRole = (typeof ROLES)[number];
