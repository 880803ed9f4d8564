import { expect, test } from 'vitest';
import type { Bounce } from '../../../../src/service/core/mails/bounce.rules.ts';
import { bounceAddress, mailOfBounce } from '../../../../src/service/core/mails/bounce.rules.ts';

const MAIL = '0b9f6f2e-7a41-4c57-9d58-7a6c2f1f0d3c';
const OTHER = '1c9f6f2e-7a41-4c57-9d58-7a6c2f1f0d3c';
const [secret, older] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];
const domain = 'bounces.example.in';
const made = bounceAddress({ secret }, { mailId: MAIL, domain });

const sentTo = (...addresses: string[]): Bounce => {
  return { sentTo: addresses, action: 'failed', status: null };
};

test('an address for bounces is one that mail servers take', () => {
  expect(made).toMatch(/^bounce\+[0-9a-f]{32}\.[0-9a-f]{24}@bounces\.example\.in$/);
  expect(made.split('@')[0]).toHaveLength(64);
});

test.each([
  ['as it was made', made],
  ['in angle brackets', `<${made}>`],
  ['in upper case', made.toUpperCase()],
  ['at another host', made.replace(domain, 'mx.example.in')],
  ['among others', `sign@example.in, ${made}`],
])('the mail is found by its address, %s', (_, address) => {
  expect(mailOfBounce({ secret }, sentTo(address))).toBe(MAIL);
});

test('addresses that a former key made are still known, until it is dropped', () => {
  const former = bounceAddress({ secret: older }, { mailId: MAIL, domain });
  expect(mailOfBounce({ secret, formerSecrets: [older] }, sentTo(former))).toBe(MAIL);
  expect(() => mailOfBounce({ secret }, sentTo(former))).toThrow('no key of keys.links');
});

test.each([
  ['another mail', made.replace(MAIL.replaceAll('-', ''), OTHER.replaceAll('-', ''))],
  ['another HMAC', made.replace(/\.[0-9a-f]/, (digit) => (digit === '.0' ? '.1' : '.0'))],
])('an address with %s is forged', (_, address) => {
  expect(() => mailOfBounce({ secret }, sentTo(address))).toThrow(
    expect.objectContaining({ reason: 'bounce_forged' }),
  );
});

test.each([
  [[]],
  [['sign@example.in']],
  [[made.replace('bounce+', 'bounces+')]],
  [[made.slice(0, 30)]],
])('a message to %j was not sent to an address for bounces', (addresses) => {
  expect(() => mailOfBounce({ secret }, sentTo(...addresses))).toThrow(
    expect.objectContaining({ reason: 'not_a_bounce' }),
  );
});
