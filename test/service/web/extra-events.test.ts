import { expect, test } from 'vitest';
import { eventProblem, isEventType } from '../../../src/contract/webhooks/webhook-event.ts';
import { EXTRA_EVENTS } from '../../../src/contract/webhooks/webhook-headers.ts';
import { announceExpiries } from '../../../src/service/webhooks/announce-expiries.ts';
import {
  ASHA,
  apiUser,
  documentPath,
  openApi,
  postForm,
  RAVI,
  signBy,
} from '../../support/service/call-service.ts';
import { aMember } from '../../support/sign-in/a-member.ts';

const { service } = await openApi();
const { store } = service.deps;
const WEBHOOKS = '/dashboard/webhooks';
const ticked = (...types: readonly string[]) =>
  Object.fromEntries(types.map((type) => [type, 'yes']));

/** A new account whose endpoint asks for `types` at the dashboard. */
async function asking(...types: readonly string[]) {
  const account = await service.account({ credits: 100 });
  const { accountId } = account;
  const user = apiUser(service, account);
  const member = await aMember(service, { accountId, role: 'developer' });
  const url = 'http://127.0.0.1:9/hook';
  const added = await member.post(WEBHOOKS, { url, ...ticked(...types) });
  const [, endpointId = ''] = /webhooks\/(whe_\w+)"/.exec(added.body) ?? [];
  const path = `${WEBHOOKS}/${endpointId}`;
  const got = async () => {
    const listed = await store.listDeliveries({ accountId, limit: 50 });
    const found = listed.map(({ deliveryId }) => store.findDelivery({ accountId, deliveryId }));
    return (await Promise.all(found)).map((one) => JSON.parse(String(one?.body)));
  };
  return { user, member, path, got };
}

const eventOf = ({ event }: { event: string }) => event;
const openLink = (link = '') => service.app.inject(link);
const decline = (link = '', reason = '') =>
  postForm(service, `${link}/decline`, { reason, language: 'en' });

test('an endpoint that asks for nothing gets what the specification knows, and nothing is kept', async () => {
  const { user, got } = await asking();
  const first = await user.send(ASHA);
  await signBy(service, first.links[0] ?? '');
  const second = await user.send(ASHA);
  await openLink(second.links[0]);
  await decline(second.links[0]);
  expect((await got()).map(eventOf)).toEqual(['document.completed', 'signer.signed']);
});

test('an endpoint that asks for them gets each once, as the contract describes it', async () => {
  const { user, got } = await asking(...EXTRA_EVENTS);
  const { documentId, links } = await user.send(ASHA, RAVI);
  await openLink(links[0]);
  await openLink(links[0]);
  await decline(links[0], 'The rent is wrong');
  const other = await user.send(ASHA);
  const reason = 'Let to someone else.';
  await user.post(documentPath(other.documentId, '/withdraw'), { reason });
  const events = (await got()).reverse();
  for (const event of events)
    expect(isEventType(event.event) && eventProblem(event.event, event)).toBeUndefined();
  const signer = { name: ASHA.name, hasSigned: false };
  expect(events).toMatchObject([
    { event: 'signer.opened', documentId, status: 'SENT', signer, reason: null },
    { event: 'signer.declined', documentId, signer, reason: 'The rent is wrong' },
    { event: 'document.withdrawn', documentId: other.documentId, signer: null, reason },
  ]);
  expect(events[0].signers).toHaveLength(2);
});

test('an expiry is announced once, again after a resend, and not from before it was asked for', async () => {
  const { user, member, path, got } = await asking();
  const expire = async () => {
    service.advance(31 * 24 * 3600_000);
    await announceExpiries(service.deps);
    await announceExpiries(service.deps);
  };
  const { documentId } = await user.send(ASHA);
  await expire();
  const browser = await member.get(path);
  expect(browser.statusCode).not.toBe(200);
  const again = await aMember(service, {
    accountId: user.account.accountId,
    role: 'developer',
  });
  await again.post(`${path}/events`, ticked('document.expired'));
  await announceExpiries(service.deps);
  expect(await got()).toEqual([]);
  await user.post(documentPath(documentId, '/resend'));
  const declined = await user.send(ASHA);
  await decline(declined.links[0]);
  await expire();
  const expired = { event: 'document.expired', documentId, signer: null, reason: null };
  expect(await got()).toMatchObject([expired]);
  await user.post(documentPath(documentId, '/resend'));
  await expire();
  expect(await got()).toMatchObject([expired, expired]);
});

test('the page of an endpoint shows what it asks for, and changes it', async () => {
  const { user, member, path, got } = await asking('signer.opened');
  expect((await member.get(path)).body).toContain(
    'signer.signed, document.completed, signer.opened',
  );
  expect((await member.get(path)).body).toMatch(/name="signer.opened" value="yes" checked/);
  expect((await member.post(`${path}/events`)).statusCode).toBe(303);
  const { links } = await user.send(ASHA);
  await openLink(links[0]);
  expect(await got()).toEqual([]);
});
