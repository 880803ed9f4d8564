const DEVANAGARI = /[\u0900-\u097F\uA8E0-\uA8FF\u200C\u200D]/;

/** Splits a text into pieces of one script each; spaces go with what stands before them. */
export function scriptRuns(text: string): string[] {
  const runs: string[] = [];
  let current: boolean | undefined;
  for (const char of text) {
    const devanagari = char === ' ' && current !== undefined ? current : DEVANAGARI.test(char);
    if (devanagari === current) runs.push(`${runs.pop()}${char}`);
    else runs.push(char);
    current = devanagari;
  }
  return runs;
}
