import { expect, test } from 'vitest';
import { readableSize } from '../../../../../src/service/web/pages/document-card.ts';

test.each([
  [1, '1 kB'],
  [84_200, '85 kB'],
  [999_001, '1 MB'],
  [2_440_000, '2.4 MB'],
  [10_485_760, '10.5 MB'],
])('%i bytes read as %s in both languages', (bytes, size) => {
  expect(readableSize(bytes, 'en')).toBe(size);
  expect(readableSize(bytes, 'hi')).toBe(size);
});
