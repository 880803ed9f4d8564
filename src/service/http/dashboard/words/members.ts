import { counted } from './counted.ts';

/** Words of the page of members. */
export const members = {
  title: 'Members',
  roles: { owner: 'Owner', developer: 'Developer', support: 'Support' },
  count: (has: number, most: number) => `${has} of at most ${counted(most, 'member')}`,
  email: 'Email',
  role: 'Role',
  since: 'Since',
  you: 'you',
  roleOf: (email: string) => `Role of ${email}`,
  save: 'Save',
  remove: 'Remove',
  invitation: {
    heading: 'Invite a member',
    about:
      'Owners can do everything in the dashboard. Developers manage API keys and webhook endpoints. Support members withdraw documents. All three find and download documents, and resend links.',
    address: 'Email address',
    button: 'Invite',
  },
};
