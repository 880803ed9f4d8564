import type { Content, CustomTableLayout, createPdf, Size, TableCell } from 'pdfmake';
import { withoutUnsafe } from '../../contract/unsafe-characters.ts';
import { cutText, partsOf, wrapWords } from '../fonts/cut-text.ts';
import type { Fonts } from '../fonts/fonts.ts';
import { drawableText } from '../fonts/fonts.ts';
import type { ScriptRun } from '../fonts/scripts.ts';
import { scriptRuns } from '../fonts/scripts.ts';
import { istTime, utcTime } from '../signing/signature-lines.ts';
import type { CompletionEvidence } from './completion-evidence.ts';
import { BREAK, familyOf } from './shaping-printer.ts';

export type Layout = Parameters<typeof createPdf>[0];

export type Column = Content & { readonly width?: Size };

export interface LayoutText {
  /** Untrusted text, made harmless and split by script. */
  text(value: string | number | null): Content;
  /** UTC, then IST in brackets. */
  time(iso: string | null): Content;
  /** UTC and IST on two lines, for narrow columns. */
  stackedTime(iso: string | null): Content;
  /** 64 hexadecimal digits on two lines. */
  hash(digits: string): Content;
  row(label: string, value: Content): TableCell[];
}

/** Left and right, in points. */
const PAGE_MARGIN = 40;
const A4_WIDTH = 595.28;
/** Between the margins, in points. */
export const CONTENT_WIDTH = A4_WIDTH - 2 * PAGE_MARGIN;
/** On each side of a cell, in points. */
export const PADDING = 4;
const NONE = '–';
/** Half a SHA-256. */
const DIGITS_A_LINE = 32;

export const FACT_LINES: CustomTableLayout = {
  hLineWidth: (index) => (index === 0 ? 0 : 0.5),
  vLineWidth: () => 0,
  hLineColor: () => '#dde4ee',
  paddingLeft: () => 0,
  paddingRight: () => PADDING,
  paddingTop: () => 1.8,
  paddingBottom: () => 1.8,
};

/** Below each row, in points. */
export const BLOCK_PADDING = 1.3;

export const BLOCK_LINES: CustomTableLayout = {
  ...FACT_LINES,
  paddingTop: () => 0,
  paddingBottom: () => BLOCK_PADDING,
};

export const ROW_LINES: CustomTableLayout = {
  ...FACT_LINES,
  paddingLeft: () => PADDING,
  fillColor: (index) => (index === 0 ? '#eef3fa' : null),
};

/** The width left beside fixed columns. pdfmake's `*` would grow with the longest word. */
function restOf(widths: readonly number[], padding: number): number {
  return CONTENT_WIDTH - padding - widths.reduce((sum, width) => sum + width, 0);
}

export const valueWidth = (label: number): number => restOf([label], 2 * PADDING);

/** The width of each flexible column in a table with a header row. */
export const sharedWidth = (fixed: readonly number[], flexible: number): number =>
  restOf(fixed, 2 * PADDING * (fixed.length + flexible)) / flexible;

const LEAST_LEADING = 1.1;

/** The most letters of right-to-left text on one line. */
const LONGEST_LINE = 30;
/** The most letters of a word that fits any column. A longer one may break every `PART` letters. */
const LONGEST_WORD = 24;
const PART = 8;

/** Breaks long words here: pdfmake would break them between a letter and its signs. */
function breakable(text: string): string {
  const broken = (word: string) =>
    word.length <= LONGEST_WORD ? word : partsOf(word, PART).join(BREAK);
  return text.split(' ').map(broken).join(' ');
}

/** pdfmake sets words left to right, each alone: lines from right to left are broken here. */
function contentOf({ script, text }: ScriptRun): Exclude<Content, string>[] {
  if (script === 'latin') return [{ text }];
  // Indic letters reach higher and lower than Latin ones.
  const style = { font: familyOf(script), lineHeight: LEAST_LEADING };
  if (script !== 'arabic') return [{ text: breakable(text), ...style }];
  const words = text.split(' ').flatMap((word) => partsOf(word, LONGEST_LINE));
  const lines = wrapWords(words.join(' '), (line) => line.length <= LONGEST_LINE);
  const inlines = lines.map((line) => ({
    ...{ text: line, ...style, noWrap: true },
    // Features, even an empty list, keep pdfkit from splitting the line into words.
    fontFeatures: [],
  }));
  return inlines.flatMap((inline, index) => (index === 0 ? [inline] : [{ text: '\n' }, inline]));
}

