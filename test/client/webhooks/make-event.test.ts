import { expect, test } from 'vitest';
import { makeEvent, signWebhook, verifyWebhook } from '../../../src/client/index.ts';
import { eventProblem, isEventType } from '../../../src/contract/webhooks/webhook-event.ts';
import { EVENT_TYPES } from '../../../src/contract/webhooks/webhook-headers.ts';

const ASHA = {
  signerId: 'sgn_1',
  name: 'Asha Rao',
  email: 'asha@example.in',
  signingOrder: 1,
  signedAt: '2026-11-20T12:31:07.204Z',
  hasSigned: true,
};
const _RAVI = { ...ASHA, signerId: 'sgn_2', name: 'Ravi Kumar', signingOrder: 2 };

test.each(EVENT_TYPES)('a made %s is valid, and verifies once it is signed', (type) => {
  const event = makeEvent(type);
  expect(eventProblem(type, event)).toBeUndefined();
  const body = JSON.stringify(event);
  expect(verifyWebhook(body, signWebhook(body, 'whsec_x'), 'whsec_x')).toEqual(event);
});

test('two made events share nothing', () => {
  expect(makeEvent('signer.signed').signers).not.toBe(makeEvent('signer.signed').signers);
});

test.each([
  ['a field that is missing', { documentId: undefined }, 'must have required properties'],
  ['a field of another type', { signers: [{ ...ASHA, signingOrder: 'x' }] }, 'signers[0]'],
])('%s is named', (_, changed, words) => {
  const event = JSON.parse(JSON.stringify({ ...makeEvent('signer.signed'), ...changed }));
  expect(eventProblem('signer.signed', event)).toContain(words);
});

test('event types are recognised', () => {
  expect(EVENT_TYPES.every(isEventType)).toBe(true);
  expect(isEventType('signer.viewed')).toBe(false);
});
