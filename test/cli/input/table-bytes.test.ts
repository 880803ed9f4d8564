import { expect, test } from 'vitest';
import { decodeText } from '../../../src/cli/input/decode-text.ts';
import { readCsv, simpleHead } from '../../../src/cli/input/read-csv.ts';

const TABLE = 'नाम,phone\r\nआशा राव,0987654321\r\n';
const bigEndian = (text: string) => Buffer.from(text, 'utf16le').swap16();
const marked = (text: string) => `\ufeff${text}`;

const ENCODED: ReadonlyArray<readonly [how: string, bytes: Buffer]> = [
  ['UTF-8', Buffer.from(TABLE)],
  ['UTF-8 with a mark', Buffer.from(marked(TABLE))],
  ['UTF-16 of a spreadsheet', Buffer.from(marked(TABLE), 'utf16le')],
  ['UTF-16, the other order', bigEndian(marked(TABLE))],
  ['UTF-16 without a mark', Buffer.from(`name,phone\n${TABLE}`, 'utf16le').subarray(22)],
  ['UTF-16 without a mark, the other order', bigEndian(TABLE)],
];

test.each(ENCODED)('a table in %s is read', async (_, bytes) => {
  const decoded = decodeText(bytes);
  expect(decoded).toMatchObject({ ok: true });
  const { header, records } = await readCsv(decoded.ok ? decoded.text : '');
  expect(header?.cells).toEqual(['नाम', 'phone']);
  expect(records).toEqual([{ line: 2, cells: ['आशा राव', '0987654321'] }]);
});

const REFUSED: ReadonlyArray<readonly [how: string, bytes: Buffer, problem: RegExp]> = [
  [
    'Windows-1252',
    Buffer.from('name,phone\nAsha,1\nJosé,2\n', 'latin1'),
    /line 3 is not UTF-8 but probably Windows-1252.*CSV UTF-8/,
  ],
  ['a cut character', Buffer.from('name\nआ').subarray(0, -1), /line 2 is not UTF-8/],
  ['a workbook', Buffer.from([0x50, 0x4b, 3, 4, 20, 0]), /it is a workbook/],
  ['an old workbook', Buffer.from([0xd0, 0xcf, 0x11, 0xe0]), /it is a workbook/],
  [
    'half a UTF-16',
    Buffer.from('\ufeffa', 'utf16le').subarray(0, 3),
    /UTF-16LE.*damaged or truncated/,
  ],
];

test.each(REFUSED)('%s is refused and named', (_, bytes, problem) => {
  expect(decodeText(bytes)).toEqual({ ok: false, problem: expect.stringMatching(problem) });
});

const FORMS: ReadonlyArray<readonly [how: string, text: string]> = [
  ['commas', 'a,b,c\n1,"x, y",3\n'],
  ['semicolons', 'a;b;c\r\n1;x, y;3\r\n'],
  ['tabs', 'a\tb\tc\n1\tx, y\t3\n'],
  ['old line ends', 'a,b,c\r1,"x, y",3\r'],
  ['blanks around', ' a , b,c \n 1 , "x, y" , 3 \n'],
  ['no line end at the end', 'a,b,c\n1,"x, y",3'],
  ['quoted heads', '"a";"b";"c"\n"1";"x, y";"3"\n'],
];

test.each(FORMS)('a table with %s is read', async (_, text) => {
  const { header, records, faults } = await readCsv(text);
  expect(header?.cells).toEqual(['a', 'b', 'c']);
  expect(records.map(({ cells }) => cells)).toEqual([['1', 'x, y', '3']]);
  expect(faults).toEqual([]);
});

test('empty fields between tabs stay where they are', async () => {
  const { records } = await readCsv('a\tb\tc\n\t\t3\n');
  expect(records).toEqual([{ line: 2, cells: ['', '', '3'] }]);
});

test('a record keeps the line on which it begins', async () => {
  const text = 'sep=;\r\na;b\r\n\r\n"two\r\nlines";1\r\n;\r\n   \r\nlast;2\r\n';
  const { header, records } = await readCsv(text);
  expect(header).toEqual({ line: 2, cells: ['a', 'b'] });
  expect(records).toEqual([
    { line: 4, cells: ['two\nlines', '1'] },
    { line: 8, cells: ['last', '2'] },
  ]);
});

test('names are the same in whichever form of Unicode they come', async () => {
  const { records } = await readCsv('a\nJose\u0301\n\u0958\n');
  expect(records.map(({ cells: [cell] }) => cell)).toEqual(['Jos\u00e9', '\u0915\u093c']);
});

const BROKEN: ReadonlyArray<readonly [text: string, line: number, problem: RegExp]> = [
  ['a,b\n1,2\n\n3,"4\n5,6\n', 3, /never closed/],
  ['a,b\n1,x"2"\n3,4\n', 2, /contains a quote/],
  ['a,b\n1,2\n1,"2"x\n3,4\n', 3, /follows a closing quote/],
];

test.each(BROKEN)('%j cannot be read on from its fault', async (text, line, problem) => {
  const { records, faults } = await readCsv(text);
  expect(faults).toEqual([{ line, problem: expect.stringMatching(problem) }]);
  expect(records.every((record) => record.line < line)).toBe(true);
});

test('heads are compared without case, blanks and dashes', () => {
  const heads = ['File', ' expect SHA256 ', 'Signer1 E-Mail', 'signer1__name'];
  expect(heads.map(simpleHead)).toEqual(['file', 'expect_sha256', 'signer1_email', 'signer1_name']);
});
