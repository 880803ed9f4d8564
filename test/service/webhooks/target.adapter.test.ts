import { expect, test } from 'vitest';
import {
  exceptions,
  readTarget,
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
