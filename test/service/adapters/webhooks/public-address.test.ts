import { expect, test } from 'vitest';
import {
  isPublicAddress,
  LOOPBACK,
  NO_EXCEPTION,
  publicLookup,
} from '../../../../src/service/adapters/webhooks/public-address.ts';

test.each([
  '0.0.0.0',
  '10.1.2.3',
  '100.64.0.1',
  '127.0.0.1',
  '127.255.255.254',
  '169.254.169.254',
  '172.16.0.1',
  '172.31.255.255',
  '192.0.0.8',
  '192.0.2.1',
  '192.88.99.1',
  '192.168.1.1',
  '198.18.0.1',
  '198.51.100.7',
  '203.0.113.9',
  '224.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '::7f00:1',
  '::ffff:127.0.0.1',
  '::ffff:7f00:1',
  '64:ff9b::7f00:1',
  '2001::1',
  '2001:db8::1',
  '2002:7f00:1::',
  '3fff::1',
  'fc00::1',
  'fe80::1',
  'ff02::1',
])('%s is refused', (address) => {
  expect(isPublicAddress(address, NO_EXCEPTION)).toBe(false);
});

test.each([
  '1.1.1.1',
  '8.8.8.8',
  '100.63.255.255',
  '172.32.0.1',
  '192.0.1.1',
  '2606:4700:4700::1111',
  '2a00:1450::1',
])('%s may be reached', (address) => {
  expect(isPublicAddress(address, NO_EXCEPTION)).toBe(true);
});

test('the exception for loopback opens loopback and nothing else', () => {
  expect(isPublicAddress('127.0.0.1', LOOPBACK)).toBe(true);
  expect(isPublicAddress('::1', LOOPBACK)).toBe(true);
  expect(isPublicAddress('10.0.0.1', LOOPBACK)).toBe(false);
  expect(isPublicAddress('169.254.169.254', LOOPBACK)).toBe(false);
});

test.each([true, false])(
  'a name of the machine itself is refused (all addresses: %s)',
  async (all) => {
    const lookup = publicLookup(NO_EXCEPTION);
    const error = await new Promise((resolve) => lookup('localhost', { all }, resolve));
    expect(error).toMatchObject({ code: 'blocked_address' });
  },
);

test('a lookup answers in the form that was asked for', async () => {
  const lookup = publicLookup(LOOPBACK);
  const many = await new Promise((resolve) =>
    lookup('127.0.0.1', { all: true }, (_, found) => resolve(found)),
  );
  expect(many).toEqual([{ address: '127.0.0.1', family: 4 }]);
  const one = await new Promise((resolve) =>
    lookup('127.0.0.1', { all: false }, (_, address, family) => resolve([address, family])),
  );
  expect(one).toEqual(['127.0.0.1', 4]);
});
