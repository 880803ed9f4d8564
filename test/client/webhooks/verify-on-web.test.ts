import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Delivery, VerifyOptions } from '../../../src/client/index.ts';
import {
  EsignError,
  makeEvent,
  signWebhook,
  verifyWebhook as verifyAtOnce,
  WebhookSignatureError,
} from '../../../src/client/index.ts';
import * as web from '../../../src/client/webhooks.ts';
import { sharedFixture } from '../../support/client/shared-fixture.ts';
import type { WebhookCase } from '../../support/client/shared-webhooks.ts';

const SECRET = 'whsec_5e1f0a9b';
const EVENT = makeEvent('document.completed');
const BODY = Buffer.from(JSON.stringify(EVENT));
const GOOD = signWebhook(BODY, SECRET);
const BOTH = { 'x-service-signature': GOOD, 'x-service-event': 'document.completed' };

type Case = readonly [
  body: unknown,
  headers: unknown,
  secrets: unknown,
  options?: VerifyOptions | undefined,
];

/** The event, or the reason and message of the refusal, by the function of the main entry. */
function atOnce([body, headers, secrets, options]: Case): unknown {
  try {
    return verifyAtOnce(body as Buffer, headers as string, secrets as string, options);
  } catch (error) {
    if (error instanceof WebhookSignatureError) return `${error.reason}: ${error.message}`;
    throw error;
  }
}

async function onWeb([body, headers, secrets, options]: Case): Promise<unknown> {
  try {
    return await web.verifyWebhook(body as Buffer, headers as string, secrets as string, options);
  } catch (error) {
    if (error instanceof WebhookSignatureError) return `${error.reason}: ${error.message}`;
    throw error;
  }
}

/** What no table in JSON can hold. */
const CASES: ReadonlyArray<readonly [string, Case, RegExp | undefined]> = [
  ['a body of text', [BODY.toString(), BOTH, SECRET], undefined],
  ['an ArrayBuffer', [Uint8Array.from(BODY).buffer, BOTH, SECRET], undefined],
  [
    'a part of a larger buffer',
    [Buffer.concat([BODY, BODY]).subarray(BODY.length), GOOD, SECRET],
    undefined,
  ],
  ['the headers of fetch', [BODY, new Headers(BOTH), SECRET], undefined],
  ['a secret beyond ASCII', [BODY, signWebhook(BODY, 'गुप्त'), 'गुप्त'], undefined],
  ['a parsed body', [EVENT, GOOD, SECRET], /^body_already_parsed/],
  ['no headers', [BODY, undefined, SECRET], /^missing_signature/],
  ['a secret with a space', [BODY, GOOD, `${SECRET} `], /^mismatch.*white space/],
];

test.each(CASES)('of %s both entries say the same', async (_, given, refused) => {
  const said = await onWeb(given);
  expect(said).toEqual(atOnce(given));
  if (refused) expect(said).toMatch(refused);
  else expect(said).toMatchObject({ event: expect.any(String) });
});

test.each(sharedFixture<WebhookCase[]>('webhooks'))(
  'of $name both entries say the same',
  async (one) => {
    const { maxAgeMs, requireTimestamp = false, now, headers, secrets, bodyHex } = one;
    const times = { ...(now && { now: new Date(now) }), ...(maxAgeMs && { maxAgeMs }) };
    const body = Buffer.from(bodyHex, 'hex');
    const given = [body, headers, secrets, { requireTimestamp, ...times }] as const;
    expect(await onWeb(given)).toEqual(atOnce(given));
  },
);

test('a changed byte of the body or the signature is refused', async () => {
  const change = fc.record({ at: fc.nat(BODY.length - 1), by: fc.integer({ min: 1, max: 255 }) });
  await fc.assert(
    fc.asyncProperty(change, async ({ at, by }) => {
      const body = Uint8Array.from(BODY, (byte, index) => (index === at ? byte ^ by : byte));
      const digits = Buffer.from(GOOD.slice(7), 'hex');
      digits[at % 32] = (digits[at % 32] ?? 0) ^ by;
      const changes: Case[] = [
        [body, GOOD, SECRET],
        [BODY, `sha256=${digits.toString('hex')}`, SECRET],
      ];
      for (const given of changes) {
        expect(await onWeb(given)).toMatch(/^mismatch/);
        expect(atOnce(given)).toMatch(/^mismatch/);
      }
    }),
  );
});

test('of any body, headers and secrets both entries say the same', async () => {
  const value = fc.oneof(fc.anything(), fc.constantFrom<unknown>(BODY, GOOD, SECRET, BOTH));
  const names = fc.constantFrom('x-service-signature', 'X-Service-Event');
  const odd = fc.oneof(value, fc.dictionary(names, value));
  await fc.assert(
    fc.asyncProperty(fc.tuple(odd, odd, odd), async (given) => {
      expect(await onWeb(given)).toEqual(atOnce(given));
    }),
    { numRuns: 300 },
  );
});

test('a body that is changed during the check does not become the event', async () => {
  const body = Buffer.from(BODY);
  const verifying = web.verifyWebhook(body, GOOD, SECRET);
  body.fill(0x20);
  expect(await verifying).toEqual(EVENT);
});

test('both entries share the classes of errors, and tell known events apart', async () => {
  expect([web.WebhookSignatureError, web.EsignError]).toEqual([WebhookSignatureError, EsignError]);
  const headers: Delivery['headers'] = BOTH;
  const event = await web.verifyWebhook(BODY, headers, SECRET);
  expect(web.isKnownEvent(event)).toBe(true);
});
