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
import { reasonOf } from '../../../support/outbox/webhook-reason.ts';

test.each(BAD_SIGNATURES)('the SDK refuses a signature that is bad by %s', (kind) => {
  for (const secret of [WEBHOOK_SECRET, 'of another form']) {
    const { body, signatures, standard } = tamper(kind, EVENT_BODY, secret);
    const headers = { 'X-Service-Signature': signatures, 'X-Service-Event': 'signer.signed' };
    const all = { ...headers, ...standard };
    expect(() => verifyWebhook(body, all, secret)).toThrow(WebhookSignatureError);
  }
});

test('bad signatures of Standard Webhooks are bad in one way only', () => {
  const reasons = BAD_SIGNATURES.filter((kind) => kind.startsWith('standard')).map((kind) => {
    const { body, standard = {} } = tamper(kind, EVENT_BODY, WEBHOOK_SECRET);
    return [kind, reasonOf(() => verifyWebhook(body, standard, WEBHOOK_SECRET))];
  });
  expect(Object.fromEntries(reasons)).toEqual({
    'standard-wrong-secret': 'mismatch',
    'standard-altered-body': 'mismatch',
    'standard-old': 'stale_timestamp',
    'standard-other-time': 'mismatch',
  });
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
