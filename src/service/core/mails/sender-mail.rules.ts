import type { InEachLanguage, Language } from '../../../languages/languages.ts';
import type { Account } from '../accounts/account.rules.ts';
import type { Document } from '../documents/document.rules.ts';
import type { Letter } from './letter.rules.ts';
import { lettersIn, OWN_WORDS, oneLine } from './letter.rules.ts';
import type { Mail } from './mail-notice.rules.ts';
import { printHtml, printText } from './print-letter.rules.ts';

/** Facts of a mail to whoever sent a document. */
export interface SenderMailFacts {
  readonly to: string;
  readonly account: Pick<Account, 'name' | 'language'>;
  readonly document: Pick<Document, 'documentId' | 'name'>;
  readonly isTest: boolean;
  readonly now: Date;
}

type SenderWords = Pick<Letter, 'title' | 'paragraphs' | 'steps'>;

const COMMON = {
  en: {
    id: (id: string) => `The document’s ID is ${id}.`,
    test: 'TEST: this email is about a test document, which is not legally binding.',
    stepsTitle: 'What you can do',
  },
  hi: {
    id: (id: string) => `दस्तावेज़ की ID: ${id}।`,
    test: 'परीक्षण (TEST): यह ईमेल एक परीक्षण दस्तावेज़ के बारे में है, जो किसी को बाध्य नहीं करता।',
    stepsTitle: 'अब आप क्या कर सकते हैं',
  },
};

const letterIn = (
  language: Language,
  { account, document }: SenderMailFacts,
  { title, paragraphs, steps }: SenderWords,
): Letter => {
  const { id, ...common } = COMMON[language];
  const { hello, frame } = OWN_WORDS[language];
  return {
    ...frame,
    ...common,
    language,
    title,
    steps,
    subject: title,
    preview: paragraphs.join(' '),
    paragraphs: [hello(oneLine(account.name)), ...paragraphs],
    cautions: [id(document.documentId)],
    ...{ action: '', opens: '', signersTitle: '', signers: [], pages: [] },
  };
};

/** In the account's language, and below it in the other. */
export function senderMail(
  kind: Mail['kind'],
  facts: SenderMailFacts,
  words: InEachLanguage<SenderWords>,
): Mail {
  const { to, account, document, isTest, now } = facts;
  const letters = lettersIn(account.language, {
    en: () => letterIn('en', facts, words.en),
    hi: () => letterIn('hi', facts, words.hi),
  });
  const subject = `${words[account.language].title}: ${oneLine(document.name)}`;
  return {
    kind,
    from: `esign${isTest ? ' (TEST)' : ''}`,
    to,
    toName: oneLine(account.name),
    replyTo: null,
    at: now.toISOString(),
    subject,
    text: printText(letters, { isTest }),
    html: printHtml(letters, { isTest, subject }),
  };
}
