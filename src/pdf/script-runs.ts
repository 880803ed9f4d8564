function isDevanagari(char: string): boolean {
  const point = char.codePointAt(0) ?? 0;
  if (point === 0x200c || point === 0x200d) return true;
  return (point >= 0x900 && point <= 0x97f) || (point >= 0xa8e0 && point <= 0xa8ff);
}

/** Splits a text into pieces of one script each; spaces go with what stands before them. */
export function scriptRuns(text: string): string[] {
  const runs: string[] = [];
  let current: boolean | undefined;
  for (const char of text) {
    const devanagari = char === ' ' && current !== undefined ? current : isDevanagari(char);
    if (devanagari === current) runs.push(`${runs.pop()}${char}`);
    else runs.push(char);
    current = devanagari;
  }
  return runs;
}
