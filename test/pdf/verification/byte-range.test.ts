import { expect, test } from 'vitest';
import type { SignedField } from '../../../src/pdf/verification/byte-range.ts';
import { parsePdfDate, readSignedBytes } from '../../../src/pdf/verification/byte-range.ts';

// A BER element of three bytes, then padding.
const CONTENTS = Buffer.from('040100000000', 'hex');
const FILE = Buffer.from(`before<${CONTENTS.toString('hex')}>behind`);
const FIELD: SignedField = {
  field: 'esign_01',
  filter: 'Adobe.PPKLite',
  subFilter: 'ETSI.CAdES.detached',
  byteRange: [0, 6, 20, 6],
  contents: CONTENTS,
  claimedAt: null,
};

test('the CMS is cut from its padding, but keeps its own trailing zero', () => {
  const { cms, end } = readSignedBytes(FILE, FIELD);
  expect(cms.toString('hex')).toBe('040100');
  expect(end).toBe(FILE.length);
});

const withContents = (hex: string): [Buffer, SignedField] => {
  const contents = Buffer.from(hex, 'hex');
  const file = Buffer.from(`before<${hex}>behind`);
  return [file, { ...FIELD, contents, byteRange: [0, 6, 6 + hex.length + 2, 6] }];
};

test('a CMS of indefinite length is cut from its padding', () => {
  const cms = '3080040100040200000000';
  expect(readSignedBytes(...withContents(`${cms}000000`)).cms.toString('hex')).toBe(cms);
});

test.each([
  ['a CMS longer than its contents', 'CMS_PARSE', '048210000000'],
  ['a CMS of an indefinite length without an end', 'CMS_PARSE', '308004010000'],
  ['no CMS', 'CMS_PARSE', 'ffffffffffff'],
  ['data in the padding', 'PADDING', '040100000007'],
])('%s is refused as %s', (_, code, hex) => {
  expect(() => readSignedBytes(...withContents(hex))).toThrow(expect.objectContaining({ code }));
});

const faults: [string, string, Partial<SignedField>][] = [
  ['another kind of signature', 'SUB_FILTER', { subFilter: 'adbe.x509.rsa_sha1' }],
  ['no kind at all', 'SUB_FILTER', { subFilter: undefined }],
  ['no filter', 'SUB_FILTER', { filter: undefined }],
  ['no ranges', 'BYTE_RANGE', { byteRange: [] }],
  ['ranges that begin later', 'BYTE_RANGE', { byteRange: [1, 5, 20, 6] }],
  ['more than two ranges', 'BYTE_RANGE', { byteRange: [0, 6, 20, 3, 24, 2] }],
  ['ranges that overlap', 'BYTE_RANGE', { byteRange: [0, 20, 6, 20] }],
  ['a range beyond the file', 'BYTE_RANGE', { byteRange: [0, 6, 20, 7] }],
  ['an empty second range', 'BYTE_RANGE', { byteRange: [0, 6, 20, 0] }],
  ['a range of half bytes', 'BYTE_RANGE', { byteRange: [0, 6.5, 20, 6] }],
  ['a gap that is wider than the signature', 'BYTE_RANGE', { byteRange: [0, 5, 20, 6] }],
  ['a gap that is narrower', 'BYTE_RANGE', { byteRange: [0, 6, 18, 8] }],
  ['a gap around another string', 'BYTE_RANGE', { contents: Buffer.from('040101000000', 'hex') }],
];

test.each(faults)('%s is refused as %s', (_, code, change) => {
  expect(() => readSignedBytes(FILE, { ...FIELD, ...change })).toThrow(
    expect.objectContaining({ code }),
  );
});

test.each([
  ['D:20261121070405Z', '2026-11-21T07:04:05.000Z'],
  ["D:20261121123405+05'30'", '2026-11-21T07:04:05.000Z'],
  ['D:20261121', '2026-11-21T00:00:00.000Z'],
])('the PDF date %s is %s', (text, expected) => {
  expect(parsePdfDate(text)?.toISOString()).toBe(expected);
});

test('anything else is not a PDF date', () => {
  const dates = [undefined, '', 'yesterday', 'D:20269921'].map(parsePdfDate);
  expect(dates).toEqual([null, null, null, null]);
});
