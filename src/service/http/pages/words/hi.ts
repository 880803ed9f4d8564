import type { Insert } from '../../../../html/html.ts';
import { html } from '../../../../html/html.ts';
import type { NamesOfGateway } from '../../../domain/gateway-names.ts';
import type { Words } from './en.ts';
import { HI_FAILURES } from './hi-failures.ts';
import { HI_NOTICES } from './hi-notices.ts';

/** Every text of signers' pages, in Hindi. */
export const HI: Words = {
  test: {
    label: 'TEST',
    words: 'यहाँ किए गए हस्ताक्षर केवल आज़माने के लिए हैं। वे किसी पर बाध्यकारी नहीं हैं।',
  },
  languages: 'भाषा',
  footer: 'अपना वन-टाइम पासवर्ड (OTP) किसी को न बताएँ, यह दस्तावेज़ भेजने वाले को भी नहीं।',
  titles: {
    'your-turn': 'आपके हस्ताक्षर',
    waiting: 'अभी आपकी बारी नहीं',
    signed: 'हस्ताक्षर हो गए',
    declined: 'मना किया गया',
    completed: 'पूरा हुआ',
  },
  message: (sender: Insert) => html`${sender} का संदेश`,
  linkUntil: (day: Insert) => html`यह लिंक ${day} तक काम करेगा।`,
  from: (sender: Insert) => html`भेजने वाला: ${sender}`,
  logo: (sender: string) => `${sender} का लोगो`,
  asks: (sender: Insert) => html`${sender} ने आपसे हस्ताक्षर करने का अनुरोध किया है`,
  turn: {
    greeting: (name: Insert, { identity }: NamesOfGateway) =>
      html`${name} जी, अब आपकी बारी है। दस्तावेज़ पढ़ें, फिर वन-टाइम पासवर्ड (OTP) से हस्ताक्षर करें। OTP उस मोबाइल नंबर पर आएगा जो आपके ${identity} रिकॉर्ड में दर्ज है।`,
    heading: 'हस्ताक्षर करें',
    as: (name: Insert) => html`आप <strong>${name}</strong> के नाम से हस्ताक्षर करते हैं।`,
    agreement: (pages: number) =>
      `आप यहाँ दिखाए गए ${pages === 1 ? 'एक पेज के' : `सभी ${pages} पेजों के`} दस्तावेज़ से सहमत होते हैं।`,
    consent: ({ authority, identity }: NamesOfGateway) =>
      html`मैंने दस्तावेज़ पढ़ लिया है और मैं इस पर इलेक्ट्रॉनिक हस्ताक्षर करने के लिए सहमत हूँ। इसके लिए ${authority} मेरी ${identity} संख्या और वन-टाइम पासवर्ड (OTP) से मेरी पहचान की पुष्टि कर सकता है और मेरे नाम से प्रमाणपत्र जारी कर सकता है।`,
    button: 'OTP से हस्ताक्षर करें',
    again: 'फिर से कोशिश करें',
    privacy: ({ authority, identity }: NamesOfGateway) =>
      html`अपनी ${identity} संख्या आप ${authority} के पेज पर दर्ज करेंगे। वह न हमें भेजी जाती है, न दस्तावेज़ भेजने वाले को।`,
    offered: (invited: Insert, certified: Insert) =>
      html`आपको <strong>${invited}</strong> नाम से बुलाया गया था। प्रमाणपत्र <strong>${certified}</strong> के नाम से जारी हुआ है। हस्ताक्षर में प्रमाणपत्र वाला नाम दिखता है। चुनें कि आगे कैसे बढ़ना है:`,
    asCertified: (certified: Insert) =>
      html`${certified} के नाम से हस्ताक्षर करें। दस्तावेज़ में वह नाम भी दिखेगा जिससे आपको बुलाया गया था।`,
    asInvited: (invited: Insert) => html`दूसरी पहचान से, ${invited} के नाम से हस्ताक्षर करें।`,
    readBox: 'मैंने दस्तावेज़ PDF के रूप में पढ़ लिया है।',
    wait: 'पूरा दस्तावेज़ लोड हो जाने पर, या उसे PDF के रूप में खोलने के बाद, आप हस्ताक्षर कर सकेंगे।',
    problems: {
      'no-consent': 'हस्ताक्षर करने से पहले सहमति वाले खाने पर टिक करें।',
      'not-read': 'हस्ताक्षर करने से पहले दस्तावेज़ पढ़ें: उसे PDF के रूप में खोलें और नीचे के खाने पर टिक करें।',
      'authority-changed':
        'अब दूसरे प्रमाणन प्राधिकारी से हस्ताक्षर होगा। अभी तक कोई हस्ताक्षर नहीं हुआ। नीचे पढ़ें कि आपकी पहचान कौन जाँचेगा, और फिर से सहमति दें।',
      foreign: 'यह अनुरोध इस पेज से नहीं आया। कोई हस्ताक्षर नहीं हुआ। यहीं से आगे बढ़ें।',
      malformed: 'वह अनुरोध अधूरा या बहुत लंबा था, इसलिए कुछ नहीं हुआ। यहीं से आगे बढ़ें।',
      'too-fast':
        'एक मिनट में बहुत अधिक अनुरोध आए। कुछ भी नहीं खोया है। कृपया एक मिनट रुकें, फिर यहीं से आगे बढ़ें।',
    },
    tooMany: (minutes: number) =>
      `आपने एक घंटे में बहुत बार शुरू किया है। कोई हस्ताक्षर नहीं हुआ। कृपया ${minutes} मिनट रुकें, फिर दोबारा शुरू करें।`,
  },
  next: {
    heading: 'आगे क्या होगा',
    identity: ({ authority, identity }: NamesOfGateway) =>
      html`${authority} का पेज खुलेगा और आपकी ${identity} संख्या पूछेगा।`,
    code: 'वह आपके मोबाइल फ़ोन पर OTP भेजेगा। OTP वहीं दर्ज करें, इस पेज पर कभी नहीं।',
    back: 'आप यहाँ लौट आएँगे, और दस्तावेज़ में आपके हस्ताक्षर होंगे।',
    other: (name: Insert) => html`आपके बाद ${name} की बारी है।`,
    last: 'आप हस्ताक्षर करने वाले आख़िरी व्यक्ति हैं: आपके बाद सभी लोग हस्ताक्षरित दस्तावेज़ डाउनलोड कर सकेंगे।',
  },
  decline: {
    heading: 'हस्ताक्षर नहीं करना चाहते?',
    words:
      'आप यह पेज बंद करके बाद में लौट सकते हैं; आपके बिना आपके हस्ताक्षर नहीं होते। या आप हमेशा के लिए मना कर सकते हैं।',
    open: 'हस्ताक्षर से मना करें',
    told: (sender: Insert) => html`हम ${sender} को ईमेल से बताएँगे कि आपने मना किया, और आपका कारण भी।`,
    shown:
      'उसके बाद इस दस्तावेज़ पर कोई हस्ताक्षर नहीं कर सकेगा। बाक़ी लोग देखेंगे कि आपने मना किया, पर आपका कारण नहीं।',
    reason: 'कारण (ज़रूरी नहीं)',
    button: 'इस दस्तावेज़ से मना करें',
  },
  declined: {
    badge: 'मना किया गया',
    you: 'आपने इस दस्तावेज़ पर हस्ताक्षर करने से मना कर दिया।',
    by: (name: Insert) => html`<strong>${name}</strong> ने इस दस्तावेज़ पर हस्ताक्षर करने से मना कर दिया।`,
    words: 'अब इस पर कोई हस्ताक्षर नहीं कर सकता।',
    told: (sender: Insert) => html`${sender} को ईमेल से सूचना दी जाती है।`,
  },
  ended: {
    withdrawn: {
      title: 'यह दस्तावेज़ वापस ले लिया गया है',
      words: (sender: Insert, document: Insert) =>
        html`${sender} ने “${document}” वापस ले लिया है। अब इस पर कोई हस्ताक्षर नहीं कर सकता, और आपको कुछ नहीं करना है।`,
      reason: (reason: Insert) => html`कारण: ${reason}`,
    },
    expired: {
      title: 'इस लिंक का समय बीत गया',
      again: (sender: Insert) =>
        html`${sender} इसे फिर भेज सकते हैं: कृपया उनसे कहें। अगर इसके बाद आपको कोई नया ईमेल मिला हो, तो उसी का लिंक खोलें।`,
      ask: (sender: Insert) => html`दस्तावेज़ अब भी चाहिए, तो ${sender} से माँगें।`,
    },
    removed: {
      title: 'यह दस्तावेज़ अब यहाँ नहीं है',
      words: 'इसे इस सेवा से हटा दिया गया है। यह अब भी चाहिए, तो भेजने वाले से माँगें।',
    },
  },
  receipt: {
    heading: 'आपकी रसीद',
    document: 'दस्तावेज़',
    signed: 'हस्ताक्षर का समय',
    hint: 'यह SHA-256 उस फ़ाइल का है जो आपके हस्ताक्षर के ठीक बाद थी।',
  },
  pages: { label: 'भेजने वाले के पेज', help: 'मदद', privacy: 'निजता', terms: 'शर्तें' },
  waiting: {
    badge: 'इंतज़ार',
    whose: (name: Insert) => html`अभी <strong>${name}</strong> की हस्ताक्षर करने की बारी है।`,
    after:
      'उसके बाद आपकी बारी आएगी: तब हम आपको ईमेल भेजेंगे। यह पेज अपने आप आगे बढ़ेगा और आपका लिंक मान्य रहेगा।',
  },
  signed: {
    badge: 'हस्ताक्षर हो गए',
    thanks: (name: Insert) => html`धन्यवाद, ${name} जी: दस्तावेज़ में आपके हस्ताक्षर हो गए हैं।`,
    missing: (count: number) =>
      `अभी ${count === 1 ? 'एक और व्यक्ति के' : `${count} और लोगों के`} हस्ताक्षर बाक़ी हैं; उसके बाद आप दस्तावेज़ यहाँ से डाउनलोड कर सकेंगे।`,
  },
  completed: {
    badge: 'पूरा हुआ',
    words: 'सभी ने हस्ताक्षर कर दिए हैं।',
    download: 'हस्ताक्षरित PDF डाउनलोड करें',
    certificate: 'पूर्णता प्रमाणपत्र डाउनलोड करें',
    hint: 'दोनों की प्रति अपने पास रखें। हस्ताक्षरित PDF में सभी हस्ताक्षर हैं; पूर्णता प्रमाणपत्र में लिखा है कि किसने, कब और कैसे हस्ताक्षर किए।',
    until: (day: string) => `इन्हें ${day} तक यहाँ से डाउनलोड किया जा सकता है।`,
  },
  document: {
    heading: 'दस्तावेज़',
    show: 'दस्तावेज़ दिखाएँ',
    pages: (count: number) => `${count} पेज`,
    open: 'PDF के रूप में खोलें',
    loading: (size: string) => `दस्तावेज़ (${size}) लोड हो रहा है…`,
    failed: 'दस्तावेज़ इस पेज पर नहीं दिखाया जा सका। कृपया इसे PDF के रूप में खोलें।',
    retry: 'फिर से लोड करें',
    page: 'पेज {page} / {pages}',
    yours: 'आप यहाँ हस्ताक्षर करेंगे',
    print:
      'इस प्रिंट में पेजों का केवल पाठ है। पेज जैसे हैं वैसे ही प्रिंट करने के लिए दस्तावेज़ को PDF के रूप में खोलें और वहाँ से प्रिंट करें।',
    toSign: 'हस्ताक्षर पर जाएँ',
  },
  places: {
    heading: 'आपके हस्ताक्षर:',
    page: 'पेज {page}',
    label: 'आपके हस्ताक्षर {number} / {count}: पेज {page}',
  },
  tools: {
    heading: 'पढ़ने के साधन',
    zoomIn: 'बड़ा करें',
    zoomOut: 'छोटा करें',
    find: 'खोजें',
    search: 'दस्तावेज़ में खोजें',
    previous: 'पिछला परिणाम',
    next: 'अगला परिणाम',
    hit: '{hit} / {hits}, पेज {page}',
    none: 'नहीं मिला',
    some: 'नहीं मिला। कुछ पेज चित्र हैं और उनमें पाठ नहीं है।',
    pictures: 'पेज चित्र हैं, उनमें खोजने के लिए पाठ नहीं है।',
    reading: 'खोजा जा रहा है…',
  },
  people: {
    heading: 'हस्ताक्षर करने वाले',
    signedHeading: 'जिन्होंने हस्ताक्षर किए',
    declined: 'मना कर दिया',
    notAsked: 'हस्ताक्षर नहीं किए',
    you: '(आप)',
    signed: (time: Insert) => html`${time} को हस्ताक्षर किए`,
    certified: (name: Insert) => html`प्रमाणपत्र ${name} के नाम से जारी हुआ`,
    invitedAs: (certified: Insert, invited: Insert) =>
      html`${certified} (जिन्हें ${invited} नाम से बुलाया गया था)`,
    signedBy: (who: Insert) => html`${who} ने हस्ताक्षर किए।`,
    shared: (name: Insert) => html`${name} वाली ही पहचान से हस्ताक्षर हुए`,
    later: 'बाद में हस्ताक्षर करेंगे',
    yourTurn: 'आपकी बारी है',
    theirTurn: 'इनकी बारी है',
  },
  about: {
    heading: 'दस्तावेज़ के बारे में',
    sender: 'भेजने वाले',
    replyTo: 'संपर्क',
    pages: 'पेज',
    document: 'दस्तावेज़ ID',
    hint: 'यह SHA-256 उस फ़ाइल का है जो भेजने वाले ने अपलोड की थी।',
  },
  gateway: {
    title: ({ authority }: NamesOfGateway) => `${authority} के पेज पर जाएँ`,
    words: ({ identity }: NamesOfGateway) =>
      `आप प्रमाणन प्राधिकारी के पेज पर हस्ताक्षर करते हैं। वह आपकी ${identity} संख्या और वन-टाइम पासवर्ड (OTP) पूछता है, फिर आपको यहाँ वापस लाता है।`,
    button: 'आगे बढ़ें',
  },
  repost: {
    title: 'आपका हस्ताक्षर अभी दस्तावेज़ में नहीं पहुँचा है',
    words:
      'सेवा कुछ देर के लिए उपलब्ध नहीं है। प्रमाणन प्राधिकारी का उत्तर इसी पेज पर है, और यह पेज उसे अपने आप फिर भेजता है। कृपया इसे खुला रखें, या बटन दबाएँ।',
    button: 'उत्तर फिर भेजें',
  },
  returned: {
    title: 'प्रमाणन प्राधिकारी से वापसी',
    signed: 'यह उत्तर जिस हस्ताक्षर का है, वह दस्तावेज़ में है।',
    notSigned: 'कोई हस्ताक्षर नहीं हुआ।',
    next: 'दस्तावेज़ देखने के लिए ईमेल से अपना हस्ताक्षर वाला लिंक खोलें।',
  },
  toStart: 'दस्तावेज़ पर वापस जाएँ',
  notices: HI_NOTICES,
  quote: (code: Insert) => html`मदद माँगते समय यह अनुरोध ID बताएँ: ${code}।`,
  failures: HI_FAILURES,
};
