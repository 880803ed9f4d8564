import { streamObject, writePdf } from './a-pdf.ts';

interface FormSpec {
  /** Entries of each widget as PDF syntax; without a type of field it is a text. */
  readonly widgets: readonly string[];
  /** Entries of the form. */
  readonly form?: string;
  /** The page's own content; F1 is Helvetica. */
  readonly content?: string;
  /** Replaces the content, object 5, as PDF syntax. */
  readonly contents?: string;
  /** References to annotations before the widgets. */
  readonly annotations?: string;
  /** Entries of the page. */
  readonly page?: string;
  /** Entries of the catalogue. */
  readonly catalog?: string;
  /** Bodies of further objects, numbered on from 6. */
  readonly more?: readonly (string | Buffer)[];
}

const CONTENT = 'BT /F1 12 Tf 72 720 Td (Rental agreement for the second floor.) Tj ET';

/** An appearance in a box of 200 by 20 points. */
export const anAppearance = (content: string, entries = ''): Buffer =>
  streamObject(
    content,
    `/Type /XObject /Subtype /Form /BBox [0 0 200 20] /Resources << /Font << /Helv 3 0 R >> >> ${entries}`,
  );

/** What a viewer writes as the appearance of a text. */
export const textAppearance = (text: string): Buffer =>
  anAppearance(`/Tx BMC q BT /Helv 12 Tf 0 g 2 5 Td (${text}) Tj ET Q EMC`);

/** A page with text and a form. */
export function aForm(spec: FormSpec): Buffer {
  const { widgets, form = '', content = CONTENT, contents = '5 0 R' } = spec;
  const { annotations = '', page = '', catalog = '', more = [] } = spec;
  const first = 6 + more.length;
  const kids = widgets.map((_, index) => `${first + index} 0 R`).join(' ');
  const defaults = '/DR << /Font << /Helv 3 0 R >> >> /DA (/Helv 12 Tf 0 g)';
  return writePdf([
    `<< /Type /Catalog /Pages 2 0 R /AcroForm << /Fields [${kids}] ${defaults} ${form} >> ${catalog} >>`,
    '<< /Type /Pages /Kids [4 0 R] /Count 1 >>',
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents ${contents} /Annots [${annotations} ${kids}]
        /Resources << /Font << /F1 3 0 R >> >> ${page} >>`,
    streamObject(content),
    ...more,
    ...widgets.map((entries, index) => {
      const type = entries.includes('/FT') ? '' : '/FT /Tx';
      return `<< /Type /Annot /Subtype /Widget ${type} /T (field${index + 1}) /F 4 ${entries} >>`;
    }),
  ]);
}
