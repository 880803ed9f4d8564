import { expect, test } from 'vitest';
import type { TriggerWish } from '../../../../src/cli/webhook/trigger/trigger-order.ts';
import {
  readTriggerOrder,
  setField,
  TRIGGERS,
  typedValue,
} from '../../../../src/cli/webhook/trigger/trigger-order.ts';
import { EXTRA_EVENTS } from '../../../../src/contract/webhooks/webhook-headers.ts';

const wish = (name: string, given: Partial<TriggerWish> = {}): TriggerWish => ({
  name,
  'allow-invalid': false,
  repeat: 1,
  'same-bytes': false,
  disorder: false,
  delay: 0,
  loss: 0,
  seed: 4711,
  baseUrl: 'https://esign.example.com',
  ...given,
});

function ordered(name: string, given: Partial<TriggerWish> = {}) {
  const order = readTriggerOrder(wish(name, given));
  const events = order.bodies.map((body) => JSON.parse(body.toString('utf8')));
  return { ...order, events };
}

test.each(TRIGGERS)('%s can be triggered', (name) => {
  const { events, plan } = ordered(name);
  expect(plan).toHaveLength(events.length);
  expect(events.length).toBeGreaterThan(0);
});

test.each([
  ['scenario:one-signer', 2],
  ['scenario:two-signers', 3],
  ['scenario:6-signers', 7],
])('%s has %i events and leads to a completed document', (name, count) => {
  const { events, expected } = ordered(name);
  expect(events).toHaveLength(count);
  expect(expected).toMatchObject({ status: 'COMPLETED', documentId: events[0].documentId });
  expect(expected?.signed).toHaveLength(count - 1);
  expect(expected?.effects).toHaveLength(count);
});

test('signers and signatures are counted as requested', () => {
  const { events } = ordered('signer.signed', { signers: 3, signed: 2 });
  const [{ signers, signer }] = events;
  expect(signers.map((one: { hasSigned: boolean }) => one.hasSigned)).toEqual([true, true, false]);
  expect(signer).toEqual(signers[1]);
});

test('a repeated event is about another document each time, or the same bytes', () => {
  const others = ordered('signer.signed', { repeat: 3 });
  expect(new Set(others.events.map(({ documentId }) => documentId)).size).toBe(3);
  const same = ordered('signer.signed', { repeat: 3, 'same-bytes': true });
  expect(same.bodies).toHaveLength(1);
  expect(same.plan.map(({ delivery, attempt }) => [delivery, attempt])).toEqual([
    [0, 1],
    [0, 2],
    [0, 3],
  ]);
});

test('repeated events of one document never have the same bytes', () => {
  const document = '5f0c1d5e-0f64-4f0e-9a3c-2b7d1f6f8a11';
  const { bodies, events } = ordered('document.completed', { repeat: 20, document });
  expect(new Set(bodies.map(String)).size).toBe(20);
  expect(new Set(events.map((event) => event.documentId))).toEqual(new Set([document]));
});

test.each(EXTRA_EVENTS)('%s leaves someone who has not signed', (name) => {
  const [event] = ordered(name, { signers: 3, signed: 1 }).events;
  expect(event.signers.map((one: { hasSigned: boolean }) => one.hasSigned)).toEqual([
    true,
    false,
    false,
  ]);
  const who = name.startsWith('signer.') ? event.signers[1] : null;
  expect(event).toMatchObject({ event: name, status: 'SENT', signer: who });
});

test('fields are set, typed, and the header follows the event that the body names', () => {
  const set = ['signers[0].email=null', 'status=FAILED', 'extra={"a":1}'];
  const [event] = ordered('signer.signed', { set }).events;
  expect(event).toMatchObject({ status: 'FAILED', extra: { a: 1 } });
  expect(event.signers[0].email).toBeNull();
});

test.each<[given: Partial<TriggerWish>, words: string]>([
  [{ name: 'signer.viewed' }, 'there is no event "signer.viewed"; the events are signer.signed,'],
  [{ name: 'scenario:seven-signers' }, 'there is no event'],
  [{ name: 'scenario:two-signers', signers: 2 }, 'leave out --signers'],
  [{ name: 'scenario:two-signers', set: ['status=SENT'] }, '--set is for one event'],
  [{ name: 'scenario:two-signers', 'bad-signature': 'all' }, '--bad-signature is for one event'],
  [{ name: 'signer.opened', signed: 6 }, '--signers must be from 1 to 6'],
  [{ name: 'signer.declined', signers: 2, signed: 2 }, '--signed must be from 0 to 1'],
  [{ signers: 7 }, '--signers must be from 1 to 6'],
  [{ signers: 2, signed: 3 }, '--signed must be from 1 to 2'],
  [{ name: 'document.completed', signers: 3, signed: 2 }, 'once all have signed'],
  [{ set: ['status'] }, 'does not have the form path=value'],
  [{ set: ['status=DONE'] }, 'status: must be equal'],
  [{ set: ['signers[0].hasSigned=1'] }, 'signers[0].hasSigned: must be boolean'],
  [{ set: ['occurredAt=yesterday'] }, 'occurredAt: must match format'],
  [{ set: ['event=other'] }, 'event: must be equal'],
])('%j is refused: %s', (given, words) => {
  expect(() => readTriggerOrder(wish('signer.signed', given))).toThrow(words);
});

test('an invalid event is sent when allowed', () => {
  const [event] = ordered('signer.signed', { set: ['status=DONE'], 'allow-invalid': true }).events;
  expect(event.status).toBe('DONE');
});

test('the seed is reported only when something was random', () => {
  expect(ordered('signer.signed').seed).toBeNull();
  expect(ordered('signer.signed', { repeat: 3, 'same-bytes': true }).seed).toBeNull();
  expect(ordered('scenario:two-signers').seed).toBeNull();
  expect(ordered('scenario:two-signers', { repeat: 2 }).seed).toBe(4711);
  expect(ordered('signer.signed', { loss: 0.5 }).seed).toBe(4711);
});

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
  expect(setField(EVENT, path, to)).toEqual(changed);
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
  expect(() => setField(EVENT, path, true)).toThrow(words);
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
