import { deflateSync } from 'node:zlib';
import { PdfArray, PdfDict, PdfName, PdfNull, PdfNumber, PdfStream } from '@libpdf/core';
import { expect, test } from 'vitest';
import { inspectPdf } from '../../src/pdf/admission/admission.ts';
import { decodeBounded } from '../../src/pdf/pdf-file.ts';
import { testFonts } from '../support/drawing/pdf-fonts.ts';
import { deflatedZeros, inObjectStream } from '../support/pdf/hostile-pdf.ts';
import { lzwZeros } from '../support/pdf/stream-bombs.ts';

const MIB = 1024 ** 2;
const stream = (data: Buffer, ...filters: string[]) =>
  new PdfStream([['Filter', new PdfArray(filters.map(PdfName.of))]], data);

test.each([
  ['deflated', stream(deflatedZeros(33 * MIB), 'FlateDecode')],
  ['deflated twice', stream(deflateSync(deflatedZeros(33 * MIB)), 'FlateDecode', 'FlateDecode')],
  ['run lengths', stream(Buffer.alloc(2 * MIB, Buffer.from([129, 0])), 'RunLengthDecode')],
  ['base 85', stream(Buffer.alloc(9 * MIB, 'z'), 'ASCII85Decode')],
  ['LZW', stream(lzwZeros(10_000), 'LZWDecode')],
])('a stream that decodes to more than 32 MiB is an error: %s', (_, one) => {
  expect(() => decodeBounded(one)).toThrow(expect.objectContaining({ code: 'STREAM_SIZE' }));
});

test.each([
  ['deflated', stream(deflatedZeros(31 * MIB), 'FlateDecode'), 31 * MIB],
  ['run lengths', stream(Buffer.alloc(8000, Buffer.from([129, 0])), 'RunLengthDecode'), 512_000],
  ['base 85', stream(Buffer.from('zzz~>'), 'ASCII85Decode'), 12],
])('a smaller one is decoded: %s', (_, one, length) => {
  expect(decodeBounded(one)).toHaveLength(length);
});

test('LZW grows no more than is counted with', () => {
  const data = lzwZeros(8000);
  const { length } = decodeBounded(stream(data, 'LZWDecode'));
  expect(length).toBeGreaterThan(data.length * 1000);
  expect(length).toBeLessThan(data.length * 2560);
});

test('only the first of several deflated parts counts', () => {
  const parts = Buffer.concat([
    deflateSync(Buffer.alloc(1000)),
    deflatedZeros(30 * MIB),
    deflatedZeros(30 * MIB),
  ]);
  expect(decodeBounded(stream(parts, 'FlateDecode'))).toHaveLength(1000);
});

test('a missing end and a wrong checksum are no errors, other damage is', () => {
  const whole = deflateSync(Buffer.from('Service agreement'));
  const read = (data: Buffer) => Buffer.from(decodeBounded(stream(data, 'FlateDecode')));
  expect(read(whole.subarray(0, -5)).toString()).toContain('Service');
  expect(read(Buffer.concat([whole.subarray(0, -4), Buffer.alloc(4)])).toString()).toContain(
    'Serv',
  );
  expect(() => read(Buffer.from([0x78, 0x9c, 0xff, 0xff, 0xff]))).toThrow();
});

test('each filter has its own parameters', () => {
  const rows = deflateSync(Buffer.from([2, 1, 2, 3, 2, 1, 1, 1]));
  const hex = Buffer.from(`${rows.toString('hex')}>`);
  const one = stream(hex, 'ASCIIHexDecode', 'FlateDecode');
  const parms = PdfDict.of({ Predictor: PdfNumber.of(12), Columns: PdfNumber.of(3) });
  one.set('DecodeParms', new PdfArray([PdfNull.instance, parms]));
  expect([...decodeBounded(one)]).toEqual([1, 2, 3, 2, 3, 4]);
});

test('a file with such a stream is refused for the memory that it would take', async () => {
  const bytes = inObjectStream(deflatedZeros(33 * MIB), '/Filter /FlateDecode');
  const fonts = async () => testFonts();
  expect(await inspectPdf(bytes, { maxPages: 3, fonts })).toMatchObject({ reason: 'memory' });
});
