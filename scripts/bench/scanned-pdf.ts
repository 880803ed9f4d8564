/** A page's picture, as a scanner writes it. */
export interface Scan {
  readonly width: number;
  readonly height: number;
  /** JPEG, or three bytes for each pixel. */
  readonly bytes: Uint8Array;
  readonly isJpeg: boolean;
}

const PAGE = [595, 842] as const;
/** Objects of a page: itself, its content and its picture. */
const OBJECTS = 3;
const FIRST = 3;

/** A PDF of pictures without text. The pages' objects lie in the file from the last page to the first. */
export function scannedPdf(scans: readonly Scan[]): Buffer {
  const parts: Buffer[] = [];
  const offsets: number[] = [];
  let length = 0;
  const add = (content: string | Uint8Array) => {
    const part =
      typeof content === 'string' ? Buffer.from(content, 'latin1') : Buffer.from(content);
    parts.push(part);
    length += part.length;
  };
  const object = (number: number, dictionary: string, stream?: Uint8Array) => {
    offsets[number] = length;
    add(`${number} 0 obj\n${dictionary}\n`);
    if (stream) for (const part of ['stream\n', stream, '\nendstream\n']) add(part);
    add('endobj\n');
  };
  add('%PDF-1.7\n%âãÏÓ\n');
  for (const [index, scan] of [...scans.entries()].reverse()) addPage(object, index, scan);
  const kids = scans.map((_, index) => `${FIRST + index * OBJECTS} 0 R`).join(' ');
  object(2, `<</Type/Pages/Kids[${kids}]/Count ${scans.length}>>`);
  object(1, '<</Type/Catalog/Pages 2 0 R>>');
  const xref = length;
  const rows = offsets.slice(1).map((at) => `${String(at).padStart(10, '0')} 00000 n \n`);
  add(`xref\n0 ${rows.length + 1}\n0000000000 65535 f \n${rows.join('')}`);
  add(`trailer\n<</Size ${rows.length + 1}/Root 1 0 R>>\nstartxref\n${xref}\n%%EOF\n`);
  return Buffer.concat(parts);
}

type AddObject = (number: number, dictionary: string, stream?: Uint8Array) => void;

function addPage(object: AddObject, index: number, { width, height, bytes, isJpeg }: Scan): void {
  const page = FIRST + index * OBJECTS;
  const content = Buffer.from(`q ${PAGE[0]} 0 0 ${PAGE[1]} 0 0 cm /Im0 Do Q`);
  object(
    page,
    `<</Type/Page/Parent 2 0 R/MediaBox[0 0 ${PAGE.join(' ')}]/Contents ${page + 1} 0 R/Resources<</XObject<</Im0 ${page + 2} 0 R>>>>>>`,
  );
  object(page + 1, `<</Length ${content.length}>>`, content);
  const filter = isJpeg ? '/Filter/DCTDecode' : '';
  object(
    page + 2,
    `<</Type/XObject/Subtype/Image/Width ${width}/Height ${height}/ColorSpace/DeviceRGB/BitsPerComponent 8${filter}/Length ${bytes.length}>>`,
    bytes,
  );
}
