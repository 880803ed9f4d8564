/** A hand-written PDF: each object's body by its number, in order from 1; the catalogue is object 1. */
export function writePdf(objects: readonly (string | Buffer)[], trailer = ''): Buffer {
  const parts: Buffer[] = [Buffer.from('%PDF-1.7\n%âãÏÓ\n', 'latin1')];
  const offsets: number[] = [];
  let length = parts[0]?.length ?? 0;
  const add = (part: Buffer) => {
    parts.push(part);
    length += part.length;
  };
  for (const [index, body] of objects.entries()) {
    offsets.push(length);
    const bytes = typeof body === 'string' ? Buffer.from(body, 'latin1') : body;
    add(Buffer.concat([Buffer.from(`${index + 1} 0 obj\n`), bytes, Buffer.from('\nendobj\n')]));
  }
  const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const size = objects.length + 1;
  const table = `xref\n0 ${size}\n0000000000 65535 f \n${rows}`;
  const end = `trailer\n<< /Size ${size} /Root 1 0 R ${trailer} >>\nstartxref\n${length}\n%%EOF\n`;
  return Buffer.concat([...parts, Buffer.from(table + end, 'latin1')]);
}

/** A stream object with its length. */
export function streamObject(data: string | Buffer, entries = ''): Buffer {
  const bytes = typeof data === 'string' ? Buffer.from(data, 'latin1') : data;
  const head = `<< /Length ${bytes.length} ${entries} >>\nstream\n`;
  return Buffer.concat([Buffer.from(head, 'latin1'), bytes, Buffer.from('\nendstream')]);
}

/** A page; `entries` such as /Rotate are PDF syntax. */
type PageSpec = { readonly box?: string; readonly entries?: string };

type PdfSpec = {
  readonly pages?: readonly PageSpec[];
  /** Entries of the catalogue as PDF syntax. */
  readonly catalog?: string;
  /** Bodies of further objects, numbered on from 4 + 2 × pages. */
  readonly more?: readonly (string | Buffer)[];
};

/** A small contract with text on every page. */
export function aPdf(options: PdfSpec = {}): Buffer {
  const pages = options.pages ?? [{}];
  const kids = pages.map((_, index) => `${4 + index * 2} 0 R`).join(' ');
  const objects: (string | Buffer)[] = [
    `<< /Type /Catalog /Pages 2 0 R ${options.catalog ?? ''} >>`,
    `<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ];
  for (const [index, { box = '0 0 595 842', entries = '' }] of pages.entries()) {
    const content = `BT /F1 18 Tf 72 700 Td (Service agreement, page ${index + 1}) Tj ET`;
    const resources = '/Resources << /Font << /F1 3 0 R >> >>';
    const contents = `/Contents ${5 + index * 2} 0 R`;
    objects.push(
      `<< /Type /Page /Parent 2 0 R /MediaBox [${box}] ${resources} ${contents} ${entries} >>`,
      streamObject(content),
    );
  }
  return writePdf([...objects, ...(options.more ?? [])]);
}
