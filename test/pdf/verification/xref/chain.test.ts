import { PDF, PdfRef } from '@libpdf/core';
import { expect, test } from 'vitest';
import { loadPdf } from '../../../../src/pdf/pdf-file.ts';
import { equal } from '../../../../src/pdf/verification/changes/equal.ts';
import { loadSigned, readChain } from '../../../../src/pdf/verification/xref/chain.ts';
import { aPdf } from '../../../support/pdf/a-pdf.ts';
import { appended, updated } from '../../../support/pdf/altered-pdfs.ts';
import { aForeignForm } from '../../../support/pdf/forged-documents.ts';
import { foreign, two } from '../../../support/pdf/signed-states.ts';

async function withStreams(): Promise<Buffer> {
  const pdf = await PDF.load(aForeignForm());
  return Buffer.from(await pdf.save({ useXRefStream: true }));
}

const streams = await withStreams();
const mixed = await updated(streams, (pdf) => void pdf.addPage());

test.each([
  ['a file of one revision', aPdf()],
  ['our signatures', two],
  ['a signature of others', foreign],
  ['cross-reference streams', streams],
  ['a stream and an update', mixed],
  ['a freed object', appended(two, [[4, null]])],
])('of %s the library finds the same objects as by itself', async (_, file) => {
  const [own, other] = [await loadSigned(file), await loadPdf(file)];
  const { rows, last } = readChain(file);
  expect(last.root).toBe(other.context.info.trailer.getRef('Root')?.objectNumber);
  const ids = [...rows.keys()].filter((id) => id !== 0);
  expect(ids.length).toBeGreaterThan(4);
  for (const id of ids) {
    const [a, b] = [own, other].map((pdf) => pdf.getObject(PdfRef.of(id, 0)));
    expect(equal(a, b) || (!a && !b), `object ${id}`).toBe(true);
  }
});

test.each([
  [
    'sections that lead in a circle',
    (file: Buffer) => file.toString('latin1').replace(/\/Root/, `/Prev ${startOf(file)} /Root`),
  ],
  ['no end', (file: Buffer) => file.toString('latin1').replace(/startxref/, 'startxerf')],
  ['no catalogue', (file: Buffer) => file.toString('latin1').replace(/\/Root/, '/Toor')],
  [
    'an offset behind the end',
    (file: Buffer) => file.toString('latin1').replace(/startxref\n\d+/, 'startxref\n999999'),
  ],
])('a file with %s is not read', (_, change) => {
  const file = Buffer.from(change(aPdf()), 'latin1');
  expect(() => readChain(file)).toThrow(expect.objectContaining({ code: 'UNREADABLE' }));
});

const startOf = (file: Buffer) => /startxref\s+(\d+)/.exec(file.toString('latin1'))?.[1];

test('white space before a section, and wide fields, are read', async () => {
  const file = aPdf()
    .toString('latin1')
    .replace(/startxref\n(\d+)/, (_, at) => `startxref\n${Number(at) - 1}`);
  expect((await loadSigned(Buffer.from(file, 'latin1'))).getPages()).toHaveLength(1);
});
