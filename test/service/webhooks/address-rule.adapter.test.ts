import { isIPv6 } from 'node:net';
import { expect, test } from 'vitest';
import type { FindAddresses } from '../../../src/network/find-addresses.ts';
import { checkedLookup } from '../../../src/network/public-address.ts';
import type { AddressRule } from '../../../src/service/webhooks/target.adapter.ts';
import { exceptions, refusalOf } from '../../../src/service/webhooks/target.adapter.ts';

const RULE = { allow: exceptions(false), isPlain: false };

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
  expect(refusalOf(address, RULE)).toBe('blocked_address');
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
  expect(refusalOf(address, RULE)).toBeUndefined();
});

test.each([
  ['127.0.0.1', undefined],
  ['::1', undefined],
  ['::ffff:127.0.0.1', undefined],
  ['10.0.0.1', 'blocked_address'],
  ['::ffff:10.0.0.1', 'blocked_address'],
  ['169.254.169.254', 'blocked_address'],
  ['1.1.1.1', 'insecure_url'],
])('over plain HTTP with loopback open, %s is %s', (address, refusal) => {
  expect(refusalOf(address, { allow: exceptions(true), isPlain: true })).toBe(refusal);
});

const at = (...addresses: readonly string[]): FindAddresses => {
  const found = addresses.map((address) => ({ address, family: isIPv6(address) ? 6 : 4 }));
  return async () => found;
};

const lookUp = (find: FindAddresses, all: boolean, rule: Partial<AddressRule> = {}) =>
  new Promise((resolve) => {
    const lookup = checkedLookup(find, (address) => refusalOf(address, { ...RULE, ...rule }));
    lookup('hooks.example.com', { all }, (error, ...found) => resolve(error ?? found));
  });

test('of the addresses of a name those that are not public are left out', async () => {
  const find = at('10.0.0.1', '1.1.1.1', '::1', '2606:4700:4700::1111');
  const usable = [
    { address: '1.1.1.1', family: 4 },
    { address: '2606:4700:4700::1111', family: 6 },
  ];
  expect(await lookUp(find, true)).toEqual([usable]);
  expect(await lookUp(find, false)).toEqual(['1.1.1.1', 4]);
});

test.each([
  ['a private address', at('192.168.1.1', 'fe80::1'), {}, 'blocked_address'],
  ['a public one, without TLS', at('1.1.1.1'), { isPlain: true }, 'insecure_url'],
  ['a private one, without TLS', at('10.0.0.1'), { isPlain: true }, 'blocked_address'],
  ['no address', at(), {}, 'dns_error'],
])('a name with %s is refused, whichever form was asked for', async (_, find, rule, code) => {
  expect(await lookUp(find, true, rule)).toMatchObject({ code });
  expect(await lookUp(find, false, rule)).toMatchObject({ code });
});

test('a lookup that yields something other than addresses fails', async () => {
  expect(await lookUp(at('not an address'), true)).toBeInstanceOf(Error);
});

test('the networks that the operator allows are reached, without TLS too', async () => {
  const rule = { allow: exceptions(false, ['10.1.0.0/16']), isPlain: true };
  expect(await lookUp(at('10.1.2.3'), false, rule)).toEqual(['10.1.2.3', 4]);
});

test.each(['10.1.0.0', '10.1.0.0/40', 'example.com/8', '/8'])('%s is no network', (cidr) => {
  expect(() => exceptions(false, [cidr])).toThrow();
});
