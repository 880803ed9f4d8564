import { readableDay } from '../../../languages/readable-time.ts';
import type { Signer } from '../documents/document.rules.ts';
import { oneLine } from './letter.rules.ts';
import type { Mail } from './mail-notice.rules.ts';
import type { SenderMailFacts } from './sender-mail.rules.ts';
import { senderMail } from './sender-mail.rules.ts';

export interface DeclineMailFacts extends SenderMailFacts {
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
