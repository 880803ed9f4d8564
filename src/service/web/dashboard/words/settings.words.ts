import type { Insert } from '../../../../html/html.ts';
import { html } from '../../../../html/html.ts';
import { REPLY_ADDRESS } from '../../../core/accounts/reply-address.rules.ts';
import type { LogoProblem } from '../../../core/branding/logo.rules.ts';
import { LOGO_LIMITS } from '../../../core/branding/logo.rules.ts';

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

const KILOBYTES = LOGO_LIMITS.bytes / 1000;
const { pixels } = LOGO_LIMITS;

const problems: Readonly<Record<LogoProblem, string>> = {
  missing: 'Choose a file first.',
  'not-png': 'That file is not a PNG. Save your logo as PNG, and choose it again.',
  broken: 'That PNG is damaged or incomplete. Save your logo again, then choose the new file.',
  animated: 'That PNG is animated. Choose one that shows a single picture.',
  'too-many-bytes': `That file has more than ${KILOBYTES} kB. Save your logo with fewer pixels, and choose it again.`,
  'too-many-pixels': `That picture is wider or higher than ${pixels} pixels. Make it smaller, and choose it again.`,
  'too-deep': `That picture has more than 8 bits for each colour of a pixel, and too many pixels for that. Save it with 8 bits, and choose it again.`,
  'too-complex': `We re-encode logos, and this one then takes more than ${KILOBYTES} kB. Save it with fewer pixels, and choose it again.`,
};

export const settings = {
  title: 'Settings',
  saved: 'Saved.',
  save: 'Save',
  sender: {
    heading: 'What signers see',
    links: 'Links already sent keep their expiry date. Pages and emails show changes immediately.',
  },
  fields: {
    name: 'Sender name',
    message: 'Message to signers',
    helpUrl: 'Help URL (optional)',
    privacyUrl: 'Privacy URL (optional)',
    termsUrl: 'Terms URL (optional)',
    returnOrigins: 'Sites to return to (optional)',
    linkDays: 'Signing links stay valid for (days)',
    newLinks: 'When a signing link has expired',
    language: 'Language of emails',
    names: 'If the name on the certificate differs',
    colour: 'Colour',
  },
  hints: {
    name: 'on pages and in emails',
    message: 'on signing pages and in requests by email; one line, optional',
    url: 'https; linked from pages and emails',
    returnOrigins:
      'origins such as https://app.example.in, separated by spaces: where signing links with ?return= may lead back to',
    linkDays: 'from sending, 1 to 365',
    newLinks: 'we email the account when a signer gets one',
    colour:
      'for links and buttons, such as #2447c5; optional. It must be dark enough to read on white. On dark screens we lighten it until it is readable there, too.',
  },
  names: {
    flag: 'Take the signature, and show both names',
    strict: 'Refuse the signature',
  },
  newLinks: {
    true: 'Signers can email themselves a new one',
    false: 'Signers have to ask you for a new one',
  },
  languages: { en: 'English first, Hindi below', hi: 'Hindi first, English below' },
  picker: 'Pick a colour',
  thisIs: (label: string, rule: string) => `This ${label.toLowerCase()} ${rule}`,
  inUse: (light: string, dark: string) =>
    `In use: ${light}, and ${dark} for readers with a dark screen.`,
  replies: {
    heading: 'Address for replies',
    field: 'Email address',
    hint: 'gets signers’ replies to emails, and is shown on their pages; optional',
    rule: `A new address gets an email with a link. Replies go there once somebody has opened it and pressed the button, within ${REPLY_ADDRESS.days} days. Until then, nothing changes.`,
    none: 'No address gets replies. Emails say that replies are not read.',
    inUse: (address: string) => `Replies go to ${address}.`,
    waits: (address: Insert, until: Insert) =>
      html`<strong>${address}</strong> is waiting to be confirmed, until ${until}.`,
    over: (address: Insert) =>
      html`<strong>${address}</strong> was not confirmed in time. Send the email again, or save another address.`,
    again: 'Send the email again',
    cancel: 'Cancel that address',
  },
  confirm: {
    title: 'Confirm an address for replies',
    words: (account: Insert, address: Insert) =>
      html`<strong>${account}</strong> asks people to sign documents, and wants their replies to go to <strong>${address}</strong>.`,
    button: 'Yes, send replies here',
    no: 'If you do not want that, close this page: nothing will come to you.',
    done: 'Replies go here now',
    doneWords: (account: string, address: string) =>
      `Replies of people whom ${account} asks to sign go to ${address} from now on. You can close this page.`,
    ended: 'This link has ended',
    endedWords: `Links to confirm an address work once, for ${REPLY_ADDRESS.days} days, and end when another one is sent. Ask the person who wants your confirmation to send a new one.`,
    foreign: 'Nothing was changed',
    foreignWords:
      'That form did not come from this page. Open the link again, and press the button.',
  },
  logo: {
    heading: 'Logo',
    rule: `A PNG of at most ${KILOBYTES} kB, up to ${pixels} pixels wide and high. It stands beside your name on signers’ pages and at the top of their emails, on white. Anyone who knows its address can see it.`,
    field: 'PNG file',
    upload: 'Use this logo',
    remove: 'Remove the logo',
    alt: (account: string) => `Logo of ${account}`,
    problems,
  },
  preview: {
    heading: 'Preview',
    words: 'With your saved settings and an invented document.',
    page: 'Page of a signer',
    mail: 'Email to a signer',
    label: 'PREVIEW',
    note: 'This is what your signers see, with an invented document. Nothing here can be signed or sent.',
    back: 'Back to the settings',
    mailTitle: 'Preview of an email',
    mailNote:
      'This is the email that your signers get, with an invented document. Nobody received it. Its button opens the preview of the page.',
    frame: 'The email',
    from: 'From',
    replyTo: 'Replies to',
    noReplies: 'nobody: replies are not read',
    subject: 'Subject',
  },
};
