import { readableDay } from '../../../languages/readable-time.ts';
import type { LetterFacts, SignerWords } from './letter.rules.ts';

const and = (names: readonly string[]): string =>
  names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} और ${names.at(-1)}`;

const AHEAD = { signersTitle: 'हस्ताक्षर करने वाले', stepsTitle: 'आगे क्या होगा' };

const otpSteps = ({ gateway: { hi } }: LetterFacts): string[] => [
  `आपकी सहमति के बाद ${hi.authority} आपकी ${hi.identity} संख्या पूछता है और उस मोबाइल नंबर पर वन-टाइम पासवर्ड (OTP) भेजता है जो आपके ${hi.identity} रिकॉर्ड में दर्ज है।`,
  'जब तक वह OTP दर्ज नहीं किया जाता, तब तक हस्ताक्षर नहीं होते।',
];

const toSign = (facts: LetterFacts) => ({
  action: 'पढ़ें और हस्ताक्षर करें',
  ...AHEAD,
  steps: [
    `यह लिंक दस्तावेज़ को ${facts.host} पर खोलता है। केवल पढ़ने से हस्ताक्षर नहीं होते।`,
    ...otpSteps(facts),
  ],
});

function waiting({ after, signers }: LetterFacts): string {
  if (signers.length === 1) return '';
  if (after === 0) return ' अब केवल आपके हस्ताक्षर बाक़ी हैं।';
  return after === 1
    ? ' आपके बाद एक और व्यक्ति को हस्ताक्षर करने हैं।'
    : ` आपके बाद ${after} और लोगों को हस्ताक्षर करने हैं।`;
}

const OCCASIONS: SignerWords['occasions'] = {
  asked: (facts) => ({
    subject: 'हस्ताक्षर करें',
    title: `${facts.sender} ने आपसे हस्ताक्षर माँगे हैं`,
    paragraphs: [
      `${facts.sender} ने आपसे “${facts.document}” पर इलेक्ट्रॉनिक हस्ताक्षर करने का अनुरोध किया है।`,
      facts.signers.length === 1 ? 'इस पर केवल आपके हस्ताक्षर होने हैं।' : 'अब आपकी बारी है।',
    ],
    ...toSign(facts),
  }),
  later: (facts) => ({
    subject: 'हस्ताक्षर माँगे जाएँगे',
    title: `${facts.sender} ने आपसे हस्ताक्षर माँगे हैं`,
    paragraphs: [
      `${facts.sender} ने आपसे “${facts.document}” पर इलेक्ट्रॉनिक हस्ताक्षर करने का अनुरोध किया है।`,
      `हस्ताक्षर क्रम से होते हैं: पहले ${and(facts.before)}, फिर आप। अभी आपको कुछ नहीं करना है; आपकी बारी आने पर आपको एक और ईमेल मिलेगा।`,
    ],
    action: 'देखें कि किसकी बारी है',
    ...AHEAD,
    steps: [
      `यह लिंक ${facts.host} पर एक पेज खोलता है जो दिखाता है कि अभी किसकी बारी है। उसे खोलने से हस्ताक्षर नहीं होते।`,
      ...otpSteps(facts),
    ],
  }),
  'your-turn': (facts) => ({
    subject: 'आपकी बारी',
    title: 'अब हस्ताक्षर करने की आपकी बारी है',
    paragraphs: [
      `${facts.previous ?? facts.sender} के हस्ताक्षर हो गए हैं। अब “${facts.document}” पर हस्ताक्षर करने की आपकी बारी है। यह दस्तावेज़ ${facts.sender} ने भेजा है।`,
    ],
    ...toSign(facts),
  }),
  reminder: (facts) => ({
    subject: 'हस्ताक्षर बाक़ी हैं',
    title: 'आपके हस्ताक्षर का इंतज़ार है',
    paragraphs: [
      `${facts.sender} ने आपसे “${facts.document}” पर हस्ताक्षर करने का अनुरोध किया था। ${readableDay('hi', facts.turnSince)} से आपकी बारी है।${waiting(facts)}`,
      'अगर आप हस्ताक्षर न करना चाहें, तो लिंक से खुलने वाले पेज पर मना कर सकते हैं।',
    ],
    ...toSign(facts),
  }),
  completed: (facts) => ({
    subject: facts.signers.length === 1 ? 'हस्ताक्षर हो गए' : 'सबके हस्ताक्षर हो गए',
    title: facts.signers.length === 1 ? 'हस्ताक्षर हो गए हैं' : 'सबके हस्ताक्षर हो गए हैं',
    paragraphs: [
      `${facts.sender} का दस्तावेज़ “${facts.document}” पूरा हो गया है। अब आपको कुछ नहीं करना है।`,
      'हस्ताक्षरित PDF की एक प्रति अपने पास रखें: उसमें सभी हस्ताक्षर हैं, और हस्ताक्षर जाँचने वाले PDF रीडर उन्हें जाँच सकते हैं।',
    ],
    action: 'हस्ताक्षरित PDF पाएँ',
    signersTitle: 'जिन्होंने हस्ताक्षर किए',
    stepsTitle: 'अपनी प्रति कैसे पाएँ',
    steps: [
      `यह लिंक ${facts.host} पर आपका पेज खोलता है, जहाँ से हस्ताक्षरित PDF डाउनलोड की जा सकती है।`,
      'वहाँ से पूर्णता प्रमाणपत्र भी डाउनलोड किया जा सकता है। उसमें लिखा है कि किसने, कब और कैसे हस्ताक्षर किए।',
    ],
  }),
  withdrawn: (facts) => ({
    subject: 'वापस लिया गया',
    title: 'दस्तावेज़ वापस ले लिया गया है',
    paragraphs: [
      `${facts.sender} ने “${facts.document}” वापस ले लिया है। अब इस पर कोई हस्ताक्षर नहीं कर सकता, और आपको कुछ नहीं करना है।`,
      `कारण: ${facts.reason}`,
    ],
    action: '',
    signersTitle: 'हस्ताक्षर करने वाले',
    stepsTitle: 'इसका मतलब',
    steps: [
      'आपका हस्ताक्षर वाला लिंक अब दस्तावेज़ नहीं खोलता।',
      `अगर ${facts.sender} आपको हस्ताक्षर के लिए कोई और दस्तावेज़ भेजेंगे, तो आपको नया ईमेल मिलेगा।`,
    ],
  }),
};

function statusOf({ signedAt, isYou }: LetterFacts['signers'][number]): string {
  if (signedAt) return `${readableDay('hi', signedAt)} को हस्ताक्षर हुए`;
  return isYou ? 'आप' : 'हस्ताक्षर बाक़ी';
}

function cautionsOf({ occasion, sender, replyTo, linkUntil }: LetterFacts): string[] {
  if (occasion === 'withdrawn') return [`कोई सवाल हो, तो ${sender} से किसी जाने-पहचाने माध्यम से पूछें।`];
  const unexpected =
    occasion === 'completed'
      ? `अगर आपने इस दस्तावेज़ पर हस्ताक्षर नहीं किए, तो किसी जाने-पहचाने माध्यम से ${sender} को तुरंत बताएँ।`
      : `अगर आपको इस ईमेल की उम्मीद नहीं थी, तो कुछ न करें: आपके OTP के बिना कोई आपके नाम से हस्ताक्षर नहीं कर सकता। संदेह हो तो ${sender} से किसी जाने-पहचाने माध्यम से पूछें${replyTo ? '' : ', इस ईमेल का उत्तर देकर नहीं'}।`;
  const until = linkUntil ? ` और ${readableDay('hi', linkUntil)} तक काम करेगा` : '';
  return [unexpected, `यह लिंक केवल आपके लिए है${until}। कृपया यह ईमेल किसी को आगे न भेजें।`];
}

export const HINDI: SignerWords = {
  language: 'hi',
  occasions: OCCASIONS,
  preview: 'वन-टाइम पासवर्ड (OTP) डाले बिना कोई हस्ताक्षर नहीं होगा।',
  message: (sender, message) => `${sender} का संदेश: ${message}`,
  test: 'परीक्षण (TEST): यहाँ किए गए हस्ताक्षर केवल आज़माने के लिए हैं और किसी को बाध्य नहीं करते।',
  statusOf,
  cautionsOf,
  footerOf: ({ sender, replyTo }) => {
    const replies = replyTo ? `उत्तर ${replyTo} पर जाते हैं।` : 'इस पते पर आए उत्तर पढ़े नहीं जाते।';
    return `यह ईमेल esign ने ${sender} की ओर से अपने-आप भेजा है। ${replies}`;
  },
  labels: { helpUrl: 'मदद', privacyUrl: 'निजता', termsUrl: 'शर्तें' },
};
