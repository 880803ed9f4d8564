import { randomBytes } from 'node:crypto';

const HEADER = '%PDF-1.7\n%âãÏÓ\n';

/** A one-page PDF of about this many bytes: the page shows an image of noise, which does not compress. */
export function pdfOfSize(bytes: number): Buffer {
  const side = Math.max(1, Math.floor(Math.sqrt(bytes / 3)));
  const noise = randomBytes(side * side * 3);
  const content = 'q 500 0 0 500 48 200 cm /Im0 Do Q';
  const parts: Buffer[] = [Buffer.from(HEADER, 'latin1')];
  const offsets: number[] = [];
  let length = parts[0]?.length ?? 0;
  const add = (body: string | Buffer) => {
    const chunk = Buffer.isBuffer(body) ? body : Buffer.from(body, 'latin1');
    parts.push(chunk);
    length += chunk.length;
  };
  const object = (number: number, dictionary: string, stream?: Buffer) => {
    offsets[number] = length;
    add(`${number} 0 obj\n${dictionary}\n`);
    if (stream) add(Buffer.concat([Buffer.from('stream\n'), stream, Buffer.from('\nendstream\n')]));
    add('endobj\n');
  };
  object(1, '<</Type/Catalog/Pages 2 0 R>>');
  object(2, '<</Type/Pages/Kids[3 0 R]/Count 1>>');
  object(
    3,
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents 4 0 R/Resources<</XObject<</Im0 5 0 R>>>>>>',
  );
  object(4, `<</Length ${content.length}>>`, Buffer.from(content));
  object(
    5,
    `<</Type/XObject/Subtype/Image/Width ${side}/Height ${side}/ColorSpace/DeviceRGB/BitsPerComponent 8/Length ${noise.length}>>`,
    noise,
  );
  const xref = length;
  const rows = offsets.slice(1).map((at) => `${String(at).padStart(10, '0')} 00000 n \n`);
  add(`xref\n0 6\n0000000000 65535 f \n${rows.join('')}`);
  add(`trailer\n<</Size 6/Root 1 0 R>>\nstartxref\n${xref}\n%%EOF\n`);
  return Buffer.concat(parts);
}
