import { expect, test } from 'vitest';
import { exceptions } from '../../../../src/service/adapters/webhooks/public-address.ts';
import { targetReader } from '../../../../src/service/adapters/webhooks/target.ts';

const aReader = () => targetReader({ allow: exceptions(['127.0.0.0/8']), find: async () => [] });

test.each([
  ['https://example.test', { origin: 'https://example.test', host: 'example.test', port: 443 }],
  ['http://EXAMPLE.test:80/a', { origin: 'http://example.test', port: 80, path: '/a' }],
  ['https://example.test:8443/a%20b?c=d#e', { port: 8443, path: '/a%20b?c=d', isLiteral: false }],
  ['https://[2606:4700::1]/', { host: '2606:4700::1', isLiteral: true, refusal: undefined }],
  ['https://0x7f.1/', { host: '127.0.0.1', isLiteral: true, refusal: undefined }],
  ['https://169.254.169.254/', { isLiteral: true, refusal: 'blocked_address' }],
  ['http://1.1.1.1/', { isLiteral: true, refusal: 'insecure_url' }],
])('%s goes to %j', (text, expected) => {
  expect(aReader()(text)).toMatchObject(expected);
});

test.each([
  '',
  'example.test',
  'ftp://example.test/',
  'https://asha@example.test/',
  'https://:x@a/',
])('nothing goes to %j', (text) => {
  expect(aReader()(text)).toBeUndefined();
});

test('a URL is read once, until a thousand others came', () => {
  const read = aReader();
  const first = read('https://example.test/');
  expect(read('https://example.test/')).toBe(first);
  for (let n = 0; n < 1000; n += 1) read(`https://example.test/${n}`);
  expect(read('https://example.test/')).not.toBe(first);
});
