import fc from 'fast-check';
import { expect, test } from 'vitest';
import { makeEvent, signWebhook, verifyWebhook } from '../../../src/client/index.ts';
import { reasonOf } from '../../support/outbox/webhook-reason.ts';

const SECRET = 'whsec_5e1f0a9b';
const BODY = Buffer.from(JSON.stringify(makeEvent('document.completed')));
const GOOD = signWebhook(BODY, SECRET);

test('a single changed bit of the body is a mismatch', () => {
  const position = fc.record({ at: fc.nat(BODY.byteLength - 1), bit: fc.nat(7) });
  fc.assert(
    fc.property(position, ({ at, bit }) => {
      const changed = Buffer.from(BODY);
      changed[at] = (changed[at] ?? 0) ^ (1 << bit);
      return reasonOf(() => verifyWebhook(changed, GOOD, SECRET)) === 'mismatch';
    }),
  );
});

const anyText = fc.uint16Array().map((units) => String.fromCharCode(...units));

test('any signature causes a WebhookSignatureError or nothing', () => {
  fc.assert(
    fc.property(fc.option(anyText), fc.uint8Array(), (signature, body) => {
      return reasonOf(() => verifyWebhook(body, signature, SECRET)) !== 'accepted';
    }),
  );
});

const oddHeaders = fc.dictionary(
  fc.constantFrom('x-service-signature', 'X-Service-Event'),
  anyOf(),
);

function anyOf() {
  return fc.oneof(fc.anything(), fc.constant(GOOD), fc.constant(SECRET));
}

test('any body, headers and secrets cause a WebhookSignatureError or nothing', () => {
  const odd = fc.tuple(anyOf(), fc.oneof(anyOf(), oddHeaders), anyOf());
  fc.assert(
    fc.property(odd, (values) => {
      const reason = reasonOf(() => Reflect.apply(verifyWebhook, undefined, values));
      return reason !== 'accepted';
    }),
    { numRuns: 500 },
  );
});

test('any signed event is returned as it was sent', () => {
  const event = fc.record({ event: fc.string({ minLength: 1 }), more: fc.jsonValue() });
  fc.assert(
    fc.property(event, fc.string({ minLength: 1 }), (sent, secret) => {
      const body = Buffer.from(JSON.stringify(sent));
      fc.pre(!['signer.signed', 'document.completed'].includes(sent.event));
      const got = verifyWebhook(body, signWebhook(body, secret), secret);
      expect(got).toEqual(JSON.parse(body.toString()));
    }),
  );
});
