import { expect, test } from 'vitest';
import { Syntax } from '../../../../src/pdf/verification/xref/syntax.ts';

const read = (text: string) => {
  const syntax = new Syntax(text);
  const value = syntax.value();
  return { value, rest: text.slice(syntax.at) };
};

test.each([
  ['12 ', 'number'],
  ['-.5]', 'number'],
  ['+4.', 'number'],
  ['12 0 R', 'reference'],
  ['/Na#6de(', 'name'],
  ['/', 'name'],
  ['(a (b) \\) c)', 'string'],
  ['<0aF 1>', 'string'],
  ['true', 'word'],
  ['[1 2 0 R (x) /N [] << >>]', 'array'],
  ['<< /A 1/B<</A (x)>> >>', 'dictionary'],
])('%s is a %s', (text, type) => {
  expect(read(text).value.type).toBe(type);
});

test('names and references are told, and what follows is left', () => {
  expect(read('/Pr#65v 17')).toEqual({ value: { type: 'name', value: 'Prev' }, rest: ' 17' });
  expect(read('7 2 R/N').value).toEqual({ type: 'reference', id: 7, generation: 2 });
  expect(read('7 2 Rx')).toMatchObject({ value: { type: 'number', value: 7 } });
});

test.each([
  ['nothing', ''],
  ['a key twice', '<< /A 1 /A 2 >>'],
  ['an escaped key twice', '<< /Prev 1 /Pr#65v 2 >>'],
  ['a key without a value', '<< /A >>'],
  ['a value without a key', '<< 1 2 >>'],
  ['a malformed escape', '/A#2'],
  ['an escape of nothing', '/A#00'],
  ['a number in words', '--5'],
  ['an exponent', '1e5'],
  ['an array without an end', '[1 2'],
  ['a dictionary without an end', '<< /A 1 >'],
  ['a string without an end', '((a)'],
  ['digits that are none', '<0g>'],
  ['a comment', '[1 % 2\n]'],
  ['flags that are no whole number', '<< /F 2.0 >>'],
  ['too many levels', '['.repeat(90)],
])('%s is refused', (_, text) => {
  expect(() => read(text)).toThrow(expect.objectContaining({ code: 'UNREADABLE' }));
});
