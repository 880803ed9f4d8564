import { createHash } from 'node:crypto';
import { PDF, PdfArray, PdfDict, PdfName, PdfNumber, PdfString } from '@libpdf/core';
import { formStream } from '../../../src/pdf/objects.ts';
import { formFields } from '../../../src/pdf/signing/form-fields.ts';
import { embedCms } from '../../../src/pdf/signing/prepare.ts';
import { createCms } from '../trust/create-cms.ts';
import { testAuthority } from '../trust/pdf-authority.ts';
import { documentToken } from '../trust/timestamp-cms.ts';

/** Changes a loaded document. */
export type Change = (pdf: PDF) => void;

const RESERVE = 8192;
const UNKNOWN = 9_999_999_999;

/** The file with a change in an update of its own. */
export async function updated(file: Buffer, change: Change): Promise<Buffer> {
  const pdf = await PDF.load(file, { lenient: false });
  change(pdf);
  return Buffer.from(await pdf.save({ incremental: true }));
}

/** A field of the form at any depth. */
export function fieldNamed(pdf: PDF, name: string): PdfDict {
  const found = [...formFields(pdf)].find((field) => field.name === name);
  if (found === undefined) throw new Error(`there is no field ${name}`);
  return found.dict;
}

/** An appearance that shows nothing. */
export function anAppearance(pdf: PDF): PdfDict {
  const content = formStream({ width: 9, height: 9, content: Buffer.from('q Q') });
  return PdfDict.of({ N: pdf.register(content) });
}

/** A signature's reference to a transform. */
export function aReference(
  method: string,
  parameters: Record<string, PdfName | PdfArray | PdfNumber>,
) {
  const reference = {
    Type: PdfName.of('SigRef'),
    TransformMethod: PdfName.of(method),
    TransformParams: PdfDict.of({ Type: PdfName.of('TransformParams'), ...parameters }),
  };
  return PdfDict.of(reference);
}

interface OtherSignature {
  readonly reference?: PdfDict;
  /** Changed in the same update. */
  readonly change?: Change;
  /** Draws what the field shows; default: a new appearance. */
  readonly draw?: Change;
  /** A document timestamp instead. */
  readonly isTimestamp?: boolean;
}

function signatureValue({ reference, isTimestamp }: OtherSignature): PdfDict {
  const value = PdfDict.of({
    Type: PdfName.of(isTimestamp ? 'DocTimeStamp' : 'Sig'),
    Filter: PdfName.of('Adobe.PPKLite'),
    SubFilter: PdfName.of(isTimestamp ? 'ETSI.RFC3161' : 'ETSI.CAdES.detached'),
    ByteRange: new PdfArray([0, UNKNOWN, UNKNOWN, UNKNOWN].map((one) => PdfNumber.of(one))),
    Contents: new PdfString(new Uint8Array(RESERVE), 'hex'),
    M: PdfString.fromString('D:20261121043000Z'),
  });
  if (reference) value.set('Reference', new PdfArray([reference]));
  return value;
}

/** Writes the byte range of the new signature, and signs what it covers. */
async function completed(bytes: Buffer, base: number, isTimestamp: boolean): Promise<Buffer> {
  const contentsAt = bytes.indexOf(`<${'0'.repeat(RESERVE * 2)}>`, base, 'latin1');
  const end = contentsAt + RESERVE * 2 + 2;
  const range = [contentsAt, end, bytes.length - end].map((one) => String(one).padEnd(10));
  const rangeAt = bytes.indexOf(`${UNKNOWN} ${UNKNOWN} ${UNKNOWN}`, base, 'latin1');
  bytes.write(range.join(' '), rangeAt, 'latin1');
  const hash = createHash('sha256').update(bytes.subarray(0, contentsAt));
  const digest = hash.update(bytes.subarray(end)).digest();
  const authority = await testAuthority();
  const cms = isTimestamp
    ? documentToken(digest, await authority.issue('TEST TSA', TSA), new Date())
    : createCms({
        sha256: digest.toString('hex'),
        ...(await authority.issue('Meera Iyer', ISSUED)),
        ess: true,
      });
  return embedCms({ bytes, contentsAt, reserve: RESERVE }, cms);
}

