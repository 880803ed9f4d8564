import { oneLine } from './letter.ts';
import type { Mail } from './mail-notice.ts';
import { printHtml, printText } from './print-letter.ts';

/** Facts of a mail to someone who belongs to an account, or may. */
export interface MemberMailFacts {
  readonly to: string;
  /** The account to greet; without one there is no greeting. */
  readonly account?: { readonly name: string };
  /** The button's link; without one there is no button. */
  readonly url?: string;
  readonly isTest: boolean;
  readonly now: Date;
}

export interface MemberMailWords {
  readonly title: string;
  /** By default the title. */
  readonly subject?: string;
  readonly paragraphs: readonly string[];
  readonly action?: string;
  readonly steps?: readonly string[];
  readonly caution: string;
}

/** In English, like the dashboard and the API. */
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
