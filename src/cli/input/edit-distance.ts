/** Number of single-character edits between two words (Levenshtein). */
export function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (const [i, letter] of [...a].entries()) {
    const next = [i + 1];
    for (const [j, other] of [...b].entries()) {
      const change = (row[j] ?? 0) + (letter === other ? 0 : 1);
      next.push(Math.min(change, (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}

/** The known word with the fewest edits, if there is one within `most`. */
export function nearestWord(word: string, known: readonly string[], most = 2): string | undefined {
  const ranked = known.map((item) => ({ item, distance: editDistance(word, item) }));
  const [best] = ranked.sort((one, other) => one.distance - other.distance);
  return best && best.distance <= most ? best.item : undefined;
}
