import { isIPv6 } from 'node:net';
import { expect, test } from 'vitest';
import type { FindAddresses } from '../../../src/network/find-addresses.ts';
import { checkedLookup } from '../../../src/network/public-address.ts';
import type { AddressRule } from '../../../src/service/webhooks/target.adapter.ts';
import {
  exceptions,
  readTarget,
  refusalOf,
  urlObjection,
} from '../../../src/service/webhooks/target.adapter.ts';

const allow = exceptions(true);

test.each([
  ['https://example.test', { origin: 'https://example.test', host: 'example.test', port: '' }],
  ['http://EXAMPLE.test:80/a', { origin: 'http://example.test', path: '/a', isPlain: true }],
  ['https://example.test:8443/a%20b?c=d#e', { port: '8443', path: '/a%20b?c=d', isLiteral: false }],
  ['https://[2606:4700::1]/', { host: '2606:4700::1', isLiteral: true, refusal: undefined }],
  ['https://0x7f.1/', { host: '127.0.0.1', isLiteral: true, refusal: undefined }],
  ['https://169.254.169.254/', { isLiteral: true, refusal: 'blocked_address' }],
  ['http://1.1.1.1/', { isLiteral: true, refusal: 'insecure_url' }],
])('%s goes to %j', (text, expected) => {
  expect(readTarget(text, allow)).toMatchObject(expected);
});

test.each([
  '',
  'example.test',
  'ftp://example.test/',
  'https://asha@example.test/',
  'https://:x@a/',
])('nothing goes to %j', (text) => {
  expect(readTarget(text, allow)).toBeUndefined();
});

test.each([
  ['https://hooks.example.com/esign', undefined, undefined],
  ['http://hooks.example.com/esign', 'insecure_url', undefined],
  ['https://8.8.8.8/', undefined, undefined],
  ['http://8.8.8.8/', 'insecure_url', 'insecure_url'],
  ['http://127.0.0.1:3000/', 'blocked_address', undefined],
  ['https://2130706433/', 'blocked_address', undefined],
  ['http://[::1]:3000/', 'blocked_address', undefined],
  ['http://localhost:3000/', 'blocked_address', undefined],
  ['https://app.localhost/', 'blocked_address', undefined],
  ['https://10.0.0.1/', 'blocked_address', 'blocked_address'],
  ['https://169.254.169.254/latest', 'blocked_address', 'blocked_address'],
  ['https://[fd00::1]/', 'blocked_address', 'blocked_address'],
  ['https://[::ffff:10.0.0.1]/', 'blocked_address', 'blocked_address'],
])('the objection to %s is %s for a service, %s for a sandbox', (text, service, sandbox) => {
  const url = new URL(text);
  expect(urlObjection(url, { allowLoopback: false, allow: [] })).toBe(service);
  expect(urlObjection(url, { allowLoopback: true, allow: [] })).toBe(sandbox);
});

test('there is no objection to the networks that the operator allows, without TLS too', () => {
  const rule = { allowLoopback: false, allow: ['10.1.0.0/16', '8.8.8.0/24'] };
  expect(urlObjection(new URL('http://10.1.2.3/'), rule)).toBeUndefined();
  expect(urlObjection(new URL('http://8.8.8.8/'), rule)).toBeUndefined();
  expect(urlObjection(new URL('http://hooks.internal.example.com/'), rule)).toBeUndefined();
  expect(urlObjection(new URL('https://10.2.0.1/'), rule)).toBe('blocked_address');
});

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
