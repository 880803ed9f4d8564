import { readableDay } from '../../../languages/readable-time.ts';
import type { Account } from '../accounts/account.rules.ts';
import type { Document, Signer } from '../documents/document.rules.ts';
import type { Letter } from './letter.rules.ts';
import { lettersIn, oneLine } from './letter.rules.ts';
import type { Mail } from './mail-notice.rules.ts';
import { printHtml, printText } from './print-letter.rules.ts';

export interface DeclineMailFacts {
  readonly to: string;
  readonly account: Pick<Account, 'name' | 'language'>;
  readonly document: Pick<Document, 'documentId' | 'name'>;
  readonly signer: Pick<Signer, 'name' | 'declinedAt' | 'declineReason'>;
  readonly isTest: boolean;
  readonly now: Date;
}

const NO_LINK = { action: '', opens: '', signersTitle: '', signers: [], pages: [] };

function inEnglish({ account, document, signer, now }: DeclineMailFacts): Letter {
  const name = oneLine(signer.name);
  const paragraphs = [
    `On ${readableDay('en', signer.declinedAt ?? now)} ${name} declined to sign “${oneLine(document.name)}”.`,
    signer.declineReason ? `Reason: ${signer.declineReason}` : 'They gave no reason.',
    'Nobody can sign this document any more. The remaining signers will not be asked to sign.',
  ];
  return {
    ...NO_LINK,
    language: 'en',
    subject: `${name} declined to sign`,
    preview: paragraphs.join(' '),
    below: 'In English: see below.',
    test: 'TEST: this email is about a test document, which is not legally binding.',
    title: `${name} declined to sign`,
    paragraphs: [`Hello ${oneLine(account.name)},`, ...paragraphs],
    stepsTitle: 'What you can do',
    steps: [
      `If the reason is not clear, ask ${name}.`,
      'To have a changed document signed, create and send a new one. The credits of this one are not returned.',
    ],
    cautions: [`The document’s ID is ${document.documentId}.`],
    footer: 'esign sent this email automatically. Replies to this address are not read.',
  };
}

function inHindi({ account, document, signer, now }: DeclineMailFacts): Letter {
  const name = oneLine(signer.name);
  const paragraphs = [
    `${readableDay('hi', signer.declinedAt ?? now)} को ${name} ने “${oneLine(document.name)}” पर हस्ताक्षर करने से मना कर दिया।`,
    signer.declineReason ? `कारण: ${signer.declineReason}` : 'उन्होंने कोई कारण नहीं बताया।',
    'अब इस दस्तावेज़ पर कोई हस्ताक्षर नहीं कर सकता। बाक़ी लोगों से हस्ताक्षर नहीं माँगे जाएँगे।',
  ];
  return {
    ...NO_LINK,
    language: 'hi',
    subject: `${name} ने हस्ताक्षर करने से मना किया`,
    preview: paragraphs.join(' '),
    below: 'हिन्दी में: नीचे पढ़ें।',
    test: 'परीक्षण (TEST): यह ईमेल एक परीक्षण दस्तावेज़ के बारे में है, जो किसी को बाध्य नहीं करता।',
    title: `${name} ने हस्ताक्षर करने से मना किया`,
    paragraphs: [`नमस्ते ${oneLine(account.name)},`, ...paragraphs],
    stepsTitle: 'अब आप क्या कर सकते हैं',
    steps: [
      `कारण साफ़ न हो, तो ${name} से पूछें।`,
      'बदले हुए दस्तावेज़ पर हस्ताक्षर के लिए नया दस्तावेज़ बनाकर भेजें। इस दस्तावेज़ के क्रेडिट वापस नहीं होते।',
    ],
    cautions: [`दस्तावेज़ की ID: ${document.documentId}।`],
    footer: 'यह ईमेल esign ने अपने-आप भेजा है। इस पते पर आए उत्तर पढ़े नहीं जाते।',
  };
}

/** To the sender, in their language and below it in the other. */
export function declineMail(facts: DeclineMailFacts): Mail {
  const { to, account, document, isTest, now } = facts;
  const letters = lettersIn(account.language, {
    en: () => inEnglish(facts),
    hi: () => inHindi(facts),
  });
  const subject = `${letters[0]?.subject}: ${oneLine(document.name)}`;
  return {
    kind: 'declined',
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
