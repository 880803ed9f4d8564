import type { Mail } from '../outbox.ts';
import { oneLine } from './letter.ts';
import { printHtml, printText } from './print-letter.ts';

/** Facts of every mail about an account, to somebody who belongs to it or may. */
export interface MemberMailFacts {
  readonly to: string;
  /** Their account, which the mail greets; without one it greets nobody. */
  readonly account?: { readonly name: string };
  /** Where its button leads; without one it has none. */
  readonly url?: string;
  readonly isTest: boolean;
  readonly now: Date;
}

/** Content of such a mail. */
export interface MemberMailWords {
  readonly title: string;
  /** The title by default. */
  readonly subject?: string;
  readonly paragraphs: readonly string[];
  /** The button's label. */
  readonly action?: string;
  readonly steps?: readonly string[];
  readonly caution: string;
}

/** Writes a mail about an account, in English as the dashboard and the API are. */
export function memberMail(
  kind: Mail['kind'],
  { to, account, url, isTest, now }: MemberMailFacts,
  { title, subject = title, paragraphs, action = '', steps = [], caution }: MemberMailWords,
): Mail {
  const name = account && oneLine(account.name);
  const letter = {
    language: 'en' as const,
    subject,
    preview: paragraphs.join(' '),
    below: '',
    test: 'TEST: this email is from a sandbox, where nothing is legally binding and no money moves.',
    title,
    paragraphs: [...(name === undefined ? [] : [`Hello ${name},`]), ...paragraphs],
    action,
    orOpen: url === undefined ? '' : 'Or open this address:',
    signersTitle: '',
    signers: [],
    stepsTitle: steps.length > 0 ? 'What to do' : '',
    steps,
    cautions: [caution],
    footer: 'esign sent this email automatically. Replies to this address are not read.',
    pages: [],
  };
  const print = { isTest, ...(url !== undefined && { url }) };
  return {
    kind,
    from: `esign${isTest ? ' (TEST)' : ''}`,
    to,
    toName: name ?? to,
    replyTo: null,
    at: now.toISOString(),
    subject,
    text: printText([letter], print),
    html: printHtml([letter], { ...print, subject }),
  };
}
