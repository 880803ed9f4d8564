/** Findings in Hindi, by code. The exact sentence, with names and times, stays in English. */
export const FINDINGS_IN_HINDI: Readonly<Record<string, string>> = {
  AS_SIGNED: 'पहले हस्ताक्षर के बाद दस्तावेज़ में हस्ताक्षरों के सिवा कुछ नहीं बदला।',
  EVIDENCE_ADDED: 'अंतिम हस्ताक्षर के बाद केवल आगे की जाँच के प्रमाण जोड़े गए।',
  PERMITTED_CHANGE: 'पहले हस्ताक्षर के बाद ऐसा बदलाव हुआ जो अनुमत है, पर उस हस्ताक्षर में शामिल नहीं।',
  SAME_PICTURES: 'पृष्ठ वैसे ही दिखते हैं जैसे पहले हस्ताक्षर के समय थे।',
  NOT_COMPARED: 'पृष्ठों के चित्रों की तुलना नहीं की गई।',
  PLACED: 'पहले हस्ताक्षर के बाद खाली जगह पर हस्ताक्षर के स्थान जोड़े गए।',
  CHANGED: 'हस्ताक्षर के बाद दस्तावेज़ बदला गया।',
  INVALID: 'हस्ताक्षर दस्तावेज़ या अपने प्रमाणपत्र से मेल नहीं खाता।',
  UNSUPPORTED: 'यह प्रोग्राम इस प्रकार का हस्ताक्षर नहीं पढ़ता; उसकी जाँच नहीं हुई।',
  TRUSTED: 'हस्ताक्षरकर्ता का प्रमाणपत्र एक विश्वसनीय रूट तक जाता है और उस समय मान्य था।',
  NO_ROOT: 'कोई विश्वसनीय रूट नहीं दिया गया, इसलिए हस्ताक्षरकर्ता की पहचान नहीं हुई।',
  UNTRUSTED: 'प्रमाणपत्र या टाइमस्टैम्प जारी करने वाले पर भरोसा स्थापित नहीं हुआ।',
  WRONG_USE: 'प्रमाणपत्र दस्तावेज़ों पर हस्ताक्षर के लिए जारी नहीं हुआ था।',
  CERT_TIME: 'प्रमाणपत्र उस समय मान्य नहीं था।',
  NO_TIME: 'हस्ताक्षर में उसका समय नहीं बताया गया।',
  FUTURE: 'हस्ताक्षर ऐसा समय बताता है जो इस उपकरण की घड़ी में अभी नहीं आया।',
  NO_TIMESTAMP: 'हस्ताक्षर का टाइमस्टैम्प कोई समय सिद्ध नहीं करता।',
  TIME_ORDER: 'हस्ताक्षर अपने टाइमस्टैम्प के बाद का समय बताता है।',
  TIMESTAMPED: 'टाइमस्टैम्प सिद्ध करता है कि दस्तावेज़ उस समय मौजूद था।',
  REVOKED: 'प्रमाणपत्र रद्द किया जा चुका था।',
  REVOKED_LATER: 'प्रमाणपत्र हस्ताक्षर के बाद रद्द किया गया।',
  NOT_REVOKED: 'उस समय कोई प्रमाणपत्र रद्द नहीं था।',
  UNKNOWN: 'यह ज्ञात नहीं कि प्रमाणपत्र रद्द हुआ था या नहीं।',
  SEALED: 'सेवा की ज्ञात कुंजी से मुहरबंद है।',
  SEAL_UNKNOWN: 'सेवा की किसी ज्ञात कुंजी से मुहरबंद नहीं है।',
  PAIR_OK: 'दस्तावेज़ और उसका समापन प्रमाणपत्र एक-दूसरे के हैं।',
  PAIR_BAD: 'दस्तावेज़ और समापन प्रमाणपत्र एक-दूसरे के नहीं हैं।',
  NAME: 'आमंत्रण के नाम और प्रमाणपत्र के नाम की तुलना।',
  INCOMPLETE: 'सभी हस्ताक्षर नहीं हुए हैं; दस्तावेज़ पूर्ण नहीं है।',
  EVIDENCE: 'समापन प्रमाणपत्र में परस्पर विरोध है।',
  AUDIT_CHAIN: 'समापन प्रमाणपत्र का घटनाक्रम टूटा हुआ है।',
  NOT_SIGNED: 'फ़ाइल पर हस्ताक्षर नहीं हैं।',
  UNREADABLE: 'यह प्रोग्राम फ़ाइल नहीं पढ़ सकता; उसके हस्ताक्षरों की जाँच नहीं हुई।',
};

/** The page's own words, in both languages; `hi` shows beside or instead of `en`. */
export const WORDS = {
  good: { en: 'Good', hi: 'ठीक' },
  remark: { en: 'Remark', hi: 'टिप्पणी' },
  bad: { en: 'Problem', hi: 'समस्या' },
  checking: { en: 'Checking…', hi: 'जाँच हो रही है…' },
  builtIn: { en: 'Built in', hi: 'पहले से शामिल' },
  chosenRoot: { en: 'Chosen by you as a root', hi: 'आपने रूट के रूप में चुना' },
  chosenService: { en: "Chosen by you as the service's", hi: 'आपने सेवा के लिए चुना' },
  noRoot: {
    en: 'No root is trusted yet, so nobody can be identified. Choose the root of the signers’ authority.',
    hi: 'अभी किसी रूट पर भरोसा नहीं है, इसलिए किसी की पहचान नहीं हो सकती। हस्ताक्षरकर्ताओं के प्राधिकरण का रूट चुनें।',
  },
  noCertificate: {
    en: 'contains no certificate in PEM or DER format.',
    hi: 'में PEM या DER प्रारूप का कोई प्रमाणपत्र नहीं है।',
  },
  details: { en: 'The whole verdict as JSON', hi: 'पूरा निष्कर्ष, JSON में' },
  sealKey: { en: "Key of the service's seal", hi: 'सेवा की मुहर की कुंजी' },
  comparedWith: { en: 'Compared with', hi: 'इससे तुलना की गई' },
  certificateOf: { en: 'Certificate of', hi: 'इसका प्रमाणपत्र' },
  audit: { en: 'Audit trail', hi: 'घटनाक्रम' },
} as const;

export const goodInHindi = (signers: number): string =>
  signers === 1
    ? 'सत्यापित: दस्तावेज़ अक्षुण्ण और पूर्ण है, और हस्ताक्षरकर्ता की पहचान हुई।'
    : `सत्यापित: दस्तावेज़ अक्षुण्ण और पूर्ण है, और सभी ${signers} हस्ताक्षरकर्ताओं की पहचान हुई।`;

/** The address alone proves nothing, and the page does not have the files. */
export const asked = (document: string, certificate: string) => ({
  en: `You came from a code for certificate ${certificate} of document ${document}. Choose these files: the page does not have them, and the code proves nothing by itself.`,
  hi: `आप दस्तावेज़ ${document} के प्रमाणपत्र ${certificate} के कोड से आए हैं। ये फ़ाइलें चुनें: वे इस पृष्ठ के पास नहीं हैं, और कोड अपने आप कुछ सिद्ध नहीं करता।`,
});
