import { expect, test } from 'vitest';
import { cleanFileName } from '../../../../src/service/web/kit/upload-form.ts';

test.each([
  ['contract.pdf', 'contract.pdf'],
  ['  lease  agreement.pdf ', 'lease agreement.pdf'],
  ['/home/asha/contract.pdf', 'contract.pdf'],
  ['C:\\Users\\Asha\\contract.pdf', 'contract.pdf'],
  ['../../contract.pdf', 'contract.pdf'],
  ['con\r\ntract\0.pdf', 'con tract .pdf'],
  ['किराया.pdf', 'किराया.pdf'],
  ['', undefined],
  [undefined, undefined],
  ['...', undefined],
  ['folder/', undefined],
  [' \t ', undefined],
])('the label for the file name %j is %j', (fileName, label) => {
  expect(cleanFileName(fileName)).toBe(label);
});

test('a long file name is cut to 255 characters', () => {
  expect(cleanFileName('x'.repeat(1000))).toBe('x'.repeat(255));
});
