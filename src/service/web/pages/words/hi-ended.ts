import type { Insert } from '../../../../html/html.ts';
import { html } from '../../../../html/html.ts';
import type { EndedWords } from './en-ended.ts';

export const HI_ENDED: EndedWords = {
  withdrawn: {
    title: 'यह दस्तावेज़ वापस ले लिया गया है',
    words: (sender: Insert, document: Insert) =>
      html`${sender} ने “${document}” वापस ले लिया है। अब इस पर कोई हस्ताक्षर नहीं कर सकता, और आपको कुछ नहीं करना है।`,
    reason: (reason: Insert) => html`कारण: ${reason}`,
  },
  expired: {
    title: 'इस लिंक का समय बीत गया',
    sent: (sender: Insert, document: Insert, day: Insert) =>
      day
        ? html`${sender} ने ${day} को आपको “${document}” हस्ताक्षर के लिए भेजा था।`
        : html`${sender} ने आपको “${document}” हस्ताक्षर के लिए भेजा था।`,
    until: (day: Insert) => html`यह लिंक ${day} तक मान्य था।`,
    newer: 'अगर इसके बाद आपको कोई नया ईमेल मिला हो, तो उसी का लिंक खोलें।',
    offer: 'हम नया लिंक उसी ईमेल पते पर भेज सकते हैं जिस पर यह लिंक भेजा गया था।',
    button: 'मुझे नया लिंक ईमेल करें',
    rule: 'आप एक घंटे में एक बार नया लिंक माँग सकते हैं।',
    told: (sender: Insert) => html`हम ${sender} को इसकी सूचना देते हैं।`,
    asked: (sender: Insert) =>
      html`अगर नया लिंक भेजा जा सकता है, तो वह उसी ईमेल पते पर आ रहा है जिस पर यह लिंक भेजा गया था। न मिले, तो स्पैम फ़ोल्डर देखें या ${sender} से पूछें। एक घंटे बाद आप फिर माँग सकते हैं।`,
    again: (sender: Insert) => html`${sender} इसे फिर भेज सकते हैं: कृपया उनसे कहें।`,
    signed: 'आप हस्ताक्षर कर चुके हैं। सबके हस्ताक्षर हो जाने पर हम आपको हस्ताक्षरित दस्तावेज़ का लिंक ईमेल करेंगे।',
    closed: 'अब इस पर कोई हस्ताक्षर नहीं कर सकता।',
    ask: (sender: Insert) => html`दस्तावेज़ अब भी चाहिए, तो ${sender} से माँगें।`,
  },
  completed: {
    title: 'यह दस्तावेज़ पूरा हुआ',
    words: (sender: Insert, document: Insert, day: Insert) =>
      day
        ? html`${sender} के “${document}” पर सबके हस्ताक्षर हो गए हैं; आख़िरी हस्ताक्षर ${day} को हुआ।`
        : html`${sender} के “${document}” पर सबके हस्ताक्षर हो गए हैं।`,
    until: (day: Insert) => html`इसे यहाँ से ${day} तक डाउनलोड किया जा सकता था।`,
  },
  removed: {
    title: 'यह दस्तावेज़ अब यहाँ नहीं है',
    words: 'इसे इस सेवा से हटा दिया गया है। यह अब भी चाहिए, तो भेजने वाले से माँगें।',
  },
};
