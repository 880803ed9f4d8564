import { expect, test } from 'vitest';
import { buildApp } from '../../../src/service/web/app.ts';
import { trustedProxies } from '../../../src/service/web/trusted-proxies.ts';
import { ASHA, openApi } from '../../support/service/call-service.ts';
import { testPageFiles } from '../../support/service/page-files.ts';

const { service, user } = await openApi();

const NO_FILES = new URL('file:///nowhere/');

test.each([
  ['no proxy is trusted', [], '127.0.0.1'],
  ['the proxy is not among the trusted ones', ['10.1.0.0/16'], '127.0.0.1'],
  ['the proxy is trusted', ['127.0.0.0/8'], '203.0.113.7'],
])('when %s, log and audit trail have the address %s', async (_when, trustProxy, address) => {
  const { documentId, links } = await user.send(ASHA);
  const lines: string[] = [];
  const logger = { level: 'info', stream: { write: (line: string) => void lines.push(line) } };
  const app = buildApp(service.deps, { logger, trustProxy, pageFiles: NO_FILES });
  const forwarded = { 'x-forwarded-for': '198.51.100.1, 203.0.113.7', 'x-forwarded-host': 'evil' };
  await app.inject({ url: `${links[0]}/decline`, method: 'POST', headers: forwarded });
  await app.close();
  expect(JSON.parse(lines.at(-1) ?? '{}').ip).toBe(address);
  const trail = await service.deps.store.readAudit(documentId);
  const declined = trail.find(({ type }) => type === 'signer.declined');
  expect(declined).toMatchObject({ personal: { ip: { value: address } } });
});

test('a trusted proxy cannot name the host from which forms are taken', async () => {
  const { links } = await user.send(ASHA);
  const trustProxy = ['127.0.0.0/8'];
  const pageFiles = await testPageFiles(service.files);
  const app = buildApp(service.deps, { logger: 'silent', trustProxy, pageFiles });
  const headers = { origin: 'http://evil.example.com', 'x-forwarded-host': 'evil.example.com' };
  const answer = await app.inject({ url: `${links[0]}/decline`, method: 'POST', headers });
  await app.close();
  expect(answer.statusCode).toBe(403);
});

test.each([
  'true',
  '*',
  'loopback',
  '10.1.0.0',
  '10.1.0.0/',
  '10.1.0.0/33',
  '10.1.0.0/8/8',
  'proxy.example.com/24',
  '',
])('%j is refused as a network', (cidr) => {
  expect(() => trustedProxies([cidr])).toThrow('is no network of proxies');
});

test.each(['0.0.0.0/0', '10.0.0.0/0', '0.0.0.0/00', '::/0', '::/1', '::ffff:0:0/96'])(
  '%s is refused: it trusts everybody',
  (cidr) => {
    expect(() => trustedProxies(['10.1.0.0/16', cidr])).toThrow('trusts every address');
  },
);

test.each(['10.1.0.0/16', '203.0.113.7/32', 'fd00::/8', '2001:db8::1/128'])(
  '%s is taken',
  (cidr) => {
    expect(trustedProxies([cidr])).toEqual([cidr]);
  },
);
