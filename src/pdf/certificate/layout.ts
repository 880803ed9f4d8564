import { buffer } from 'node:stream/consumers';
import type { Content, CustomTableLayout, createPdf, TableCell } from 'pdfmake';
import { withoutUnsafe } from '../../contract/unsafe-characters.ts';
import type { Fonts } from '../fonts/fonts.ts';
import { canDraw, scriptRuns } from '../fonts/fonts.ts';
import { istTime, utcTime } from '../signing/signature-lines.ts';

/** A document for pdfmake. */
export type Layout = Parameters<typeof createPdf>[0];

/** Turns evidence into content for pdfmake. */
export interface LayoutText {
  /** Untrusted text, made harmless and split by script. */
  text(value: string | number | null): Content;
  /** A time in UTC and IST on one line. */
  time(iso: string | null): Content;
  /** A time in UTC and IST on two lines, for narrow columns. */
  stackedTime(iso: string | null): Content;
  /** A label and its value. */
  row(label: string, value: Content): TableCell[];
}

/** Left and right page margin in points. */
export const PAGE_MARGIN = 40;
const A4_WIDTH = 595.28;
const PADDING = 4;
const NONE = '–';
const FAMILY = { Noto: { normal: 'regular.ttf', bold: 'bold.ttf' } };

/** Labels and values, separated by thin lines. */
export const FACT_LINES: CustomTableLayout = {
  hLineWidth: (index) => (index === 0 ? 0 : 0.5),
  vLineWidth: () => 0,
  hLineColor: () => '#dde4ee',
  paddingLeft: () => 0,
  paddingRight: () => PADDING,
  paddingTop: () => 2.5,
  paddingBottom: () => 2.5,
};

/** A table with a header row. */
export const ROW_LINES: CustomTableLayout = {
  ...FACT_LINES,
  paddingLeft: () => PADDING,
  fillColor: (index) => (index === 0 ? '#eef3fa' : null),
};

/** The width left beside fixed columns. pdfmake's `*` would grow with the longest word. */
function restOf(widths: readonly number[], padding: number): number {
  return A4_WIDTH - 2 * PAGE_MARGIN - padding - widths.reduce((sum, width) => sum + width, 0);
}

/** The width of the values beside labels of a width. */
export const valueWidth = (label: number): number => restOf([label], 2 * PADDING);

/** The width of each of `flexible` columns beside columns of fixed widths, in a table with a header row. */
export const sharedWidth = (fixed: readonly number[], flexible: number): number =>
  restOf(fixed, 2 * PADDING * (fixed.length + flexible)) / flexible;

/** The content helpers for a set of fonts. */
export function layoutText(fonts: Fonts): LayoutText {
  const drawable = (value: string) =>
    [...withoutUnsafe(value)].map((char) => (canDraw(fonts, char) ? char : '?')).join('');
  const text = (value: string | number | null): Content => {
    const runs = scriptRuns(drawable(String(value ?? '')));
    return { text: runs.length === 0 ? NONE : runs };
  };
  const time = (iso: string | null, separator: string): Content => {
    if (iso === null) return { text: NONE };
    const date = new Date(iso);
    return { text: `${utcTime(date)}${separator}${istTime(date)}` };
  };
  return {
    text,
    time: (iso) => time(iso, '   ·   '),
    stackedTime: (iso) => time(iso, '\n'),
    row: (label, value) => [{ text: label, color: '#5b6b82' }, value],
  };
}

/** Loads pdfmake, which is large, with the first layout. */
async function loadPrinter() {
  const { default: printer } = await import('pdfmake/js/Printer.js');
  // Node and bundlers disagree on the default export of this CommonJS module.
  return 'default' in printer ? printer.default : printer;
}

/** Prints a layout with the given fonts, without access to files or the network. */
export async function printLayout(layout: Layout, fonts: Fonts): Promise<Buffer> {
  const files = new Map([
    [FAMILY.Noto.normal, fonts.regular.bytes],
    [FAMILY.Noto.bold, fonts.bold.bytes],
  ]);
  const virtual = {
    existsSync: (path: string) => files.has(path),
    readFileSync: (path: string) => files.get(path) ?? Buffer.alloc(0),
  };
  const offline = { resolve: () => undefined, resolved: () => Promise.resolve() };
  const Printer = await loadPrinter();
  // pdfmake modifies its arguments.
  const printer = new Printer(structuredClone(FAMILY), virtual, offline, () => false);
  const document = await printer.createPdfKitDocument(layout);
  document.end();
  return await buffer(document);
}
