import { html } from '../../../../html/html.ts';
import { common, counted } from './common.words.ts';
import { credits } from './credits.words.ts';
import { exported, selected } from './document-list.words.ts';
import { documents, home } from './documents.words.ts';
import { drafts } from './drafts.words.ts';
import { paymentDesk } from './payment-desk.words.ts';
import { keys, settings } from './settings.words.ts';
import { signIn } from './sign-in.words.ts';
import { deliveries, webhooks } from './webhooks.words.ts';

const requests = {
  title: 'API requests',
  titleOfOne: 'API request',
  unknownRoute: (method: string) => `${method}, unknown path`,
  noResponse: 'no response',
  milliseconds: (ms: number) => `${ms} ms`,
  find: {
    label: 'ID of a request or a document',
    example: 'req_… as in X-Request-Id',
  },
  none: html`No requests yet. Give your key to <code>esign auth login</code>; <code>esign docs list</code> then makes the first one.`,
  nothingFound:
    'Nothing was found. Requests with a valid key are kept for 30 days and appear here about a second after their response. While the database is slow, some are left out.',
  facts: {
    id: 'ID',
    time: 'Time',
    request: 'Request',
    response: 'Response',
    duration: 'Duration',
    key: 'Key',
    document: 'Document',
    noDocument: 'none named',
    ofDocument: 'its requests',
  },
  cutOff:
    'The connection was closed before the response was sent. The request may have taken effect: check the document before you repeat it.',
  notKept: 'Bodies, queries and headers of requests are not kept.',
  all: 'All requests',
};

const members = {
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
      'Owners can do everything in the dashboard. Developers send documents, and manage API keys and webhook endpoints. Support members withdraw documents. All three find and download documents, and resend links.',
    address: 'Email address',
    button: 'Invite',
  },
};

const me = {
  title: 'Your profile',
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
    on: (browser: string, system: string) => `${browser} on ${system}`,
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

const SIGNER = '--signer "Asha Rao <asha@example.in> 9876543210"';

/** Shown for typing. Ids may be cut to 8 characters. */
const commands = {
  login: (baseUrl: string) => `esign auth login --base-url ${baseUrl}`,
  create: `esign send contract.pdf ${SIGNER}`,
  addSigner: (documentId: string) => `esign signers add ${documentId} ${SIGNER}`,
  send: (documentId: string) => `esign send ${documentId}`,
  watch: (documentId: string) => `esign status ${documentId} --watch`,
  listen: 'esign webhook listen',
};

const audit = {
  title: 'Audit log',
  about: 'Actions by members, including failed ones. Each entry’s hash covers the entry before it.',
  heads: ['Time', 'Member', 'Action', 'Target', 'Request'],
  none: 'Nobody has changed anything yet.',
};

export const WORDS = {
  audit,
  commands,
  common,
  credits,
  deliveries,
  documents,
  drafts,
  exported,
  home,
  keys,
  me,
  members,
  paymentDesk,
  requests,
  selected,
  settings,
  signIn,
  webhooks,
};
