import { expect, test } from 'vitest';
import { setField, typedValue } from '../../../../src/cli/webhook/trigger/set-field.ts';

const EVENT = { status: 'SENT', signer: null, signers: [{ name: 'Asha Rao' }] };

test.each<[path: string, to: unknown, changed: unknown]>([
  ['status', 'FAILED', { ...EVENT, status: 'FAILED' }],
  ['signers[0].name', 'Ravi', { ...EVENT, signers: [{ name: 'Ravi' }] }],
  ['signers.0.name', 'Ravi', { ...EVENT, signers: [{ name: 'Ravi' }] }],
  ['signers[1]', {}, { ...EVENT, signers: [{ name: 'Asha Rao' }, {}] }],
  ['signers', [], { ...EVENT, signers: [] }],
  ['extra', 1, { ...EVENT, extra: 1 }],
])('%s can be set', (path, to, changed) => {
  const before = structuredClone(EVENT);
  expect(setField(EVENT, path, to)).toEqual({ ok: true, value: changed });
  expect(EVENT).toEqual(before);
});

test.each([
  ['', 'not a path'],
  ['signers[0', 'not a path'],
  ['.status', 'not a path'],
  ['a b', 'not a path'],
  ['__proto__.polluted', 'not a path'],
  ['signers.constructor.prototype.polluted', 'not a path'],
  ['signer.name', '"signer" is not an object'],
  ['signers[3].name', '"3" is not an object'],
  ['nobody.name', '"nobody" is not an object'],
  ['signers[5]', 'no such index'],
  ['signers.first', 'no such index'],
])('%j cannot be set', (path, words) => {
  const done = setField(EVENT, path, true);
  expect(done).toMatchObject({ ok: false, problem: expect.stringContaining(words) });
  expect(Reflect.get({}, 'polluted')).toBeUndefined();
});

test.each([
  ['null', null],
  ['3', 3],
  ['true', true],
  ['"42"', '42'],
  ['{"a":1}', { a: 1 }],
  ['Asha Rao', 'Asha Rao'],
  ['', ''],
])('the value %j is read as JSON, else as text', (text, value) => {
  expect(typedValue(text)).toEqual(value);
});
