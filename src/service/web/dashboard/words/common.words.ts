/** Such as `1 attempt` or `2 attempts`. */
export const counted = (count: number, thing: string): string =>
  `${count} ${thing}${count === 1 ? '' : 's'}`;

interface Notice {
  readonly title: string;
  readonly words: string;
}

/** By status, for errors outside a page. */
const failures: Readonly<Record<string, Notice>> = {
  400: { title: 'That did not work', words: 'The request is malformed.' },
  404: { title: 'Not found', words: 'There is no such page.' },
  503: {
    title: 'We cannot open this right now',
    words: 'The service is not available for a moment. Please try again shortly.',
  },
};

export const common = {
  service: 'esign',
  dashboard: 'Dashboard',
  signOut: 'Sign out',
  older: 'Older',
  back: 'Back',
  find: 'Find',
  menu: {
    button: 'Menu',
    groups: { documents: 'Documents', developers: 'Developers', account: 'Account' },
    home: 'Home',
    documents: 'Documents',
    requests: 'Requests',
    webhooks: 'Webhooks',
    keys: 'API keys',
    credits: 'Credits',
    members: 'Members',
    settings: 'Settings',
    audit: 'Audit log',
    me: 'Your profile',
  },
  copy: { copy: 'Copy', copied: 'Copied' },
  duration: (parts: readonly (readonly [count: number, unit: string])[]) =>
    parts.map(([count, unit]) => counted(count, unit)).join(' ') || 'less than a minute',
  failures,
  broken: (requestId: string): Notice => ({
    title: 'Something went wrong',
    words: `Please tell us this number, so that we can find out why: ${requestId}`,
  }),
  tooMany: (seconds: number): Notice => ({
    title: 'Too many requests',
    words: `There were too many requests from your network. Try again in ${counted(seconds, 'second')}.`,
  }),
  notFound: 'Not found',
  refused: 'That did not work',
  problems: (count: number) => (count === 1 ? 'Check this field:' : `Check these ${count} fields:`),
  forbidden: {
    title: 'Your role does not allow this',
    words: 'An owner of the account can change your role.',
  },
  foreign: {
    title: 'Nothing was changed',
    words: 'This form did not come from a page of your session. Open the page again and retry.',
  },
  confirm: {
    title: 'Confirm that it is you',
    words:
      'Nothing was changed. This needs a sign-in or a confirmation within the last 10 minutes. Confirm, then try again.',
    next: 'Confirm',
  },
};