export const heading = (text: string): Content => ({ text, style: 'heading' });

export const section = (title: string, ...content: readonly Content[]): Content => ({
  unbreakable: true,
  stack: [heading(title), ...content],
});

/** `21 Nov 2026, 20:04:05 UTC (22 Nov 2026, 01:34:05 IST)`, the second date only if it differs. */
export function bothTimes(date: Date): string {
  const [utc, ist] = [utcTime(date), istTime(date)];
  const [day] = utc.split(', ');
  return `${utc} (${ist.startsWith(`${day}, `) ? ist.slice(`${day}, `.length) : ist})`;
}

/** A text cut to a number of characters, ending in `…` if it was cut. */
export function shorten(text: string, longest: number): string {
  return cutText(text, longest) === text ? text : `${cutText(text, longest - 1)}…`;
}

export const row = (label: string, value: Content): TableCell[] => [
  { text: label, color: '#5b6b82' },
  value,
];

export function layoutText(fonts: Fonts): LayoutText {
  const text = (value: string | number | null): Content => {
    const shown = drawableText(fonts, withoutUnsafe(String(value ?? '')));
    const runs = scriptRuns(shown).flatMap(contentOf);
    return { text: runs.length === 0 ? NONE : runs };
  };
  const timed = (iso: string | null, show: (date: Date) => string): Content => ({
    text: iso === null ? NONE : show(new Date(iso)),
  });
  return {
    text,
    time: (iso) => timed(iso, bothTimes),
    stackedTime: (iso) => timed(iso, (date) => `${utcTime(date)}\n${istTime(date)}`),
    hash: (digits) => ({
      text: `${digits.slice(0, DIGITS_A_LINE)}\n${digits.slice(DIGITS_A_LINE)}`,
    }),
    row,
  };
}

const TEST_NOTE = 'TEST: made by a sandbox, with test certificates and without legal effect';

interface PageContent {
  readonly title: string;
  readonly content: Content[];
  readonly footer: string;
  /** At the top of each page; default: that the service is a sandbox, if it is one. */
  readonly mark?: string | null;
}

interface PageSubject {
  readonly service: Pick<CompletionEvidence['service'], 'name' | 'version' | 'sandbox'>;
  readonly generatedAt: string;
  readonly document: Pick<CompletionEvidence['document'], 'id'>;
}

export function pageOf(
  { service, generatedAt, document }: PageSubject,
  { title, content, footer, mark }: PageContent,
): Layout {
  const date = new Date(generatedAt);
  return {
    content,
    header: {
      text: mark ?? (service.sandbox ? TEST_NOTE : ''),
      alignment: 'center',
      color: '#b42318',
      bold: true,
      margin: [0, 13, 0, 0],
    },
    footer: (page: number, pages: number) => ({
      text: `${footer}, page ${page} of ${pages}`,
      alignment: 'center',
      color: '#5b6b82',
      fontSize: 7.5,
      margin: [0, 7, 0, 0],
    }),
    pageSize: 'A4',
    pageMargins: [PAGE_MARGIN, 34, PAGE_MARGIN, 30],
    defaultStyle: { font: familyOf('latin'), fontSize: 8.5, lineHeight: 1 },
    styles: {
      heading: { fontSize: 12, bold: true, color: '#16345f', margin: [0, 10, 0, 3] },
      head: { bold: true },
      part: { bold: true, color: '#16345f', margin: [0, 1.5, 0, 0] },
      checks: { fontSize: 8 },
      block: { fontSize: 10, bold: true, color: '#16345f', margin: [0, 4, 0, 1] },
      small: { fontSize: 7, lineHeight: 0.86 },
    },
    // XML metadata needs this version. It has no user names: they are not escaped there.
    version: '1.7',
    language: 'en-IN',
    displayTitle: true,
    info: {
      title: `${title}, document ${document.id}`,
      producer: service.name,
      creator: `${service.name} ${service.version}`,
      creationDate: date,
      modDate: date,
    },
  };
}
