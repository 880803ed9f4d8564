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
const RAVI = { ...ASHA, signerId: 'sgn_2', name: 'Ravi Kumar', signingOrder: 2 };

test.each(EVENT_TYPES)('a made %s is valid, and verifies once it is signed', (type) => {
  const event = makeEvent(type);
  expect(eventProblem(type, event)).toBeUndefined();
  const body = JSON.stringify(event);
  expect(verifyWebhook(body, signWebhook(body, 'whsec_x'), 'whsec_x')).toEqual(event);
});

test('two made events share nothing', () => {
  expect(makeEvent('signer.signed').signers).not.toBe(makeEvent('signer.signed').signers);
});

test('the other fields are consistent with the given ones', () => {
  const documentId = 'c2a9b1f4-7d30-4c58-8e16-90f3d5a7b642';
  const completed = makeEvent('document.completed', { documentId });
  expect(completed.certificateUrl).toMatch(/\/documents\/c2a9b1f4-.*\/certificate$/);
  const all = makeEvent('signer.signed', { signers: [ASHA, RAVI] });
  expect(all).toMatchObject({ status: 'COMPLETED', signer: RAVI });
  const waiting = { ...RAVI, signedAt: null, hasSigned: false };
  const some = makeEvent('signer.signed', { signers: [ASHA, waiting] });
  expect(some).toMatchObject({ status: 'SENT', signer: ASHA });
});

test('a given field wins over a derived one', () => {
  const certificateUrl = 'https://other.example.com/certificate';
  expect(makeEvent('document.completed', { certificateUrl })).toMatchObject({ certificateUrl });
  expect(makeEvent('signer.signed', { signers: [ASHA], signer: null }).signer).toBeNull();
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
