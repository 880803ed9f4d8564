interface ScriptRule {
  readonly letters: RegExp;
  /** Absent if the Latin font has its letters. */
  readonly file?: string;
}

const RULES = {
  devanagari: { letters: /[\u0900-\u097F\uA8E0-\uA8FF]/ },
  bengali: { letters: /[\u0980-\u09FF]/, file: 'NotoSansBengali_400Regular.ttf' },
  gurmukhi: { letters: /[\u0A00-\u0A7F]/, file: 'NotoSansGurmukhi_400Regular.ttf' },
  gujarati: { letters: /[\u0A80-\u0AFF]/, file: 'NotoSansGujarati_400Regular.ttf' },
  odia: { letters: /[\u0B00-\u0B7F]/, file: 'NotoSansOriya_400Regular.ttf' },
  tamil: { letters: /[\u0B80-\u0BFF]/, file: 'NotoSansTamil_400Regular.ttf' },
  telugu: { letters: /[\u0C00-\u0C7F]/, file: 'NotoSansTelugu_400Regular.ttf' },
  kannada: { letters: /[\u0C80-\u0CFF]/, file: 'NotoSansKannada_400Regular.ttf' },
  malayalam: { letters: /[\u0D00-\u0D7F]/, file: 'NotoSansMalayalam_400Regular.ttf' },
  arabic: {
    letters: /[\u0600-\u06FF\u0750-\u077F\u08A0-\u08FF\uFB50-\uFDFF\uFE70-\uFEFC]/,
    file: 'NotoNaskhArabic_400Regular.ttf',
  },
} as const satisfies Record<string, ScriptRule>;

export type Script = 'latin' | keyof typeof RULES;

const SCRIPTS: readonly (readonly [Script, ScriptRule])[] = Object.entries(RULES).map(
  ([script, rule]) => [script as Script, rule],
);

/** Also for Devanagari. */
export const MAIN_FONTS = {
  regular: 'NotoSans_400Regular.ttf',
  bold: 'NotoSans_700Bold.ttf',
} as const;

/** The font file of a script, in its one weight; undefined for scripts in the main fonts. */
export function fontFileOf(script: Script): string | undefined {
  return SCRIPTS.find(([name]) => name === script)?.[1].file;
}

export const OWN_FONTS: readonly Script[] = SCRIPTS.flatMap(([script, { file }]) =>
  file === undefined ? [] : [script],
);

export const FONT_FILES: readonly string[] = [
  ...Object.values(MAIN_FONTS),
  ...SCRIPTS.flatMap(([, { file }]) => file ?? []),
];

/** A text in one script, which is all that shaping handles. */
export interface ScriptRun {
  readonly script: Script;
  readonly text: string;
}

/** Spaces and dandas belong to the run before them, joiners to any. */
const SHARED = /[ \u0964\u0965]/;
const JOINER = /\u200C|\u200D/;
const NEUTRAL = /^[\p{P}\p{Zs}]+$/u;

function scriptOf(char: string, before: Script | undefined): Script {
  if (before !== undefined && JOINER.test(char)) return before;
  // A space that ends a right-to-left run would stand on its wrong side.
  if (before !== undefined && before !== 'arabic' && SHARED.test(char)) return before;
  return SCRIPTS.find(([, { letters }]) => letters.test(char))?.[0] ?? 'latin';
}

/** Joins right-to-left words with the text between them, or the words would change places. */
function joinRightToLeft(runs: readonly ScriptRun[]): ScriptRun[] {
  const joined: ScriptRun[] = [];
  for (const run of runs) {
    const [before, between] = joined.slice(-2);
    const isEnclosed = before?.script === 'arabic' && between && NEUTRAL.test(between.text);
    if (run.script !== 'arabic' || !isEnclosed) joined.push(run);
    else joined.splice(-2, 2, { ...run, text: before.text + between.text + run.text });
  }
  return joined;
}

export function scriptRuns(text: string): ScriptRun[] {
  const runs: ScriptRun[] = [];
  for (const char of text) {
    const last = runs.at(-1);
    const script = scriptOf(char, last?.script);
    if (last?.script === script) runs[runs.length - 1] = { script, text: last.text + char };
    else runs.push({ script, text: char });
  }
  return joinRightToLeft(runs);
}
