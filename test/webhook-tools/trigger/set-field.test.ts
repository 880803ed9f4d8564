import { expect, test } from 'vitest';
import { setField, typedValue } from '../../../src/webhook-tools/trigger/set-field.ts';

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
  ['', 'no path'],
  ['signers[0', 'no path'],
  ['.status', 'no path'],
  ['a b', 'no path'],
  ['__proto__.polluted', 'no path'],
  ['signers.constructor.prototype.polluted', 'no path'],
  ['signer.name', 'nothing at "signer"'],
  ['signers[3].name', 'nothing at "3"'],
  ['nobody.name', 'nothing at "nobody"'],
  ['signers[5]', 'no such place'],
  ['signers.first', 'no such place'],
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
