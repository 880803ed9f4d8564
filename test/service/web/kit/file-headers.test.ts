import { expect, test } from 'vitest';
import { contentDisposition, readRange } from '../../../../src/service/web/kit/file-headers.ts';

const extended = (value: string) => `; filename*=UTF-8''${value}`;

test.each([
  ['a plain name', 'Lease', 'attachment; filename="Lease.pdf"'],
  ['a name with spaces', 'Lease agreement', 'attachment; filename="Lease agreement.pdf"'],
  ['its own extension, once', 'Lease.pdf', 'attachment; filename="Lease.pdf"'],
  ['its own extension in capitals', 'LEASE.PDF', 'attachment; filename="LEASE.pdf"'],
  ['the extension twice', 'lease.pdf.pdf', 'attachment; filename="lease.pdf"'],
  ['quotes and backslashes', 'a"b\\c', 'attachment; filename="a b c.pdf"'],
  [
    'line breaks that would forge a header',
    'a\r\nSet-Cookie: x=1',
    'attachment; filename="a Set-Cookie x=1.pdf"',
  ],
  ['a null character', 'a\0b', 'attachment; filename="a b.pdf"'],
  ['a path', '../../etc/passwd', 'attachment; filename="etc passwd.pdf"'],
  ['a Windows path', 'C:\\deals\\x.pdf', 'attachment; filename="C deals x.pdf"'],
  ['only dots', '...', 'attachment; filename="document.pdf"'],
  ['nothing', '', 'attachment; filename="document.pdf"'],
  ['blanks', '  \t ', 'attachment; filename="document.pdf"'],
  ['nothing but the extension', '.pdf', 'attachment; filename="document.pdf"'],
  ['a hidden name', '.profile', 'attachment; filename="profile.pdf"'],
  ['a semicolon and a comma', 'a; filename=b, c', 'attachment; filename="a; filename=b, c.pdf"'],
  [
    'a percent sign',
    '100% done',
    `attachment; filename="100_ done.pdf"${extended('100%25%20done.pdf')}`,
  ],
  ['accents', 'Résumé', `attachment; filename="Resume.pdf"${extended('R%C3%A9sum%C3%A9.pdf')}`],
  [
    'Devanagari',
    'किराया',
    `attachment; filename="document.pdf"${extended('%E0%A4%95%E0%A4%BF%E0%A4%B0%E0%A4%BE%E0%A4%AF%E0%A4%BE.pdf')}`,
  ],
  [
    'an emoji beside words',
    'Deal 🤝',
    `attachment; filename="Deal _.pdf"${extended('Deal%20%F0%9F%A4%9D.pdf')}`,
  ],
  ['half a character', 'a\ud83eb', 'attachment; filename="a b.pdf"'],
  ['text turned around', 'fdp\u202egpj', 'attachment; filename="fdp gpj.pdf"'],
  [
    'an apostrophe and brackets',
    "Rao's (é)*",
    `attachment; filename="Rao's (e).pdf"${extended('Rao%27s%20%28%C3%A9%29.pdf')}`,
  ],
])('%s becomes a safe file name', (_what, name, header) => {
  expect(contentDisposition(name)).toBe(header);
});

test('a very long name is cut to the limit of file systems', () => {
  const header = contentDisposition('क'.repeat(5000));
  const name = decodeURIComponent(header.split("UTF-8''")[1] ?? '');
  expect(name).toBe(`${'क'.repeat(240 / 3)}.pdf`);
});

test('a cut never splits a character', () => {
  expect(() => contentDisposition('🤝'.repeat(5000))).not.toThrow();
});

test('the header contains only visible ASCII and spaces', () => {
  for (let code = 0; code < 0x3000; code += 1) {
    expect(contentDisposition(`a${String.fromCodePoint(code)}b`)).toMatch(/^[\x20-\x7e]+$/);
  }
});

test.each([
  ['bytes=0-0', { start: 0, end: 0 }],
  ['bytes=0-99', { start: 0, end: 99 }],
  ['bytes=10-', { start: 10, end: 99 }],
  ['bytes=90-5000', { start: 90, end: 99 }],
  ['bytes=-10', { start: 90, end: 99 }],
  ['bytes=-5000', { start: 0, end: 99 }],
  ['BYTES= 5-6 ', { start: 5, end: 6 }],
  ['bytes=100-', 'unsatisfiable'],
  ['bytes=100-200', 'unsatisfiable'],
  ['bytes=-0', 'unsatisfiable'],
  [undefined, undefined],
  ['', undefined],
  ['bytes=-', undefined],
  ['bytes=5-4', undefined],
  ['bytes=a-b', undefined],
  ['bytes=0-1,5-6', undefined],
  ['pages=1-2', undefined],
])('of a file of 100 bytes, "%s" asks for %o', (header, range) => {
  expect(readRange(header, 100)).toEqual(range);
});

test('an empty file has no range', () => {
  expect(readRange('bytes=0-', 0)).toBe('unsatisfiable');
  expect(readRange('bytes=-1', 0)).toBe('unsatisfiable');
});
