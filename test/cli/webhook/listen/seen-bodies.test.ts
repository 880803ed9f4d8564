import { expect, test } from 'vitest';
import { SeenBodies } from '../../../../src/cli/webhook/listen/incoming-request.ts';
import type { ReceiverOptions } from '../../../../src/cli/webhook/listen/received-delivery.ts';
import {
  EVENT_BODY,
  openReceiver,
  post,
  reported,
  signedHeaders,
} from '../../../support/outbox/open-receiver.ts';

const OTHER = Buffer.from(`${EVENT_BODY} `);
const UNSIGNED = { 'Content-Type': 'application/json' };
const by = (secret: string) => signedHeaders(EVENT_BODY, secret);

type Sent = readonly [body: Buffer, headers: Record<string, string>];
const rotation = { secrets: ['whsec_next', 'whsec_now'] };

test.each<[Partial<ReceiverOptions>, what: string, sent: Sent[], firsts: (number | null)[]]>([
  [
    rotation,
    'whichever secret signs it, and when none fits',
    ['whsec_now', 'whsec_next', 'whsec_other'].map((secret) => [EVENT_BODY, by(secret)]),
    [null, 1, 1],
  ],
  [
    rotation,
    'also of a body that did not verify',
    [
      [EVENT_BODY, UNSIGNED],
      [EVENT_BODY, by('whsec_now')],
    ],
    [null, 1],
  ],
  [
    {},
    'but not by the signature',
    [
      [EVENT_BODY, signedHeaders()],
      [OTHER, signedHeaders()],
      [OTHER, signedHeaders(OTHER)],
    ],
    [null, null, 2],
  ],
  [
    { verify: false },
    'without verification',
    [
      [EVENT_BODY, UNSIGNED],
      [EVENT_BODY, signedHeaders()],
      [OTHER, UNSIGNED],
    ],
    [null, 1, null],
  ],
])('with %j a repeat is recognised by its bytes, %s', async (options, _, sent, firsts) => {
  const { url, deliveries } = await openReceiver(options);
  for (const [body, headers] of sent) await post(url, body, headers);
  await reported(deliveries, sent.length);
  expect(deliveries.map(({ duplicateOf }) => duplicateOf?.number ?? null)).toEqual(firsts);
});

test('a repeat is recognised after all secrets have changed', async () => {
  let secrets = ['whsec_old'];
  const { url, deliveries } = await openReceiver({ secrets: () => secrets });
  await post(url, EVENT_BODY, by('whsec_old'));
  secrets = ['whsec_new'];
  await post(url, EVENT_BODY, by('whsec_new'));
  await reported(deliveries, 2);
  expect(deliveries[1]?.duplicateOf).toMatchObject({ number: 1 });
});

test('the last thousands of bodies are remembered, and older ones forgotten', () => {
  const seen = new SeenBodies();
  for (let number = 1; number <= 23_000; number += 1) seen.add(`body ${number}`, number);
  expect(seen.add('body 18001', 23_001)).toEqual({
    number: 23_001,
    duplicateOf: { number: 18_001, afterMs: 5000 },
  });
  expect(seen.add('body 1', 23_002)).toEqual({ number: 23_002, duplicateOf: null });
});

test('when the clock is set back, a repeat does not come before its first', () => {
  const seen = new SeenBodies();
  seen.add('body', 5000);
  expect(seen.add('body', 4000).duplicateOf).toEqual({ number: 1, afterMs: 0 });
});
