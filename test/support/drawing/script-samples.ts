/** A part of a sample in one script, with the font file that has it. */
interface SamplePart {
  readonly file: string;
  readonly text: string;
}

/** A line in one script or several. */
export interface ScriptSample {
  readonly name: string;
  /** In the order in which they are seen. */
  readonly parts: readonly SamplePart[];
}

const one = (name: string, file: string, text: string): ScriptSample => ({
  name,
  parts: [{ file: `${file}_400Regular.ttf`, text }],
});

/** Words with joined, reordered and stacked letters in every script, and a name in three of them. */
export const SCRIPT_SAMPLES: readonly ScriptSample[] = [
  one('Latin', 'NotoSans', 'Zoë D’Souza Öffner'),
  one('Devanagari', 'NotoSans', 'श्रीनिवास कृष्णमूर्ति क्षेत्रज्ञ र्‍ट्ठ्य'),
  one('Bengali', 'NotoSansBengali', 'চট্টোপাধ্যায় অক্কা শ্রীকৃষ্ণ টি'),
  one('Gurmukhi', 'NotoSansGurmukhi', 'ਗੁਰਪ੍ਰੀਤ ਸਿੰਘ ਪੜ੍ਹਿਆ ਤੁਹਾਨੂੰ'),
  one('Gujarati', 'NotoSansGujarati', 'નરેન્દ્ર કૃષ્ણકાંત જ્ઞાનશ્રી'),
  one('Odia', 'NotoSansOriya', 'ଶ୍ରୀକାନ୍ତ ମହାପାତ୍ର ଲକ୍ଷ୍ମୀ'),
  one('Tamil', 'NotoSansTamil', 'லக்ஷ்மி ஸ்ரீனிவாசன் கௌசல்யா'),
  one('Telugu', 'NotoSansTelugu', 'శ్రీనివాస కృష్ణమూర్తి లక్ష్మి శక్తి'),
  one('Kannada', 'NotoSansKannada', 'ಶ್ರೀನಿವಾಸ ಕೃಷ್ಣಪ್ಪ ಲಕ್ಷ್ಮಿ ಕೀರ್ತಿ'),
  one('Malayalam', 'NotoSansMalayalam', 'ശ്രീകൃഷ്ണൻ ഉണ്ണിത്താൻ ലക്ഷ്മി'),
  one('Urdu', 'NotoNaskhArabic', 'محمد صدیقی، علی-خان لالہ'),
  {
    name: 'several at once',
    parts: [
      { file: 'NotoSans_400Regular.ttf', text: 'Dr. ' },
      { file: 'NotoSansTelugu_400Regular.ttf', text: 'శ్రీనివాస ' },
      { file: 'NotoSans_400Regular.ttf', text: '(' },
      { file: 'NotoNaskhArabic_400Regular.ttf', text: 'علی خان' },
      { file: 'NotoSans_400Regular.ttf', text: ') Rao' },
    ],
  },
];

/** The whole line of a sample. */
export const lineOf = ({ parts }: ScriptSample): string => parts.map(({ text }) => text).join('');
