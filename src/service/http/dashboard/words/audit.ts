/** Words of the audit log of an account. */
export const audit = {
  title: 'Audit log',
  about:
    'What members asked for in the dashboard and their roles allow, whether or not it succeeded. Each entry’s hash covers the entry before it.',
  heads: ['Time', 'Member', 'Action', 'Target', 'Request'],
  none: 'Nobody has changed anything yet.',
};
