import stringWidth from 'string-width';
import type { Run, Style } from './screen.ts';

/** The lines of a picture, and what it is called for those who do not see it. */
export interface Picture {
  readonly title: string;
  readonly lines: readonly (readonly Run[])[];
}

const CELL = { width: 8.4, height: 19 } as const;
const FONT_SIZE = 14;
const MARGIN = 18;
/** The baseline of a line below its top. */
const BASELINE = 14;

const BACKGROUND = '#1b1f27';
const TEXT = '#e6e9ef';
/** The colours 0 to 15 of terminals, each with a contrast of 4.5 or more to the background. */
const PALETTE = [
  ['#8b93a3', '#ff8a80', '#8fd694', '#f2c66d', '#8ab4f8', '#d7a6f5', '#78d3e0', '#e6e9ef'],
  ['#9aa3b2', '#ff9e95', '#a5e3a9', '#f7d68d', '#a3c5fb', '#e2bdf8', '#93dfea', '#ffffff'],
].flat();

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

const round = (size: number): string => String(Math.round(size * 100) / 100);

function attributes({ colour, bold, dim, italic, underline }: Style): string {
  return [
    colour === undefined ? '' : ` fill="${PALETTE[colour] ?? TEXT}"`,
    bold ? ' font-weight="bold"' : '',
    dim ? ` fill-opacity="0.75"` : '',
    italic ? ' font-style="italic"' : '',
    underline ? ' text-decoration="underline"' : '',
  ].join('');
}

/** The words of a stretch, parted where it has more than one blank, which SVG would not keep. */
function wordsOf(run: Run): Run[] {
  const found = [...run.text.matchAll(/\S+(?: \S+)*/g)];
  return found.map(({ 0: text, index }) => ({
    ...run,
    text,
    column: run.column + stringWidth(run.text.slice(0, index)),
    columns: stringWidth(text),
  }));
}

/** Each stretch is as wide as its columns, whatever font shows it. */
function runText({ column, text, columns, style }: Run): string {
  const place = `x="${round(column * CELL.width)}" textLength="${round(columns * CELL.width)}"`;
  return `<tspan ${place}${attributes(style)}>${escaped(text)}</tspan>`;
}

/** An SVG with the text as text, on a background of its own, so that it is read on light and dark pages. */
export function pictureSvg({ title, lines }: Picture): string {
  const words = lines.map((runs) => runs.flatMap(wordsOf));
  const ends = words.flat().map(({ column, columns }) => column + columns);
  const width = round(Math.max(...ends) * CELL.width + 2 * MARGIN);
  const height = round(lines.length * CELL.height + 2 * MARGIN);
  const texts = words.flatMap((runs, row) => {
    if (runs.length === 0) return [];
    const shown = runs.map(runText);
    return [`<text y="${round(row * CELL.height + BASELINE)}">${shown.join(' ')}</text>`];
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" role="img" aria-labelledby="title" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">`,
    `<title id="title">${escaped(title)}</title>`,
    `<rect width="100%" height="100%" rx="8" fill="${BACKGROUND}"/>`,
    `<g transform="translate(${MARGIN} ${MARGIN})" font-family="ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace" font-size="${FONT_SIZE}" fill="${TEXT}">`,
    ...texts,
    '</g>',
    '</svg>',
    '',
  ].join('\n');
}
