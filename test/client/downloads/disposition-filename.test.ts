import { expect, test } from 'vitest';
import { dispositionFilename } from '../../../src/client/downloads/download.ts';

test.each([
  ['attachment; filename="lease.pdf"', 'lease.pdf'],
  ['attachment; filename=lease.pdf', 'lease.pdf'],
  ['attachment; filename="a \\"b\\".pdf"', 'a "b".pdf'],
  ['attachment; filename="x.pdf"; filename*=UTF-8\'\'%E0%A4%85.pdf', 'अ.pdf'],
  ["attachment; filename*=iso-8859-1''caf%E9.pdf", 'café.pdf'],
  ['attachment; filename="ok.pdf"; filename*=UTF-8\'\'%FF', 'ok.pdf'],
  ['attachment; filename="../../etc/passwd"', 'passwd.pdf'],
  ['attachment; filename="C:\\\\x\\\\y.pdf"', 'y.pdf'],
  ['attachment; filename="..."', undefined],
  ['attachment; filename=".bashrc"', 'bashrc.pdf'],
  ['attachment; filename="a\u0007\u202e\u0000b.pdf"', 'ab.pdf'],
  ["attachment; filename*=UTF-8''%E0%A4%B6%E2%80%8D%E0%A4%B0.pdf", 'श\u200dर.pdf'],
  ['attachment; filename="a/"', undefined],
  ['attachment; filename="-rf.pdf"', 'rf.pdf'],
  ['attachment; filename=" .-. --x.PDF"', 'x.pdf'],
  ['attachment; filename="-.pdf"', undefined],
  ['attachment; filename="run.sh"', 'run.sh.pdf'],
  ['attachment; filename="\u200b-x.pdf"', 'x.pdf'],
  ['attachment', undefined],
  [undefined, undefined],
])('the disposition %j names the file %j', (header, name) => {
  expect(dispositionFilename(header)).toBe(name);
});

test('a very long name is cut to 200 bytes and keeps its extension', () => {
  const name = dispositionFilename(`attachment; filename="${'अ'.repeat(300)}.pdf"`) ?? '';
  expect(Buffer.byteLength(name)).toBeLessThanOrEqual(200);
  expect(name).toMatch(/^अ+\.pdf$/);
});
