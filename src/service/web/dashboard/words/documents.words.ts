import type { Insert } from '../../../../html/html.ts';
import { html } from '../../../../html/html.ts';
import { counted } from './common.words.ts';

export const home = {
  title: 'Home',
  steps: {
    heading: (done: number, of: number) => `Your first document: ${done} of ${of}`,
    done: '(done)',
    key: {
      label: 'Create an API key',
      how: (keys: Insert) => html`Create one under ${keys}. Then give it to the command line:`,
      ask: 'Ask an owner or a developer of the account to create one. Then give it to the command line:',
    },
    create: { label: 'Create a document', how: 'This command creates a document and sends it:' },
    send: {
      label: 'Send it to a signer',
      how: (name: Insert) => html`${name} is a draft. This command sends it:`,
      addSigner: (name: Insert) =>
        html`${name} is a draft without signers. These commands add one and send it:`,
    },
    complete: {
      label: 'Get it signed',
      how: (name: Insert) =>
        html`The signers of ${name} sign through the links in their emails. This command shows how far they are:`,
      again: 'No document is waiting for signatures. This command creates and sends another one:',
    },
  },
  figures: {
    credits: 'Credits',
    buy: 'Buy credits',
    access: 'API access',
    trial: 'Start a trial',
    subscribe: 'Buy a month',
    drafts: 'Drafts',
    of: (has: number, most: number) => `${has} of ${most}`,
    size: (count: string, megabytes: string) => `${count}, ${megabytes} MB`,
  },
  waiting: {
    heading: (count: string) => `Waiting for signatures: ${count}`,
    none: 'No document is waiting for signatures.',
    send: 'This command creates and sends one:',
    progress: (signed: number, of: number) => `${signed} of ${of} signed`,
    since: (duration: string) => `for ${duration}`,
    all: 'All waiting documents',
  },
  failed: {
    heading: (count: string) => `Failed deliveries: ${count}`,
    none: 'Nothing failed in the last 7 days.',
    noEndpoint: 'There is no webhook endpoint yet. This command shows events on your own machine:',
    about: 'Of the last 7 days, among the newest 1,000 deliveries of each endpoint.',
    item: (event: Insert, host: string, answer: string | number) =>
      html`${event} to ${host}: ${answer}`,
    noAnswer: 'no response',
    next: (time: Insert) => html`next attempt ${time}`,
    givenUp: (tries: number) => `given up after ${counted(tries, 'attempt')}`,
    inProgress: 'being sent',
    all: 'All endpoints',
  },
  orMore: (count: number) => `${count} or more`,
};

/** Such as `Signed 20 Nov 2026, 5:34 pm IST`. */
const at =
  (words: string) =>
  (time: Insert): Insert =>
    html`${words} ${time}`;

