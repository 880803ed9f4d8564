import { isIPv6 } from 'node:net';
import { expect, test } from 'vitest';
import type {
  AddressRule,
  FindAddresses,
} from '../../../../src/service/adapters/webhooks/public-address.ts';
import {
  checkedLookup,
  exceptions,
  isPublicAddress,
  LOOPBACK,
} from '../../../../src/service/adapters/webhooks/public-address.ts';

const NO_EXCEPTION = exceptions([]);

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
  expect(isPublicAddress('127.0.0.1', exceptions(LOOPBACK))).toBe(true);
  expect(isPublicAddress('::1', exceptions(LOOPBACK))).toBe(true);
  expect(isPublicAddress('10.0.0.1', exceptions(LOOPBACK))).toBe(false);
  expect(isPublicAddress('169.254.169.254', exceptions(LOOPBACK))).toBe(false);
});

const at = (...addresses: readonly string[]): FindAddresses => {
  const found = addresses.map((address) => ({ address, family: isIPv6(address) ? 6 : 4 }));
  return async () => found;
};

const lookUp = (rule: Partial<AddressRule>, all: boolean) =>
  new Promise((resolve) => {
    const lookup = checkedLookup({ allow: NO_EXCEPTION, isPlain: false, find: at(), ...rule });
    lookup('hooks.example.com', { all }, (error, ...found) => resolve(error ?? found));
  });

test('of the addresses of a name those that are not public are left out', async () => {
  const find = at('10.0.0.1', '1.1.1.1', '::1', '2606:4700:4700::1111');
  const usable = [
    { address: '1.1.1.1', family: 4 },
    { address: '2606:4700:4700::1111', family: 6 },
  ];
  expect(await lookUp({ find }, true)).toEqual([usable]);
  expect(await lookUp({ find }, false)).toEqual(['1.1.1.1', 4]);
});

test.each([
  ['a private address', { find: at('192.168.1.1', 'fe80::1') }, 'blocked_address'],
  ['a public one, without TLS', { find: at('1.1.1.1'), isPlain: true }, 'insecure_url'],
  ['a private one, without TLS', { find: at('10.0.0.1'), isPlain: true }, 'blocked_address'],
])('a name of %s is refused, whatever form was asked for', async (_, rule, code) => {
  expect(await lookUp(rule, true)).toMatchObject({ code });
  expect(await lookUp(rule, false)).toMatchObject({ code });
});

test('what the operator allows is reached, without TLS too', async () => {
  const rule = { find: at('10.1.2.3'), allow: exceptions(['10.1.0.0/16']), isPlain: true };
  expect(await lookUp(rule, false)).toEqual(['10.1.2.3', 4]);
});

test.each(['10.1.0.0', '10.1.0.0/40', 'example.com/8', '/8'])('%s is no network', (cidr) => {
  expect(() => exceptions([cidr])).toThrow();
});
