import { expect, test } from 'vitest';
import { diagnose } from '../../../../src/cli/webhook/diagnose/diagnose.ts';
import {
  BAD_SIGNATURES,
  isForgeable,
  namedKinds,
  tamper,
} from '../../../../src/cli/webhook/trigger/bad-signatures.ts';
import { verifyWebhook, WebhookSignatureError } from '../../../../src/client/index.ts';
import { EVENT_BODY, WEBHOOK_SECRET } from '../../../support/outbox/open-receiver.ts';

test.each(BAD_SIGNATURES)('the SDK refuses a signature that is bad by %s', (kind) => {
  const { body, signatures } = tamper(kind, EVENT_BODY, WEBHOOK_SECRET);
  const headers = { 'X-Service-Signature': signatures, 'X-Service-Event': 'signer.signed' };
  expect(() => verifyWebhook(body, headers, WEBHOOK_SECRET)).toThrow(WebhookSignatureError);
});

/** What nobody can tell from the delivery alone: another secret, other content. */
const BEYOND_TELLING = ['wrong-secret', 'other-delivery', 'altered-body', 'cut-body'];

test.each(BAD_SIGNATURES)(
  'a signature that is bad by %s is explained as far as it can be',
  (kind) => {
    const { body, signatures } = tamper(kind, EVENT_BODY, WEBHOOK_SECRET);
    const secrets = [{ name: 'the secret', value: WEBHOOK_SECRET }];
    const signature = signatures.length > 0 ? signatures.join(', ') : undefined;
    const { valid, reason, explain } = diagnose({ body, signature, secrets });
    expect(valid).toBe(false);
    expect(explain).not.toEqual([]);
    if (!BEYOND_TELLING.includes(kind)) expect(reason).not.toBe('mismatch');
  },
);

test('a kind is forgeable unless it takes the secret and the content that was signed', () => {
  const spellings = BAD_SIGNATURES.filter((kind) => !isForgeable(kind));
  expect(spellings).toEqual([
    ...['line-break', 'byte-order-mark', 're-serialised', 'no-prefix', 'other-prefix'],
    ...['upper-case', 'base64', 'sha1', 'sha512', 'repeated', 'secret-line-break'],
  ]);
});

test('all stands for every kind, and nothing for none', () => {
  expect(namedKinds('all')).toEqual(BAD_SIGNATURES);
  expect(namedKinds('sha1')).toEqual(['sha1']);
  expect(namedKinds(undefined)).toEqual([]);
});
