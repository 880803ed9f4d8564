export const DESK = {
  overview: '/dashboard/sandbox',
  inbox: '/dashboard/sandbox/inbox',
  phone: '/dashboard/sandbox/phone',
  controls: '/dashboard/sandbox/controls',
  identities: '/dashboard/sandbox/identities',
} as const;
