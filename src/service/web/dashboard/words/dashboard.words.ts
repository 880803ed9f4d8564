import { html } from '../../../../html/html.ts';
import { untilMinute } from '../../../core/quotas.rules.ts';
import { SIGN_IN_MAILS } from '../../../members/sign-in/sign-in.rules.ts';
import { common, counted } from './common.words.ts';
import { credits, paymentDesk } from './credits.words.ts';
import { documents, exported, home, selected } from './documents.words.ts';
import { drafts } from './drafts.words.ts';
import { keys, settings } from './settings.words.ts';
import { deliveries, webhooks } from './webhooks.words.ts';

const signIn = {
  title: 'Sign in',
  button: 'Sign in',
  address: 'Email address',
  noAddress: 'Enter an email address, such as asha@example.in.',
  send: 'Send me a link and a code',
  byLink: 'Sign in to the dashboard',
  code: 'Code',
  mayBeMailed:
    'If that address belongs to a member who signs in by email, an email with a link and a code of six digits is sent to it, at most a few an hour. Both work once, within 15 minutes. If none comes, use the newest that you have, or try again in an hour.',
  wrongCode:
    'That code does not sign you in. It may be mistyped, used, or older than 15 minutes. After five wrong codes you need a new one.',
  askAgain: 'No email? Ask again.',
  ended: {
    title: 'This link has ended',
    words: 'Links to sign in work once, within 15 minutes. Ask for a new one.',
    next: 'Ask for a new link',
  },
  tooOften: {
    title: 'Too many attempts',
    words:
      'There were too many attempts to sign in from your network. Wait a minute, then try again.',
  },
  foreign: {
    title: 'You are not signed in',
    words: 'That form did not come from this page. Open the page again, and retry.',
  },
  passkey: {
    button: 'Sign in with a passkey',
    failed: 'Your device used no passkey. Try again, or ask for a link by email.',
    refused: {
      title: 'That passkey does not sign you in',
      words:
        'It was removed, its answer came too late, or its owner belongs to no account. Sign in by email, and look at your passkeys under “Your profile”.',
    },
  },
  provider: {
    button: (name: string) => `Sign in with ${name}`,
    next: 'Back to sign in',
    notFound: 'Not found',
    unreachable: {
      title: 'We could not sign you in',
      words: (name: string) =>
        `${name} cannot be reached, or gave an answer that does not count. Try again in a few minutes.`,
    },
    refused: {
      title: 'You are not signed in',
      words: (name: string) => `${name} did not sign you in. You can try again.`,
    },
    lost: {
      title: 'That took too long',
      words:
        'You came back after more than 10 minutes, in another browser, or without proving once more that it is you. Nothing was changed. Begin again.',
    },
    noMember: {
      title: 'You are not a member',
      words: (name: string) =>
        `${name} signed you in, but no member has an address that it verified for its domains. Ask an owner of your account to invite you with that address.`,
    },
    otherPerson: {
      title: 'That was somebody else',
      words: (name: string) =>
        `${name} signed in somebody who is not the member of this session. Nothing was changed.`,
    },
  },
  confirm: {
    title: 'Confirm that it is you',
    lasts:
      'Confirm in one of these ways. You can then change keys, members and other sensitive settings for 10 minutes.',
    byMail: (email: string) =>
      `We send a code of six digits to ${email}, at most ${SIGN_IN_MAILS.session} times an hour.`,
    noneLeft: (from: Date) =>
      `You asked for ${SIGN_IN_MAILS.session} codes within the hour, and no other one was sent. Use the last one if it is not older than 15 minutes, a passkey if you have one, or wait until ${untilMinute(from)}.`,
    send: 'Send me a code',
    enter: 'Enter the code',
    button: 'Confirm',
    wrong: 'That code is mistyped, used, or older than 15 minutes.',
    passkey: 'Confirm with a passkey',
    passkeyFailed: 'Your device used no passkey. Try again, or use another way below.',
    passkeyRefused: 'That passkey is not yours, or its answer came too late. Try again.',
    provider: (name: string) => `Sign in again with ${name}`,
  },
};

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
