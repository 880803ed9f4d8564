import { deflateSync } from 'node:zlib';
import { aPdf, streamObject, writePdf } from './a-pdf.ts';

const edited = (pdf: Buffer, find: string | RegExp, by: (found: string) => string) =>
  Buffer.from(pdf.toString('latin1').replace(find, by), 'latin1');

/** Leaves the same number of spaces, so that no offset changes. */
const without = (words: string) => edited(aPdf(), words, (found) => ' '.repeat(found.length));

const lastXref = (pdf: Buffer) => pdf.lastIndexOf('\nxref') + 1;

/** The rows of a cross-reference stream. */
const rowsOf = (rows: readonly (readonly number[])[], widths: readonly number[]) =>
  Buffer.concat(
    rows.map((row) =>
      Buffer.concat(
        row.map((value, at) =>
          Buffer.from(value.toString(16).padStart(2 * (widths[at] ?? 0), '0'), 'hex'),
        ),
      ),
    ),
  );

/** PNG's predictor "up" (ISO 32000-2, 7.4.4.4). */
function predicted(data: Buffer, columns: number): Buffer {
  const lines: Buffer[] = [];
  for (let at = 0; at < data.length; at += columns) {
    const line = data.subarray(at, at + columns);
    const above = at === 0 ? Buffer.alloc(columns) : data.subarray(at - columns, at);
    lines.push(Buffer.from([2, ...line.map((byte, index) => (byte - (above[index] ?? 0)) & 255)]));
  }
  return Buffer.concat(lines);
}

/** A file with a second revision, which is described by a cross-reference stream and adds a note to the page. */
export function revisedPdf({
  widths = [1, 2, 1],
  prev = 0,
  isCompressed = false,
}: {
  readonly widths?: readonly [number, number, number];
  /** Added to the offset of the first section. */
  readonly prev?: number;
  readonly isCompressed?: boolean;
} = {}): Buffer {
  const first = aPdf();
  const note =
    '6 0 obj\n<< /Type /Annot /Subtype /Text /Rect [0 0 9 9] /Contents (Check) >>\nendobj\n';
  const page =
    '4 0 obj\n<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Annots [6 0 R] >>\nendobj\n';
  const noteAt = first.length;
  const pageAt = noteAt + note.length;
  const at = pageAt + page.length;
  const rows = rowsOf(
    [
      [1, pageAt, 0],
      [1, noteAt, 0],
      [1, at, 0],
    ],
    widths,
  );
  const columns = widths.reduce((sum, width) => sum + width, 0);
  const filter = `/Filter /FlateDecode /DecodeParms << /Predictor 12 /Columns ${columns} >>`;
  const entries = `/Type /XRef /Size 8 /Root 1 0 R /Prev ${lastXref(first) + prev} /Index [4 1 6 2] /W [${widths.join(' ')}]`;
  const stream = isCompressed
    ? streamObject(deflateSync(predicted(rows, columns)), `${entries} ${filter}`)
    : streamObject(rows, entries);
  const end = Buffer.from(`\nendobj\nstartxref\n${at}\n%%EOF\n`);
  return Buffer.concat([first, Buffer.from(`${note}${page}7 0 obj\n`), stream, end]);
}

/** Files that break a rule and that every viewer shows alike, by what they do. */
export const ODD_PDFS: Readonly<Record<string, () => Buffer>> = {
  'startxref before white space': () =>
    edited(aPdf(), /startxref\n(\d+)/, (found) =>
      found.replace(/\d+/, (at) => String(Number(at) - 1)),
    ),
  'a comment before the table': () => edited(aPdf(), '\nxref\n', () => '\n% made by hand\nxref\n'),
  '/Prev before white space': () => revisedPdf({ prev: -1 }),
  'offsets of 8 bytes': () => revisedPdf({ widths: [1, 8, 2] }),
  'compressed offsets of 8 bytes': () => revisedPdf({ widths: [1, 8, 2], isCompressed: true }),
  'a web page behind the end': () =>
    Buffer.concat([aPdf(), Buffer.from(`<html><body>${'x'.repeat(3000)}</body></html>`)]),
  'a page without a type': () => without('/Type /Page '),
  'pages without a type': () => without('/Type /Pages '),
  'a list of pages of its own': () =>
    writePdf([
      '<< /Type /Catalog /Pages 2 0 R >>',
      '<< /Type /Pages /Kids 3 0 R /Count 1 >>',
      '[4 0 R]',
      '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] >>',
    ]),
  'a page that is no object of its own': () =>
    writePdf([
      '<< /Type /Catalog /Pages 2 0 R >>',
      '<< /Type /Pages /Kids [<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] >>] /Count 1 >>',
    ]),
};

/** Files of which a part is missing or cannot be told, by what they do. */
export const DAMAGED_PDFS: Readonly<Record<string, () => Buffer>> = {
  'startxref into an object': () => edited(aPdf(), /startxref\n\d+/, () => 'startxref\n30'),
  '/Prev into an object': () => revisedPdf({ prev: -40 }),
  'a second revision that was cut off': () => {
    const more = Array.from(
      { length: 40 },
      (_, at) => `${8 + at} 0 obj\n<< /A (${'x'.repeat(40)}) >>\nendobj\n`,
    );
    return Buffer.concat([aPdf(), Buffer.from(more.join(''))]);
  },
  'an offset beyond every file': () => {
    const pdf = revisedPdf({ widths: [1, 8, 2] });
    pdf[pdf.lastIndexOf('stream\n', pdf.lastIndexOf('endstream') - 1) + 8] = 1;
    return pdf;
  },
};
