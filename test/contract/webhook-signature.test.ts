import { expect, test } from 'vitest';
import {
  EVENT_HEADER,
  SIGNATURE_HEADER,
  SIGNATURE_PATTERN,
  SPECIFIED_EVENTS,
} from '../../src/contract/webhook-headers.ts';
import { signWebhook } from '../../src/contract/webhook-signature.ts';

const bytes = (hex: string) => Buffer.from(hex, 'hex');
test.each([
  ['text', 'é and \u{1f600}'],
  ['nothing', ''],
])('%s and its UTF-8 bytes have one signature', (_, body) => {
  expect(signWebhook(body, 'secret')).toBe(signWebhook(Buffer.from(body, 'utf8'), 'secret'));
});

test('bytes that are no text are signed as they are', () => {
  expect(signWebhook(bytes('efbbbf7b7d'), 'secret')).not.toBe(signWebhook('{}', 'secret'));
  expect(signWebhook(bytes('ff'), 'secret')).not.toBe(signWebhook(bytes('fe'), 'secret'));
});

const HEX = 'a'.repeat(64);

test.each([
  ['a signature', `sha256=${HEX}`, true],
  ['one digit too few', `sha256=${HEX.slice(1)}`, false],
  ['one digit too many', `sha256=${HEX}a`, false],
  ['upper case', `sha256=${HEX.toUpperCase()}`, false],
  ['no scheme', HEX, false],
  ['another scheme', `sha512=${HEX}`, false],
  ['two signatures', `sha256=${HEX}, sha256=${HEX}`, false],
  ['a line break after it', `sha256=${HEX}\n`, false],
])('the pattern knows %s', (_, value, isSignature) => {
  expect(SIGNATURE_PATTERN.test(value)).toBe(isSignature);
});

test('headers and events are named as the specification names them', () => {
  expect(SIGNATURE_HEADER).toBe('X-Service-Signature');
  expect(EVENT_HEADER).toBe('X-Service-Event');
  expect(SPECIFIED_EVENTS).toEqual(['signer.signed', 'document.completed']);
  expect(SIGNATURE_PATTERN.source).toBe('^sha256=[0-9a-f]{64}$');
});
