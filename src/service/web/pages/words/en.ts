import type { Insert } from '../../../../html/html.ts';
import { html } from '../../../../html/html.ts';
import type { NamesOfGateway } from '../../../core/signing/breaker.rules.ts';
import type { FailureWords } from './en-outcomes.ts';
import { EN_ENDED, EN_FAILURES, EN_NOTICES } from './en-outcomes.ts';

/** English texts of signers' pages. Other languages have the same keys. */
export const EN = {
  test: {
    label: 'TEST',
    words: 'Signatures made here are for testing only. They are not legally binding.',
  },
  languages: 'Language',
  footer: 'Never share a one-time password with anyone, not even the sender of this document.',
  titles: {
    'your-turn': 'your signature',
    waiting: 'not yet your turn',
    signed: 'signed',
    declined: 'declined',
    completed: 'completed',
  },
  message: (sender: Insert) => html`Message from ${sender}`,
  linkUntil: (day: Insert) => html`This link works until ${day}.`,
  from: (sender: Insert) => html`From ${sender}`,
  logo: (sender: string) => `Logo of ${sender}`,
  asks: (sender: Insert) => html`${sender} asks you to sign`,
  turn: {
    greeting: (name: Insert, { identity }: NamesOfGateway) =>
      html`It is your turn, ${name}. Read the document, then sign it with a one-time password (OTP) sent to the mobile number in your ${identity} record.`,
    heading: 'Sign',
    as: (name: Insert) => html`You are signing as <strong>${name}</strong>.`,
    agreement: (pages: number) =>
      `You agree to the document as shown here (${pages === 1 ? '1 page' : `all ${pages} pages`}).`,
    consent: ({ authority, identity }: NamesOfGateway) =>
      html`I have read the document and agree to sign it electronically. ${authority} may verify my identity with my ${identity} number and a one-time password, and issue a certificate in my name for this signature.`,
    button: 'Sign with a one-time password',
    again: 'Try again',
    chosen: 'Sign with the chosen name',
    another: 'Sign with another identity',
    privacy: ({ authority, identity }: NamesOfGateway) =>
      html`You enter your ${identity} number at ${authority}. It is never sent to us or to the sender.`,
    offered: (invited: Insert, certified: Insert) =>
      html`You were invited as <strong>${invited}</strong>. The certificate is issued to <strong>${certified}</strong>. Your signature shows the name in its certificate. Choose how to continue:`,
    asCertified: (certified: Insert) =>
      html`Sign as ${certified}. The document will also show the name that you were invited by.`,
    asInvited: (invited: Insert) => html`Use another identity, and sign as ${invited}.`,
    readBox: 'I have read the document as a PDF.',
    wait: 'You can sign once the whole document has loaded, or after you have opened it as a PDF.',
    problems: {
      'no-consent': 'Please tick the box to agree before you sign.',
      'not-read':
        'Please read the document before you sign: open it as a PDF and tick the box below.',
      'authority-changed':
        'The certifying authority has changed. Nothing was signed. Please read below who asks for your identity, and agree again.',
      foreign: 'That request did not come from this page. Nothing was signed. Continue here.',
      malformed: 'That request was incomplete or too long, so nothing happened. Continue here.',
      'too-fast':
        'There were too many requests within a minute. Nothing is lost. Please wait a minute, then continue here.',
    },
    tooMany: (minutes: number) =>
      `You have started too many times in the last hour. Nothing was signed. Please wait ${minutes === 1 ? '1 minute' : `${minutes} minutes`}, then start again.`,
  },
  next: {
    heading: 'What happens next',
    identity: ({ authority, identity }: NamesOfGateway) =>
      html`The page of ${authority} opens and asks for your ${identity} number.`,
    code: 'It sends a one-time password to your mobile phone. Enter it there, never on this page.',
    back: 'You return to this page, and your signature is in the document.',
    other: (name: Insert) => html`After you, it is ${name}’s turn.`,
    last: 'You are the last to sign. After that, everyone can download the signed document.',
  },
  later: {
    heading: 'If you do not want to sign now',
    open: 'Finish later',
    words:
      'You can close this page. Nothing is signed until you come back. The link in the email that asked you to sign opens this page again.',
  },
  back: {
    to: (sender: Insert) => html`Back to ${sender}`,
    opens: (host: Insert) => html`Opens ${host}.`,
  },
  decline: {
    open: 'Decline to sign',
    told: (sender: Insert) => html`We will email ${sender} that you declined, with your reason.`,
    shown:
      'After that, nobody can sign this document any more. The other signers see that you declined, but not your reason.',
    reason: 'Reason (optional)',
    button: 'Decline this document',
  },
  declined: {
    badge: 'Declined',
    you: 'You declined to sign this document.',
    by: (name: Insert) => html`<strong>${name}</strong> declined to sign this document.`,
    words: 'Nobody can sign it any more.',
    told: (sender: Insert) => html`${sender} is notified by email.`,
  },
  ended: EN_ENDED,
  receipt: {
    heading: 'Your receipt',
    document: 'Document',
    signed: 'Signed',
    hint: 'This is the SHA-256 hash of the file right after your signature.',
  },
  pages: { label: 'The sender’s pages', help: 'Help', privacy: 'Privacy', terms: 'Terms' },
  waiting: {
    badge: 'Waiting',
    whose: (name: Insert) => html`It is <strong>${name}</strong>’s turn to sign.`,
    after:
      'We will email you when it is your turn. This page updates by itself, and your link stays valid.',
  },
  signed: {
    badge: 'Signed',
    thanks: (name: Insert) => html`Thank you, ${name}. Your signature is in the document.`,
    missing: (count: number) =>
      `${count === 1 ? 'One more person has' : `${count} more people have`} to sign. After that, you can download the signed document here.`,
  },
  completed: {
    badge: 'Completed',
    words: 'Everyone has signed.',
    download: 'Download the signed PDF',
    certificate: 'Download the completion certificate',
    hint: 'Keep a copy of both. The signed PDF contains every signature; the completion certificate shows who signed, when and how.',
    until: (day: string) => `You can download them here until ${day}.`,
  },
  document: {
    heading: 'The document',
    show: 'Show the document',
    pages: (count: number) => (count === 1 ? '1 page' : `${count} pages`),
    open: 'Open as PDF',
    loading: (size: string) => `Loading the document (${size})…`,
    failed: 'The document cannot be shown on this page. Please open it as a PDF.',
    retry: 'Load it again',
    page: 'Page {page} of {pages}',
    yours: 'You sign here',
    print:
      'This printout has the text of the pages only. To print the pages as they are, open the document as a PDF and print that.',
    toSign: 'Continue to signing',
    boxes:
      'Boxes in this document cannot be filled in here. If something is missing, ask the sender before you sign.',
    preparing: 'Preparing the pages…',
    blocked:
      'Your browser does not run this page’s scripts, so the document is not shown here. Open it as a PDF to read it.',
    silent: 'This page has no text to read aloud. It may be a picture.',
    unread: 'The text of this page cannot be read aloud or searched.',
    gaps: 'Some letters of this page cannot be read aloud or searched.',
  },
  places: {
    heading: 'You sign on:',
    page: 'page {page}',
    label: 'Your signature {number} of {count}: page {page}',
    next: 'Next place',
    only: 'Show my place',
  },
  tools: {
    heading: 'Reading tools',
    zoomIn: 'Zoom in',
    zoomOut: 'Zoom out',
    find: 'Find',
    search: 'Find in the document',
    previous: 'Previous match',
    next: 'Next match',
    hit: '{hit} of {hits}, page {page}',
    none: 'Not found',
    some: 'Not found. Some pages are pictures and have no text.',
    pictures: 'The pages are pictures and have no text to search.',
    unread: 'Not found. The text of some pages cannot be searched, or only in parts.',
    unloaded: 'The text could not be loaded. Please search again.',
    reading: 'Searching…',
  },
  people: {
    heading: 'Signers',
    signedHeading: 'Who signed',
    declined: 'Declined',
    notAsked: 'Did not sign',
    you: '(you)',
    signed: (time: Insert) => html`Signed on ${time}`,
    certified: (name: Insert) => html`Certificate issued to ${name}`,
    invitedAs: (certified: Insert, invited: Insert) => html`${certified}, invited as ${invited}`,
    signedBy: (who: Insert) => html`Signed by ${who}.`,
    shared: (name: Insert) => html`Signed with the same identity as ${name}`,
    later: 'Signs later',
    yourTurn: 'It is your turn',
    theirTurn: 'It is their turn',
    earlier: 'Signed before it was uploaded',
    earlierName: (name: Insert, time: Insert | null) => (time ? html`${name}, on ${time}` : name),
    earlierHint:
      'This is what the earlier signatures say. Each of them matches the document. Who these people are, and when they signed, was not checked here.',
  },
  about: {
    heading: 'About the document',
    sender: 'Sender',
    replyTo: 'Contact',
    pages: 'Pages',
    document: 'Document ID',
    hint: 'This is the SHA-256 hash of the file that the sender uploaded.',
  },
  gateway: {
    title: ({ authority }: NamesOfGateway) => `Continue to ${authority}`,
    words: ({ identity }: NamesOfGateway) =>
      `You sign on the certifying authority’s page. It asks for your ${identity} number and a one-time password, then brings you back here.`,
    button: 'Continue',
  },
  repost: {
    title: 'Your signature is not in the document yet',
    words:
      'The service is briefly unavailable. This page holds the response of the certifying authority, and tries again by itself. Please keep it open, or press the button.',
    button: 'Send the response again',
  },
  returned: {
    title: 'Back from the certifying authority',
    signed: 'The signature that this response belongs to is in the document.',
    notSigned: 'Nothing was signed.',
    next: 'To see the document, open your signing link from the email.',
  },
  toStart: 'Back to the document',
  notices: EN_NOTICES,
  quote: (code: Insert) => html`If you ask for help, quote this request ID: ${code}.`,
  failures: EN_FAILURES,
};

export type Words = Omit<typeof EN, 'failures'> & { readonly failures: FailureWords };
