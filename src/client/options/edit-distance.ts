/** Number of single-character edits between two words; swapped neighbours count as one edit. */
export function editDistance(a: string, b: string): number {
  const [from, to] = [[...a], [...b]];
  const rows = [Array.from({ length: to.length + 1 }, (_, index) => index)];
  const at = (i: number, j: number) => rows[i]?.[j] ?? Number.POSITIVE_INFINITY;
  const isSwap = (i: number, j: number) => from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1];
  for (let i = 1; i <= from.length; i += 1) {
    const row = [i];
    rows.push(row);
    for (let j = 1; j <= to.length; j += 1) {
      const change = at(i - 1, j - 1) + Number(from[i - 1] !== to[j - 1]);
      const edits = [change, at(i - 1, j) + 1, at(i, j - 1) + 1];
      row.push(Math.min(...edits, isSwap(i, j) ? at(i - 2, j - 2) + 1 : change));
    }
  }
  return at(from.length, to.length);
}

/** The known word with the fewest edits, if within `most`. */
export function nearestWord(word: string, known: readonly string[], most = 2): string | undefined {
  const ranked = known.map((item) => ({ item, distance: editDistance(word, item) }));
  const [best] = ranked.sort((one, other) => one.distance - other.distance);
  return best && best.distance <= most ? best.item : undefined;
}
