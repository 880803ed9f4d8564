import type { Content, TableCell } from 'pdfmake';
import { withoutUnsafe } from '../../contract/unsafe-characters.ts';
import type { Fonts } from '../fonts/fonts.ts';
import { canDraw } from '../fonts/fonts.ts';
import { scriptRuns } from '../fonts/script-runs.ts';
import { istTime, utcTime } from '../signing/signature-lines.ts';

/** Turns evidence into what the layout engine prints. */
export interface LayoutText {
  /** Foreign text, made harmless; each run of one script by itself, since shaping knows one at a time. */
  text(value: string | number | null): Content;
  /** A time in UTC and IST on one line. */
  time(iso: string | null): Content;
  /** The same, one below the other, for narrow columns. */
  stackedTime(iso: string | null): Content;
  /** A label and its value. */
  row(label: string, value: Content): TableCell[];
}

const NONE = '–';

/** The layout helpers for a set of fonts. */
export function layoutText(fonts: Fonts): LayoutText {
  const drawable = (value: string) =>
    [...withoutUnsafe(value)].map((char) => (canDraw(fonts, char) ? char : '?')).join('');
  const text = (value: string | number | null): Content => {
    const runs = scriptRuns(drawable(String(value ?? '')));
    return { text: runs.length === 0 ? NONE : runs };
  };
  const time = (iso: string | null, between: string): Content => {
    if (iso === null) return { text: NONE };
    const date = new Date(iso);
    return { text: `${utcTime(date)}${between}${istTime(date)}` };
  };
  return {
    text,
    time: (iso) => time(iso, '   ·   '),
    stackedTime: (iso) => time(iso, '\n'),
    row: (label, value) => [{ text: label, color: '#5b6b82' }, value],
  };
}
