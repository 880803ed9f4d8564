import type { Insert } from '../../../../html/html.ts';
import { html } from '../../../../html/html.ts';

export const keys = {
  title: 'API keys',
  heads: ['Key', 'State', 'Last used', 'Created'],
  noName: 'No name',
  titleWithoutName: 'API key without a name',
  none: html`No keys yet. Create one below, then give it to the command line: <code>esign auth login</code>`,
  states: { valid: 'valid', ended: 'ended', revoked: 'revoked' },
  ends: (time: Insert) => html`ends ${time}`,
  makers: {
    unknown: 'not known',
    account: 'with the account',
    service: (actor: string) => `by an ${actor} of this service`,
    member: (email: string) => `by ${email}`,
    formerMember: 'by a former member',
  },
  create: {
    heading: 'Create a key',
    name: 'Name',
    example: 'CRM, production',
    hint: 'The key is shown only once. It can do everything the API can, and spends this account’s credits.',
    button: 'Create key',
  },
  created: 'The key was created.',
  rolled: 'The key was rolled, and this is the new one.',
  made: {
    title: 'Your new key',
    once: 'It is shown only here and only now. Copy it, and keep it safe.',
    atTerminal: 'This command asks for it:',
    copied: 'I have copied it',
  },
  facts: {
    prefix: 'Begins with',
    id: 'ID',
    state: 'State',
    created: 'Created',
    lastUsed: 'Last used',
    neverUsed: 'never, as far as we know',
  },
  all: 'All keys',
  roll: {
    heading: 'Roll key',
    about: 'Creates a new key of the same name. Choose how long this one still works.',
    label: 'This key',
    overlaps: {
      now: 'Stops working now',
      '1h': 'Works for another hour',
      '24h': 'Works for another 24 hours',
      '7d': 'Works for another 7 days',
    },
    button: 'Roll key',
    unknown: 'Choose how long the former key still works.',
  },
  revoke: {
    heading: 'Revoke key',
    about: 'The next request with this key is refused. This cannot be undone.',
    confirm: 'I want to revoke this key',
    button: 'Revoke key',
    unconfirmed: 'Nothing was revoked: tick the box above the button to confirm.',
  },
  notFound: 'There is no such key in this account.',
};
