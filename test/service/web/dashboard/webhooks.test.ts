import { expect, test } from 'vitest';
import { EVENT_EXAMPLES } from '../../../../src/contract/examples.ts';
import { startLocalReceiver } from '../../../support/outbox/local-receiver.ts';
import { insertDocument, makeEvent } from '../../../support/outbox/outbox-parts.ts';
import { runOutbox } from '../../../support/outbox/outbox-world.ts';
import { openApi } from '../../../support/service/call-service.ts';
import { aMember } from '../../../support/sign-in/a-member.ts';

const { service } = await openApi();
const { store } = service.deps;
const WEBHOOKS = '/dashboard/webhooks';

/** A member of an account with an endpoint that they added. */
async function anEndpoint(url = 'http://127.0.0.1:9/hook?token=query-secret') {
  const { accountId } = await service.account();
  const member = await aMember(service, { accountId, role: 'developer' });
  const added = await member.post(WEBHOOKS, { url });
  const [, endpointId = ''] = /webhooks\/(whe_\w+)"/.exec(added.body) ?? [];
  const path = `${WEBHOOKS}/${endpointId}`;
  const endpoint = async () => await store.findEndpoint(endpointId);
  return { accountId, member, added, path, endpointId, endpoint };
}

test('an account without endpoints learns how to see events', async () => {
  const { accountId } = await service.account();
  const member = await aMember(service, { accountId, role: 'support' });
  const { body } = await member.get(WEBHOOKS);
  expect(body).toContain('esign webhook listen');
  expect(body).not.toContain('Add an endpoint');
});

test('secrets stand only on pages that were asked for them', async () => {
  const { member, added, path, endpoint } = await anEndpoint();
  const { secret = '' } = (await endpoint()) ?? {};
  expect(secret).toMatch(/^whsec_/);
  expect(added.body).toContain(secret);
  expect((await member.get(WEBHOOKS)).body).toContain('1 of at most 20 endpoints');
  for (const url of [WEBHOOKS, path]) expect((await member.get(url)).body).not.toContain('whsec_');
  expect((await member.post(`${path}/secret`)).body).toContain(secret);
  const rotated = await member.post(`${path}/rotate`);
  const [next = ''] = /whsec_[\w-]+/.exec(rotated.body) ?? [];
  expect((await endpoint())?.nextSecret).toBe(next);
  expect((await member.post(`${path}/activate`)).statusCode).toBe(303);
  expect(await endpoint()).toMatchObject({ secret: next, nextSecret: null });
  const replaced = await member.post(`${path}/rotate`, { now: 'yes' });
  expect(replaced.body).toContain((await endpoint())?.secret);
  expect((await member.post(`${path}/activate`)).statusCode).toBe(409);
});

test('support sees an endpoint without the query of its address, and cannot change it', async () => {
  const { accountId, path, member } = await anEndpoint();
  expect((await member.get(path)).body).toContain('query-secret');
  const supporter = await aMember(service, { accountId, role: 'support' });
  const { body } = await supporter.get(path);
  expect(body).toContain('http://127.0.0.1:9/hook?…');
  expect(body).not.toContain('query-secret');
  expect(body).not.toContain('Show secret');
  expect(body).toContain('Recover');
});

test.each([
  ['gone', '410 Gone'],
  ['failing', 'nothing was delivered for five days'],
] as const)('an endpoint that is off as %s says why, and is switched on', async (why, words) => {
  const { member, path, endpointId, endpoint } = await anEndpoint();
  const off = { enabled: false, disabledReason: why, disabledAt: new Date() };
  await store.transaction((tx) => tx.changeEndpoint(endpointId, off));
  expect((await member.get(path)).body).toContain(words);
  expect((await member.post(`${path}/recover`, { since: '7d' })).statusCode).toBe(409);
  expect((await member.post(`${path}/switch`, { to: 'on' })).statusCode).toBe(303);
  expect(await endpoint()).toMatchObject({ enabled: true });
  await member.post(`${path}/switch`, { to: 'off' });
  expect((await member.get(path)).body).toContain('switched off by hand');
});

test('an endpoint is removed only with the confirmation', async () => {
  const { member, path } = await anEndpoint();
  expect((await member.post(`${path}/remove`)).statusCode).toBe(400);
  expect((await member.get(path)).statusCode).toBe(200);
  expect((await member.post(`${path}/remove`, { confirm: 'yes' })).statusCode).toBe(303);
  expect((await member.get(path)).statusCode).toBe(404);
});

