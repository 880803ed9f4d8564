const MARKS: Readonly<Record<string, string>> = {
  '…': '...',
  '–': '-',
  '—': '-',
  '·': '-',
  '•': '*',
  '→': '->',
  '←': '<-',
  '×': 'x',
  '✓': 'ok',
  '✗': 'x',
  '█': '#',
  '░': '.',
  '‘': "'",
  '’': "'",
  '“': '"',
  '”': '"',
};
const MARK = new RegExp(`[${Object.keys(MARKS).join('')}]`, 'gu');

export const inAscii = (text: string): string => text.replace(MARK, (mark) => MARKS[mark] ?? mark);

/** From now on, a terminal gets ASCII in place of our marks. Pipes and JSON stay as they are. */
export function writeAscii(stream: NodeJS.WriteStream): void {
  if (!stream.isTTY) return;
  const write = stream.write.bind(stream);
  stream.write = (chunk: string | Uint8Array, ...rest: never[]) =>
    write(typeof chunk === 'string' ? inAscii(chunk) : chunk, ...rest);
}
