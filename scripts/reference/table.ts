/** Text that a cell of a table shows as it is. */
export const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('<', '&lt;');

/** A table whose columns are aligned, as the formatter wants it. */
export function tableOf(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = heads.map((head, index) =>
    Math.max(head.length, ...rows.map((cells) => cells[index]?.length ?? 0)),
  );
  const line = (cells: readonly string[], filler = ' ') =>
    `| ${widths.map((width, index) => (cells[index] ?? '').padEnd(width, filler)).join(' | ')} |`;
  return [line(heads), line([], '-'), ...rows.map((cells) => line(cells))].join('\n');
}