test('a test event shows its attempts with headers and response, and is resent and recovered', async () => {
  const answer = '<b>down</b> for a moment';
  const { url } = await startLocalReceiver((response) => response.writeHead(503).end(answer));
  const { member, path } = await anEndpoint(url);
  const { tried } = runOutbox(store, { webhookDelaysMs: [], clock: service.deps.clock });
  const tested = await member.post(`${path}/test`, { event: 'document.completed' });
  const delivery = String(tested.headers.location);
  await expect.poll(() => tried).toHaveLength(1);
  await expect.poll(async () => (await member.get(delivery)).body).toContain('given up');
  const { body } = await member.get(delivery);
  expect(body).toContain('Attempt 1: 503');
  expect(body).toContain('&lt;b&gt;down&lt;/b&gt; for a moment');
  expect(body).toMatch(/signature: /i);
  expect(body).toContain('&quot;event&quot;: &quot;document.completed&quot;');
  expect((await member.get(path)).body).toContain('given up');
  expect((await member.post(`${delivery}/resend`)).headers.location).toBe(delivery);
  await expect.poll(async () => (await member.get(delivery)).body).toContain('resent by hand');
  await expect.poll(async () => (await member.get(delivery)).body).toContain('given up');
  const recovered = await member.post(`${path}/recover`, { since: '1h' });
  expect(recovered.body).toContain('Nothing to recover');
});

test('a delivery and its endpoint poll until nothing is pending', async () => {
  const { accountId, member, path } = await anEndpoint();
  const seenAt = async (url: string) => /data-seen="(\w+)"/.exec((await member.get(url)).body)?.[1];
  expect(await seenAt(path)).toBeUndefined();
  const delivery = String((await member.post(`${path}/test`)).headers.location);
  for (const url of [path, delivery])
    expect([url, await seenAt(url)]).toEqual([url, (await member.poll(url)).body]);
  const { tried } = runOutbox(store, { webhookDelaysMs: [], clock: service.deps.clock });
  await expect.poll(() => tried).not.toHaveLength(0);
  for (const url of [path, delivery]) await expect.poll(() => seenAt(url)).toBeUndefined();
  expect(await store.listDeliveries({ accountId, limit: 2 })).toMatchObject([{ state: 'failed' }]);
});

test('all that an endpoint missed while it was off is recovered, also what is not listed', async () => {
  const { accountId, member, path } = await anEndpoint();
  await member.post(`${path}/switch`, { to: 'off' });
  const documentId = await insertDocument(store, accountId);
  const event = makeEvent(documentId);
  const fact = { accountId, documentId, event };
  for (let count = 0; count < 21; count += 1)
    await store.transaction((tx) => tx.emitEvent(fact, service.deps.clock.now()));
  const { body } = await member.get(path);
  expect(body).toContain('skipped');
  expect(new Set(body.match(/deliveries\/[0-9a-f-]{36}/g)).size).toBe(20);
  await member.post(`${path}/switch`, { to: 'on' });
  expect((await member.post(`${path}/recover`, { since: '2y' })).statusCode).toBe(400);
  const recovered = await member.post(`${path}/recover`, { since: '1h' });
  expect(recovered.body).toContain('21 deliveries are queued');
  await member.post(`${path}/switch`, { to: 'off' });
});

test('deliveries are listed 50 to a page', async () => {
  const { accountId, member, path, endpointId } = await anEndpoint();
  const event = EVENT_EXAMPLES['signer.signed'];
  await store.transaction(async (tx) => {
    for (let made = 0; made < 51; made += 1)
      await tx.queueTest({ accountId, endpointId, event }, new Date());
  });
  const { body } = await member.get(path);
  expect(body.match(/deliveries\/[0-9a-f-]{36}/g)).toHaveLength(50);
  const [, next = ''] = /href="([^"]*after=[^"]*)"/.exec(body) ?? [];
  const last = await member.get(next);
  expect(last.body.match(/deliveries\/[0-9a-f-]{36}/g)).toHaveLength(1);
  expect((await member.get(`${path}?after=none`)).body).toContain('No deliveries.');
});

test('endpoints and deliveries of another account are not found', async () => {
  const [one, other] = [await anEndpoint(), await anEndpoint()];
  const delivery = (await other.member.post(`${other.path}/test`)).headers.location;
  for (const url of [other.path, String(delivery)])
    expect((await one.member.get(url)).statusCode).toBe(404);
  for (const what of ['switch', 'test', 'secret', 'rotate', 'activate', 'remove', 'recover']) {
    const fields = { to: 'off', confirm: 'yes', since: '1h' };
    const reply = await one.member.post(`${other.path}/${what}`, fields);
    expect([what, reply.statusCode]).toEqual([what, 404]);
  }
  expect((await one.member.post(`${delivery}/resend`)).statusCode).toBe(404);
  expect(await other.endpoint()).toMatchObject({ enabled: true, nextSecret: null });
});
