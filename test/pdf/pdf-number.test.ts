import { expect, test } from 'vitest';
import { pdfNumber } from '../../src/pdf/pdf-file.ts';

test.each([
  [0, '0'],
  [-0, '0'],
  [42, '42'],
  [-3.14, '-3.14'],
  [0.0009765625, '0.0009765625'],
  [1 / 3, '0.3333333333333333'],
  [1.5e-7, '0.00000015'],
  [-1e-7, '-0.0000001'],
  [1e-30, '0'],
  [-1e-30, '0'],
  [1e21, '1000000000000000000000'],
  [-3.4e38, `-${BigInt(3.4e38)}`],
])('%d is written as %s', (value, text) => {
  expect(pdfNumber(value)).toBe(text);
});
