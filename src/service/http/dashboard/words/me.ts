import { counted } from './counted.ts';

/** The page “You”. */
export const me = {
  title: 'You',
  email: 'Email',
  role: 'Role',
  account: 'Account',
  goTo: (accountId: string, role: string) => `Go to ${accountId}, as ${role}`,
  sessions: {
    title: 'Where you are signed in',
    label: 'Sessions',
    browser: 'Browser',
    address: 'Address',
    since: 'Since',
    seen: 'Last seen',
    endIt: 'End it',
    unknown: 'Unknown browser',
    thisOne: 'this one',
    end: 'End',
    endAll: 'Sign out everywhere',
  },
  passkeys: {
    title: 'Passkeys',
    about:
      'A passkey signs you in, and confirms that it is you, without an email: your device or password manager keeps it, and asks for your fingerprint, face or PIN.',
    label: 'Passkeys',
    count: (has: number, most: number) => `${has} of at most ${counted(most, 'passkey')}`,
    name: 'Name',
    hint: 'For you to tell it from others, such as “Work laptop”.',
    created: 'Added',
    lastUsed: 'Last used',
    never: 'never',
    removeIt: 'Remove it',
    remove: 'Remove',
    removed: (name: string) => `Remove ${name}`,
    add: 'Add a passkey',
    confirmFirst: 'Confirm that it is you, to add a passkey',
    failed: 'Your device made no passkey. It may have one already. Try again.',
    unable: 'Your browser cannot add passkeys here: it is too old, or runs no scripts.',
    nowhere: (address: string) =>
      `Browsers offer passkeys only at https addresses with a name, and at localhost. This service is at ${address}, so that none can be added or used.`,
    onlyAt: (name: string) => `${name} signs you in, so that you cannot use passkeys here.`,
  },
};
