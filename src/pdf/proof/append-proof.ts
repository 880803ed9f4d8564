import type { PDF, PdfObject } from '@libpdf/core';
import { PdfArray, PdfDict, PdfStream } from '@libpdf/core';
import { readArray, readDict, readObject } from '../objects.ts';
import { appendUpdate, loadPdf } from '../pdf-file.ts';
import type { Proof } from './proof.ts';
import { isEmpty } from './proof.ts';

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