export const documents = {
  title: 'Documents',
  states: {
    draft: 'Draft',
    waiting: 'Waiting',
    completed: 'Completed',
    declined: 'Declined',
    withdrawn: 'Withdrawn',
    expired: 'Expired',
  },
  progress: (signed: number, of: number) => `${signed} of ${of}`,
  find: {
    label: 'Name, signer, email, phone or ID',
    from: 'From day',
    to: 'To day',
    wrongDay: 'Enter a day in India, such as 2026-11-20.',
    wrongOrder: 'This day is before the first one.',
    filters: 'State',
    heads: {
      select: 'Select',
      name: 'Document',
      signers: 'Signers',
      state: 'State',
      created: 'Created',
    },
    count: (count: number, most: number) =>
      count > most ? `${most.toLocaleString('en-IN')}+ documents` : counted(count, 'document'),
    export: 'Download as CSV',
    selected: { resend: 'Resend links…', withdraw: 'Withdraw…' },
    noneThen: 'No document of this account was created on these days.',
    all: 'All',
    noSigners: 'No signers yet',
    noOlder: 'There are no older documents.',
    /** `state` is one of `states`, or empty. */
    nothing: (typed: Insert, state: string) =>
      html`No ${state === '' ? '' : `${state.toLowerCase()} `}document of this account was found for “${typed}”.`,
    hint: html`Each word must be part of the document’s name, or of the name, email or phone number of a signer. You can also search by the first 8 or more characters of its ID, by the ID of a request (<code>req_…</code>), or by the day it was created in India (<code>20 Nov 2026</code>).`,
    noneIn: (state: string) => `No document of this account is ${state.toLowerCase()}.`,
    none: 'This account has no documents yet. This command creates and sends one:',
  },
  links: {
    ended: (time: Insert) => html`Its links ended ${time}. “Resend link” creates new ones.`,
    until: (time: Insert) => html`Its links work until ${time}.`,
  },
  withdrawn: (time: Insert, reason: Insert) => html`Withdrawn ${time}: “${reason}”`,
  created: at('created'),
  files: { signed: 'Download signed PDF', certificate: 'Download certificate' },
  resend: 'Resend link',
  resendTo: (name: Insert) => html`The link goes to ${name}, who is next to sign.`,
  withdraw: 'Withdraw…',
  notes: {
    sent: 'The document is sent, and the emails to its signers are queued.',
    resent: 'The email with the link is queued. You can follow it under “Emails”.',
    withdrawn: 'The document is withdrawn, and emails to its signers are queued.',
  },
  asApi: 'As the API returns it',
  signers: {
    heading: 'Signers',
    none: 'It has no signers yet.',
    signed: at('Signed'),
    declined: at('Declined'),
    reason: (reason: Insert) => html`: “${reason}”`,
    notAsked: 'Not asked yet',
    opened: at('Opened the link'),
    notOpened: 'Link not opened yet',
    next: (opened: Insert) => html`Next to sign. ${opened}`,
    later: (opened: Insert) => html`Signs later. ${opened}`,
    didNotSign: (opened: Insert) => html`Did not sign. ${opened}`,
  },
  mails: {
    heading: 'Emails',
    none: 'No email is due or was sent.',
    kinds: {
      'signing-link': 'Signing link',
      'your-turn': 'Turn to sign',
      reminder: 'Reminder',
      completed: 'Everyone has signed',
      withdrawn: 'Withdrawn',
      declined: 'A signer declined',
      'new-link': 'A signer asked for a new link',
    },
    account: 'the account',
    item: (kind: string, name: Insert, progress: Insert) => html`${kind}, to ${name}: ${progress}`,
    cameBack: (time: Insert) => html`<strong>came back</strong> ${time}`,
    givenUp: (why: string) => html`<strong>given up</strong> (${why})`,
    notNeeded: 'no longer needed',
    taken: (time: Insert) => html`accepted by the mail server ${time}`,
    planned: at('planned for'),
    due: at('due'),
    notTaken: (why: string, next: Insert) => html`not accepted yet (${why}), ${next}`,
  },
  deliveries: {
    heading: 'Deliveries',
    none: 'No event of this document went to an endpoint.',
    item: (event: Insert, host: string, progress: Insert) => html`${event} to ${host}: ${progress}`,
    accepted: (answer: string | number) => `accepted (${answer})`,
    skipped: html`<strong>skipped</strong>: its endpoint was off, or too much waited for it`,
    givenUp: (tries: number, answer: string | number) =>
      html`<strong>given up</strong> after ${counted(tries, 'attempt')} (${answer})`,
    due: 'due',
    notAccepted: (answer: string | number, next: Insert) =>
      html`not accepted yet (${answer}), ${next}`,
  },
  noAnswer: 'no response',
  nextTry: at('next attempt'),
  inProgress: 'an attempt is in progress',
  timeline: {
    heading: 'Timeline',
    byYou: ', by you',
    byMember: ', by a member of this account',
    saw: (shown: Insert) => html`They saw: “${shown}”`,
    say: (words: string) => `Tell them: “${words}”`,
    mender: (who: string) => `To be mended by ${who}.`,
    cut: (entries: number) => `These are the first ${entries} entries.`,
  },
  requests: {
    heading: 'API requests',
    none: 'No request about this document is in the log.',
    all: 'All requests that name it',
  },
  withdrawal: {
    title: 'Withdraw a document',
    about:
      'Nobody can sign it any more. Every signer gets an email with the reason. Credits are not refunded. This cannot be undone.',
    reason: 'Reason',
    button: 'Withdraw the document',
  },
};

export const exported = {
  heads: [
    'Document ID',
    'Name',
    'State',
    'Created (India)',
    'Signed',
    'Signers',
    'Names',
    'Emails',
    'External ID',
  ],
  cut: (most: number) =>
    `Only the first ${most.toLocaleString('en-IN')} are listed. Choose fewer days to get the rest.`,
};

export const selected = {
  none: {
    title: 'No document is selected',
    words: 'Go back, and tick one or more documents that wait for signatures.',
    next: 'Documents',
  },
  tooMany: (most: number) => `Select at most ${most} documents at a time.`,
  next: (name: Insert) => html`next: ${name}`,
  leftOut: (count: number) =>
    count === 1
      ? '1 of those you selected does not wait for signatures, and is left out.'
      : `${count} of those you selected do not wait for signatures, and are left out.`,
  failed: (count: number) => `${counted(count, 'document')} left as before`,
  back: 'Documents',
  resend: {
    title: (count: number) => `Resend ${counted(count, 'link')}`,
    about:
      'The next signer of each document gets an email with their link. All links of the document then work longer.',
    button: (count: number) => `Resend ${counted(count, 'link')}`,
    done: (done: number, of: number) =>
      `${done} of ${counted(of, 'email')} with a link ${done === 1 ? 'is' : 'are'} queued.`,
  },
  withdraw: {
    title: (count: number) => `Withdraw ${counted(count, 'document')}`,
    about:
      'Nobody can sign them any more. Every signer gets an email with the reason. Credits are not refunded. This cannot be undone.',
    button: (count: number) => `Withdraw ${counted(count, 'document')}`,
    done: (done: number, of: number) =>
      `${done} of ${counted(of, 'document')} ${done === 1 ? 'is' : 'are'} withdrawn.`,
  },
};
