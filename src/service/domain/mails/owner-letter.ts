import type { Mail } from '../outbox.ts';
import type { Letter } from './letter.ts';
import { oneLine } from './letter.ts';
import { printHtml, printText } from './print-letter.ts';

/** Facts of every mail to an owner of an account. */
export interface OwnerFacts {
  readonly to: string;
  readonly account: { readonly name: string };
  /** Of the page of credits. */
  readonly url: string;
  readonly isTest: boolean;
  readonly now: Date;
}

/** What a mail to an owner says. */
export interface OwnerWords {
  readonly title: string;
  readonly paragraphs: readonly string[];
  /** The link's label. */
  readonly action: string;
  readonly steps: readonly string[];
}

/** Writes a mail to an owner of an account, in English as the dashboard is. */
export function ownerMail(
  kind: Mail['kind'],
  { to, account, url, isTest, now }: OwnerFacts,
  { title, paragraphs, action, steps }: OwnerWords,
): Mail {
  const name = oneLine(account.name);
  const letter: Letter = {
    language: 'en',
    subject: title,
    preview: paragraphs.join(' '),
    below: '',
    test: isTest ? 'TEST: this email is from a sandbox, where no money moves.' : '',
    title,
    paragraphs: [`Hello ${name},`, ...paragraphs],
    action,
    orOpen: 'Or open this address:',
    signersTitle: '',
    signers: [],
    stepsTitle: steps.length > 0 ? 'What to do' : '',
    steps,
    cautions: [
      'You get this email as an owner of the account, or at the address that its owners gave.',
    ],
    footer: 'esign sent this email automatically. Replies to this address are not read.',
    pages: [],
  };
  return {
    kind,
    from: `esign${isTest ? ' (TEST)' : ''}`,
    to,
    toName: name,
    replyTo: null,
    at: now.toISOString(),
    subject: title,
    text: printText([letter], { url, isTest }),
    html: printHtml([letter], { url, isTest, subject: title }),
  };
}
