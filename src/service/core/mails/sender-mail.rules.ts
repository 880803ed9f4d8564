import type { InEachLanguage, Language } from '../../../languages/languages.ts';
import { readableDay } from '../../../languages/readable-time.ts';
import type { Account } from '../accounts/account.rules.ts';
import type { Document, Signer } from '../documents/document.rules.ts';
import type { Letter } from './letter.rules.ts';
import { lettersIn, OWN_WORDS, oneLine } from './letter.rules.ts';
import type { Mail } from './mail-notice.rules.ts';
import { printHtml, printText } from './print-letter.rules.ts';

/** Facts of a mail to whoever sent a document. */
interface SenderMailFacts {
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
function senderMail(
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

interface DeclineMailFacts extends SenderMailFacts {
  readonly signer: Pick<Signer, 'name' | 'declinedAt' | 'declineReason'>;
}

/** Tells the sender that a signer declined. */
export function declineMail(facts: DeclineMailFacts): Mail {
  const { declinedAt, declineReason: reason } = facts.signer;
  const [name, document] = [oneLine(facts.signer.name), oneLine(facts.document.name)];
  const at = declinedAt ?? facts.now;
  return senderMail('declined', facts, {
    en: {
      title: `${name} declined to sign`,
      paragraphs: [
        `On ${readableDay('en', at)} ${name} declined to sign “${document}”.`,
        reason ? `Reason: ${reason}` : 'They gave no reason.',
        'Nobody can sign this document any more. The remaining signers will not be asked to sign.',
      ],
      steps: [
        `If the reason is not clear, ask ${name}.`,
        'To have a changed document signed, create and send a new one. The credits of this one are not returned.',
      ],
    },
    hi: {
      title: `${name} ने हस्ताक्षर करने से मना किया`,
      paragraphs: [
        `${readableDay('hi', at)} को ${name} ने “${document}” पर हस्ताक्षर करने से मना कर दिया।`,
        reason ? `कारण: ${reason}` : 'उन्होंने कोई कारण नहीं बताया।',
        'अब इस दस्तावेज़ पर कोई हस्ताक्षर नहीं कर सकता। बाक़ी लोगों से हस्ताक्षर नहीं माँगे जाएँगे।',
      ],
      steps: [
        `कारण साफ़ न हो, तो ${name} से पूछें।`,
        'बदले हुए दस्तावेज़ पर हस्ताक्षर के लिए नया दस्तावेज़ बनाकर भेजें। इस दस्तावेज़ के क्रेडिट वापस नहीं होते।',
      ],
    },
  });
}

interface NewLinkMailFacts extends SenderMailFacts {
  readonly document: Pick<Document, 'documentId' | 'name' | 'linksUntil'>;
  readonly signer: Pick<Signer, 'name'>;
}

/** Tells the sender that the signer of an expired link asked for a new one. */
export function newLinkMail(facts: NewLinkMailFacts): Mail {
  const { linksUntil } = facts.document;
  const [name, document] = [oneLine(facts.signer.name), oneLine(facts.document.name)];
  const day = (language: Language) => linksUntil && readableDay(language, linksUntil);
  const [until, untilInHindi] = [day('en'), day('hi')];
  return senderMail('new-link', facts, {
    en: {
      title: `${name} asked for a new signing link`,
      paragraphs: [
        `Somebody opened the expired signing link of ${name} for “${document}”, and asked for a new one. It goes to the email address that you gave for ${name}, and to no other.`,
        ...(until ? [`New signing links of this document work until ${until}.`] : []),
      ],
      steps: [
        'If nobody should sign this document any more, withdraw it.',
        'If signers should always ask you first, change “When a signing link has expired” in the settings of your dashboard.',
      ],
    },
    hi: {
      title: `${name} के लिए हस्ताक्षर वाला नया लिंक माँगा गया`,
      paragraphs: [
        `“${document}” के लिए ${name} के हस्ताक्षर वाले लिंक का समय बीत चुका था। किसी ने उसे खोलकर नया लिंक माँगा। नया लिंक केवल उसी ईमेल पते पर जाता है जो आपने ${name} के लिए दिया था।`,
        ...(untilInHindi ? [`इस दस्तावेज़ के नए लिंक ${untilInHindi} तक काम करेंगे।`] : []),
      ],
      steps: [
        'अगर अब इस दस्तावेज़ पर हस्ताक्षर नहीं चाहिए, तो इसे वापस ले लें।',
        'अगर आप चाहते हैं कि हर बार आपसे ही पूछा जाए, तो अपने डैशबोर्ड की सेटिंग में “When a signing link has expired” बदलें।',
      ],
    },
  });
}
