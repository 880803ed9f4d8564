import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { findByDns, findLocally } from '../../src/network/find-addresses.ts';
import { startDnsServer } from '../support/network/dns-server.ts';
import { startLocalReceiver } from '../support/outbox/local-receiver.ts';
import { deliveryTo, openSender } from '../support/outbox/open-sender.ts';

test('a name is found through its server', async () => {
  const { server } = await startDnsServer({ 'hooks.example.com': '1.1.1.1' });
  expect(await findByDns([server])('hooks.example.com')).toEqual([
    { address: '1.1.1.1', family: 4 },
  ]);
});

test('this machine’s own names are found locally', async () => {
  const found = await findLocally('localhost');
  expect(found.map(({ address }) => address)).toContain('127.0.0.1');
});

test('a resolver that is not there says nothing about the name', async () => {
  await expect(findByDns(['127.0.0.1:1'])('hooks.example.com')).rejects.toMatchObject({
    code: 'dns_unavailable',
  });
});

test('names with a silent server hold up neither other deliveries nor files', async () => {
  const { url, received } = await startLocalReceiver();
  const { server, asked } = await startDnsServer({ 'good.example.com': '127.0.0.1' });
  const sender = openSender({ find: findByDns([server]), connectMs: 3000 });
  const to = (host: string) => sender.deliver(deliveryTo(url.replace('127.0.0.1', host)));
  const ended: string[] = [];
  const silent = Array.from({ length: 16 }, async (_, n) => {
    const { error } = await to(`silent-${n}.example.com`);
    ended.push('silent');
    return error;
  });
  await readFile(new URL(import.meta.url));
  expect(await to('good.example.com')).toMatchObject({ ok: true });
  ended.push('good');
  expect(ended[0]).toBe('good');
  expect(received).toHaveLength(1);
  expect(asked.length).toBeGreaterThan(16);
  expect(new Set(await Promise.all(silent))).toEqual(new Set(['timeout_connect']));
});
