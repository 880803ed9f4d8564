import type { Language } from '../../../languages/languages.ts';
import { readableDay } from '../../../languages/readable-time.ts';
import type { Document, Signer } from '../documents/document.rules.ts';
import { oneLine } from './letter.rules.ts';
import type { Mail } from './mail-notice.rules.ts';
import type { SenderMailFacts } from './sender-mail.rules.ts';
import { senderMail } from './sender-mail.rules.ts';

export interface NewLinkMailFacts extends SenderMailFacts {
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
