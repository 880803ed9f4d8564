import { REPLY_ADDRESS } from '../accounts/reply-address.ts';
import type { Mail } from '../outbox.ts';
import type { Letter } from './letter.ts';
import { oneLine } from './letter.ts';
import { printHtml, printText } from './print-letter.ts';

/** Facts that fill the mail to an address that an account's signers shall reply to. */
export interface ReplyAddressFacts {
  readonly to: string;
  /** The account's name. */
  readonly account: string;
  readonly url: string;
  readonly isTest: boolean;
  readonly now: Date;
}

function letterOf({ account, to }: ReplyAddressFacts): Letter {
  const name = oneLine(account);
  const title = `Confirm that ${name} may use this address`;
  const paragraphs = [
    `${name} asks people to sign documents with esign, and wants their replies to go to ${to}.`,
    `If that is right, open the link and press the button there. It works once, for ${REPLY_ADDRESS.days} days.`,
  ];
  return {
    language: 'en',
    subject: title,
    preview: paragraphs.join(' '),
    below: '',
    test: 'TEST: this email is from a sandbox, where nothing is legally binding.',
    title,
    paragraphs,
    action: 'Look at it',
    orOpen: 'Or open this address:',
    signersTitle: '',
    signers: [],
    stepsTitle: '',
    steps: [],
    cautions: ['If you do not know them, ignore this email: no replies will come to you.'],
    footer: 'esign sent this email automatically. Replies to this address are not read.',
    pages: [],
  };
}

/** Writes the mail that asks whether replies may go to its address, in English as the dashboard is. */
export function replyAddressMail(facts: ReplyAddressFacts): Mail {
  const { to, url, isTest, now } = facts;
  const letter = letterOf(facts);
  const { subject } = letter;
  return {
    kind: 'reply-address',
    from: `esign${isTest ? ' (TEST)' : ''}`,
    to,
    toName: to,
    replyTo: null,
    at: now.toISOString(),
    subject,
    text: printText([letter], { url, isTest }),
    html: printHtml([letter], { url, isTest, subject }),
  };
}
