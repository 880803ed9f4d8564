/** Breaks a line between words into rows that fit. A word that does not fit stands alone. */
export function wrapWords(line: string, fits: (text: string) => boolean): string[] {
  const rows: string[] = [];
  for (const word of line.split(' ')) {
    const longer = rows.length === 0 ? word : `${rows.at(-1)} ${word}`;
    if (rows.length > 0 && fits(longer)) rows[rows.length - 1] = longer;
    else rows.push(word);
  }
  return rows;
}
