import type { Insert } from '../../../../html/html.ts';
import { html } from '../../../../html/html.ts';
import { counted } from './common.words.ts';

const credits = (count: number) => counted(count, 'credit');

export const drafts = {
  upload: {
    title: 'New document',
    start: 'New document',
    about: (megabytes: number) =>
      `Choose a PDF of at most ${megabytes} MB, or drop it on the field. Nothing is sent yet.`,
    file: 'PDF',
    tooLarge: (megabytes: number) => `This file is over ${megabytes} MB.`,
    name: 'Name (optional)',
    nameHint: 'Signers see it. Without one, it is the name of the file.',
    button: 'Continue',
    noAccess:
      'Documents can be created and sent while the account has API access. An owner can start a trial or buy a month under Credits.',
    toCredits: 'Credits',
  },
  draft: {
    continue: 'Continue this draft',
    name: 'Name of the document',
    noName: 'must not be empty',
    signers: 'Signers',
    order: 'They sign in this order, one after another.',
    signer: (order: string) => `Signer ${order}`,
    fields: { name: 'Name', email: 'Email', phone: 'Mobile phone' },
    phoneHint: 'such as 98765 43210',
    where: 'Place of the signature',
    places: {
      space: 'In white space, or on a page added at the end',
      words: 'Beside words of the document',
      page: 'Where I put it on the page',
    },
    words: 'The words',
    wordsHint: 'that the document has only once, such as “Signature of the tenant”',
    noWords: 'Enter the words beside which to sign.',
    notFound: 'The document does not have these words, or its text cannot be read.',
    several: (count: number) =>
      `The document has these words ${count} times. Enter more words, so that they are there once.`,
    noPlace: 'Choose a place on the page, or another way.',
    placed: (pages: string) => `Placed on page ${pages}.`,
    place: 'Put on the page in view',
    help: 'Click on the page to place the signature of the signer whose row you were in last. Drag a place, or move it with the arrow keys; Delete removes it.',
    placeOf: 'Signature of {name} on page {page}',
    up: 'Move up',
    down: 'Move down',
    remove: 'Remove',
    drag: 'Drag to change the order',
    add: 'Add a signer',
    message: 'Message (optional)',
    messageHint: 'One line that signers see in the email and on their page.',
    accountsMessage: (message: Insert) => html`Without one, they see: “${message}”`,
    review: 'Review',
    save: 'Save draft',
    saved: 'The draft is saved.',
    noSigners: 'Add at least one signer.',
    document: 'Document',
  },
  review: {
    title: 'Review and send',
    document: 'Document',
    message: 'Message',
    noMessage: 'none',
    links: 'Links',
    linkDays: (days: number) => `work for ${counted(days, 'day')}`,
    cost: 'Cost',
    costs: (count: number, has: number) =>
      `${credits(count)}, one per signer. The account has ${has}, and ${has - count} will be left.`,
    tooFew: (count: number, has: number) =>
      `Sending takes ${credits(count)}, and the account has ${has}.`,
    buy: 'Buy credits',
    ask: 'Ask an owner of the account to buy some.',
    signsOn: (page: string) => `Signs on page ${page}`,
    signsAtEnd: 'Signs on a page that is added at the end',
    emails:
      'Each signer gets an email with a link now. They sign one after another, in this order.',
    emptyFields: (count: number) =>
      `The PDF has ${counted(count, 'empty form field')}, which signers cannot fill in.`,
    send: 'Send',
    back: 'Change something',
    changed: 'The draft changed meanwhile, so nothing was sent. This is what would be sent now.',
  },
};
