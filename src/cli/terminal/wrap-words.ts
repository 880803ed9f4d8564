import { stripVTControlCharacters } from 'node:util';

const INDENT = '  ';
/** Commands stay whole, so that they can be copied. */
const COMMAND = /^\s*(next:|esign|\$) /;
/** Single spaces: several align columns. */
const BETWEEN_WORDS = /(?<=\S) (?=\S)/;

function wrapLine(line: string, room: number): string {
  const shown = stripVTControlCharacters(line);
  if (shown.length <= room || COMMAND.test(shown)) return line;
  const indent = `${/^ */.exec(shown)?.[0] ?? ''}${INDENT}`;
  const lines: string[] = [];
  for (const word of line.split(BETWEEN_WORDS)) {
    const last = lines.at(-1);
    const longer = `${last} ${word}`;
    if (last === undefined) lines.push(word);
    else if (stripVTControlCharacters(longer).length <= room) lines.splice(-1, 1, longer);
    else lines.push(indent + word);
  }
  return lines.join('\n');
}

/** Breaks long lines between words, in the window of a terminal; other output stays as it is. */
export function wrapWords(text: string, { isTTY, columns }: NodeJS.WriteStream): string {
  if (!isTTY || !columns) return text;
  return text
    .split('\n')
    .map((line) => wrapLine(line, columns))
    .join('\n');
}
