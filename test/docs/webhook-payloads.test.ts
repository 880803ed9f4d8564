import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { makeEvent } from '../../src/client/index.ts';
import { EXTENSION_LIMITS } from '../../src/contract/extensions/names.ts';
import { LIMITS } from '../../src/contract/limits.ts';
import { eventProblem, isEventType } from '../../src/contract/webhooks/webhook-event.ts';

const page = await readFile(new URL('../../docs/webhooks.md', import.meta.url), 'utf8');

test('the payloads of the page are events of the contract, one of each kind', () => {
  const blocks = [...page.matchAll(/^```json\n(.*?)^```$/gms)].map(([, text = '']) => text);
  const events = blocks.map((text) => JSON.parse(text));
  expect(events.map(({ event }) => event)).toEqual(['signer.signed', 'document.completed']);
  for (const event of events) {
    if (!isEventType(event.event)) throw new Error(`${event.event} is no event`);
    expect(eventProblem(event.event, event)).toBeUndefined();
    for (const field of Object.keys(event)) expect(page).toContain(`| \`${field}\``);
  }
});

test('the largest body is smaller than the page says', () => {
  const signers = Array.from({ length: LIMITS.signersPerDocument }, (_, at) => ({
    signerId: `sgn_${'0'.repeat(32)}`,
    name: '𑄌'.repeat(LIMITS.signerNameLength),
    email: `${'"'.repeat(LIMITS.emailLocalLength)}@${'x'.repeat(LIMITS.emailLength)}`,
    signingOrder: at + 1,
    signedAt: '2026-11-20T12:31:07.204Z',
    hasSigned: true,
  }));
  const signer = signers[0] ?? null;
  const reason = '𑄌'.repeat(EXTENSION_LIMITS.reasonLength);
  const largest = makeEvent('signer.declined', { signers, signer, reason });
  expect(page).toContain('| less than 16 KiB: six signers ');
  expect(Buffer.byteLength(JSON.stringify(largest))).toBeLessThan(16 * 1024);
});