const ISSUED = { notBefore: new Date('2026-01-01'), notAfter: new Date('2036-01-01') };
const TSA = { ...ISSUED, usages: ['1.3.6.1.5.5.7.3.8'], criticalUsages: true };

/** A file signed by other software than ours, in an update of its own. */
export async function signedElsewhere(
  base: Buffer,
  field: string,
  wishes: OtherSignature = {},
): Promise<Buffer> {
  const isTimestamp = wishes.isTimestamp ?? false;
  const bytes = await updated(base, (pdf) => {
    wishes.change?.(pdf);
    const widget = fieldNamed(pdf, field);
    widget.set('V', pdf.register(signatureValue(wishes)));
    if (wishes.draw) wishes.draw(pdf);
    else if (!isTimestamp) widget.set('AP', anAppearance(pdf));
  });
  return await completed(bytes, base.length, isTimestamp);
}

/** Adds a signature field to the form and to page 1. */
export function addField(pdf: PDF, name: string, rect: readonly number[]): PdfDict {
  const field = PdfDict.of({
    Type: PdfName.of('Annot'),
    Subtype: PdfName.of('Widget'),
    FT: PdfName.of('Sig'),
    T: PdfString.fromString(name),
    F: PdfNumber.of(132),
    Rect: new PdfArray(rect.map((one) => PdfNumber.of(one))),
  });
  const page = pdf.getPages()[0]!;
  field.set('P', page.ref);
  const ref = pdf.register(field);
  const form = pdf.getCatalog().getDict('AcroForm', (one) => pdf.getObject(one));
  for (const owner of [
    form?.getArray('Fields', (one) => pdf.getObject(one)),
    page.dict.getArray('Annots', (one) => pdf.getObject(one)),
  ]) {
    owner?.push(ref);
  }
  return field;
}

/** The last match of a pattern's group in a file. */
function lastIn(file: Buffer, pattern: RegExp): string {
  return [...file.toString('latin1').matchAll(pattern)].at(-1)?.[1] ?? '';
}

interface RawUpdate {
  /** The table before; default: the last one. */
  readonly prev?: number;
  /** Further entries of the trailer. */
  readonly trailer?: string;
  /** Leaves out the `startxref` and `%%EOF`. */
  readonly hide?: boolean;
}

/** Appends objects as they are, with a classic table; an object without a body is freed. */
export function appended(
  file: Buffer,
  objects: readonly (readonly [number, string | null])[],
  { prev, trailer = '', hide = false }: RawUpdate = {},
): Buffer {
  let [body, rows] = ['\n', ''];
  for (const [id, object] of objects) {
    const offset = object === null ? 0 : file.length + body.length;
    rows += `${id} 1\n${String(offset).padStart(10, '0')} ${object === null ? '00001 f' : '00000 n'} \n`;
    body += object === null ? '' : `${id} 0 obj\n${object}\nendobj\n`;
  }
  const ids = objects.map(([id]) => id + 1);
  const size = Math.max(Number(lastIn(file, /\/Size (\d+)/g)), ...ids);
  const before = prev ?? lastIn(file, /startxref\s+(\d+)/g);
  const entries = `/Size ${size} /Root ${lastIn(file, /\/Root (\d+ 0 R)/g)} /Prev ${before} ${trailer}`;
  const mark = hide ? '' : `startxref\n${file.length + body.length}\n%%EOF\n`;
  const end = `xref\n${rows}trailer\n<< ${entries} >>\n${mark}`;
  return Buffer.concat([file, Buffer.from(body + end, 'latin1')]);
}
