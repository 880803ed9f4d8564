import { writeFile } from 'node:fs/promises';
import type { PDF, PdfObject } from '@libpdf/core';
import { PdfArray, PdfDict, PdfName, PdfNumber, PdfStream, PdfString } from '@libpdf/core';
import { numberArray, readArray, readDict, readObject, textObject } from '../objects.ts';
import { fail } from '../pdf-errors.ts';
import { appendUpdate, loadPdf } from '../pdf-file.ts';
import { TIMESTAMP } from '../verification/byte-range.ts';
import { openSignatureForm, topFields } from './form-fields.ts';
import type { PreparedSignature } from './prepare.ts';
import { patchByteRange, unknownRange } from './prepare.ts';

/** Certificates, CRLs and OCSP responses for later checks, DER. */
export interface Proof {
  readonly certificates: readonly Uint8Array[];
  readonly crls: readonly Uint8Array[];
  readonly ocsp: readonly Uint8Array[];
}

export function isEmpty({ certificates, crls, ocsp }: Proof): boolean {
  return certificates.length + crls.length + ocsp.length === 0;
}

const PRINT_AND_LOCKED = 132;

function freeName(taken: ReadonlyMap<string, unknown>): string {
  for (let number = 1; ; number++) {
    const name = `timestamp_${String(number).padStart(2, '0')}`;
    if (!taken.has(name)) return name;
  }
}

/**
 * Appends an invisible field with a placeholder for a timestamp over the whole file (ETSI EN 319
 * 142-1, 5.4.3). `reserve` is in bytes. Throws PdfError NOT_APPENDABLE, PLACEHOLDER or
 * NO_SUCH_PAGE.
 */
export async function prepareTimestamp(file: Buffer, reserve: number): Promise<PreparedSignature> {
  const pdf = await loadPdf(file);
  const page = pdf.getPages()[0] ?? fail('NO_SUCH_PAGE', 'the document has no page');
  const value = pdf.register(
    PdfDict.of({
      Type: PdfName.of('DocTimeStamp'),
      Filter: PdfName.of('Adobe.PPKLite'),
      SubFilter: PdfName.of(TIMESTAMP),
      ByteRange: unknownRange(),
      Contents: PdfString.fromBytes(new Uint8Array(reserve)),
    }),
  );
  const field = pdf.register(
    PdfDict.of({
      Type: PdfName.of('Annot'),
      Subtype: PdfName.of('Widget'),
      FT: PdfName.of('Sig'),
      T: textObject(freeName(topFields(pdf))),
      Rect: numberArray([0, 0, 0, 0]),
      F: PdfNumber.of(PRINT_AND_LOCKED),
      P: page.ref,
      V: value,
    }),
  );
  openSignatureForm(pdf).push(field);
  const annotations = readArray(pdf, page.dict.get('Annots'));
  if (annotations) annotations.push(field);
  else page.dict.set('Annots', new PdfArray([field]));
  return patchByteRange(await appendUpdate(pdf, file), file.length, reserve);
}

function contentOf(pdf: PDF, item: PdfObject): Buffer {
  const stream = readObject(pdf, item);
  return stream instanceof PdfStream ? Buffer.from(stream.getDecodedData()) : Buffer.alloc(0);
}

/** The list with the items it lacks; undefined if it has them all. */
function extended(pdf: PDF, list: PdfArray | undefined, items: readonly Uint8Array[]) {
  const old = list?.toArray() ?? [];
  const known = new Set(old.map((item) => contentOf(pdf, item).toString('hex')));
  const added: PdfObject[] = [];
  for (const bytes of items) {
    const content = Buffer.from(bytes).toString('hex');
    if (known.has(content)) continue;
    known.add(content);
    added.push(pdf.register(new PdfStream([], new Uint8Array(bytes))));
  }
  return added.length === 0 ? undefined : new PdfArray([...old, ...added]);
}

/** Adds what the document security store lacks (ISO 32000-2, 12.8.4.3); false if nothing. */
function extendStore(pdf: PDF, { certificates, crls, ocsp }: Proof): boolean {
  const catalog = pdf.getCatalog();
  const existing = readDict(pdf, catalog.get('DSS'));
  const store = existing ?? PdfDict.of({});
  let isChanged = false;
  for (const [key, items] of [
    ['Certs', certificates],
    ['CRLs', crls],
    ['OCSPs', ocsp],
  ] as const) {
    const list = extended(pdf, readArray(pdf, store.get(key)), items);
    if (list) store.set(key, list);
    isChanged ||= list !== undefined;
  }
  if (isChanged && !existing) catalog.set('DSS', pdf.register(store));
  return isChanged;
}

/**
 * Adds what the document security store lacks in an incremental update (ETSI EN 319 142-1, 5.4.2).
 * Returns the same bytes if it lacks nothing. Throws PdfError NOT_APPENDABLE.
 */
export async function appendProof(file: Buffer, proof: Proof): Promise<Buffer> {
  if (isEmpty(proof)) return file;
  const pdf = await loadPdf(file);
  return extendStore(pdf, proof) ? await appendUpdate(pdf, file) : file;
}

export type TimestampPlaceholder = Omit<PreparedSignature, 'bytes'>;

export interface ProofJob {
  readonly file: Uint8Array;
  readonly to: string;
  readonly proof: Proof;
  /** Also prepares a document timestamp over it all, for a token of up to this many bytes. */
  readonly reserve?: number | undefined;
}

/**
 * Appends proof to a signed file and writes the result. Returns the placeholder, if requested.
 * Throws PdfError NOT_APPENDABLE, PLACEHOLDER or NO_SUCH_PAGE.
 */
export async function proveFile({
  file,
  to,
  proof,
  reserve,
}: ProofJob): Promise<TimestampPlaceholder | null> {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength);
  const proven = await appendProof(bytes, proof);
  const prepared = reserve === undefined ? null : await prepareTimestamp(proven, reserve);
  await writeFile(to, prepared?.bytes ?? proven, { mode: 0o600 });
  if (prepared === null) return null;
  const { bytes: _, ...placeholder } = prepared;
  return placeholder;
}
