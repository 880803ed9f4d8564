import { expect, test } from 'vitest';
import { urlObjection } from '../../../../src/service/adapters/webhooks/url-objection.ts';

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
])('%s: %s for a service, %s for a sandbox', (text, service, sandbox) => {
  const url = new URL(text);
  expect(urlObjection(url, { allowLoopback: false, allow: [] })).toBe(service);
  expect(urlObjection(url, { allowLoopback: true, allow: [] })).toBe(sandbox);
});

test('what the operator allows is accepted, without TLS too', () => {
  const rule = { allowLoopback: false, allow: ['10.1.0.0/16'] };
  expect(urlObjection(new URL('http://10.1.2.3/'), rule)).toBeUndefined();
  expect(urlObjection(new URL('http://hooks.internal.example.com/'), rule)).toBeUndefined();
  expect(urlObjection(new URL('https://10.2.0.1/'), rule)).toBe('blocked_address');
});
