import { expect, test } from 'vitest';
import { listApiKeys, revokeApiKey } from '../../../../src/service/core/accounts/api-keys.ts';
import { startLocalReceiver } from '../../../support/outbox/local-receiver.ts';
import { runOutbox } from '../../../support/outbox/outbox-world.ts';
import { ASHA, apiUser, openApi, RAVI, signBy } from '../../../support/service/call-service.ts';
import { aMember } from '../../../support/sign-in/a-member.ts';
import { asOwner } from '../../../support/sign-in/callers.ts';

const { service } = await openApi();
const { store, clock } = service.deps;

async function anOwner() {
  const user = apiUser(service, await service.account({ credits: 20 }));
  const { accountId } = user.account;
  const member = await aMember(service, { accountId });
  /** The page's text, and its markup. */
  const home = async (browser = member) => {
    const { statusCode, body } = await browser.get('/dashboard');
    expect(statusCode).toBe(200);
    const text = body.replace(/<head>.*<\/head>|<[^>]*>/gs, '').replace(/\s+/g, ' ');
    return { text: text.replaceAll('&quot;', '"').replaceAll('&lt;', '<'), body };
  };
  return { user, accountId, member, home };
}

test('home leads from the first step to the first completed document by commands that name its own', async () => {
  const { user, home } = await anOwner();
  expect((await home()).text).toContain('Your first document: 1 of 4');
  expect((await home()).text).toContain('esign send contract.pdf --signer "Asha Rao <asha@');
  const draft = await user.create();
  const id = draft.slice(0, 8);
  const added = await home();
  expect(added.text).toContain(`esign signers add ${id} --signer "Asha Rao`);
  expect(added.body).toContain(`href="/dashboard/documents/${draft}"`);
  const ready = await user.createFor(ASHA);
  expect((await home()).text).toContain(`This command sends it:esign send ${ready.slice(0, 8)}`);
  expect((await home()).text).not.toContain('esign signers add');
  const { documentId, links } = await user.send(ASHA);
  expect((await home()).text).toContain('Your first document: 3 of 4');
  expect((await home()).text).toContain(`esign status ${documentId.slice(0, 8)} --watch`);
  await signBy(service, links[0] ?? '');
  expect((await home()).text).not.toContain('Your first document');
});

test('home of an account without a key tells how to give one to the command line, or whom to ask', async () => {
  const { accountId, home } = await anOwner();
  const supporter = await aMember(service, { accountId, role: 'support' });
  for (const { keyId: key } of await listApiKeys(service.deps, asOwner(accountId)))
    await revokeApiKey(service.deps, asOwner(accountId), key);
  const login = 'esign auth login --base-url http://esign.example.in';
  expect((await home()).text).toContain(
    `Create one under API keys. Then give it to the command line:${login}`,
  );
  expect((await home(supporter)).text).toContain('Ask an owner or a developer of the account');
});

test('home changes what its script compares with each step, and polls no more after the last', async () => {
  const { user, member, home } = await anOwner();
  const seen = async () => /data-seen="(\w+)"/.exec((await home()).body)?.[1];
  const first = await seen();
  expect(first).toBe((await member.poll('/dashboard')).body);
  const { links } = await user.send(ASHA);
  expect(await seen()).not.toBe(first);
  await signBy(service, links[0] ?? '');
  expect(await seen()).toBeUndefined();
});

test('home shows how many drafts there are and may be, with credits and without', async () => {
  const { user, home } = await anOwner();
  await user.create();
  expect((await home()).text).toContain('Drafts1 of 2000, 0 of 5000 MB');
  const poor = await aMember(service, await service.account({ credits: 0 }));
  expect((await home(poor)).text).toContain('Drafts0 of 25, 0 of 5000 MB');
});

test('home shows since when documents wait, and leads to them', async () => {
  const { user, home } = await anOwner();
  expect((await home()).text).toContain('Waiting for signatures: 0 No document is waiting');
  const { documentId } = await user.send(ASHA, RAVI);
  service.advance(4 * 3_600_000 + 60_000);
  const { text, body } = await home();
  expect(text).toContain(
    'Waiting for signatures: 1 contract.pdf for 4 hours 1 minute · 0 of 2 signed',
  );
  expect(body).toContain(`href="/dashboard/documents/${documentId}"`);
  expect(body).toContain('href="/dashboard/documents?state=waiting"');
});

test('home shows failed deliveries with the answer and the next attempt, and endpoints that are off', async () => {
  const { user, member, home } = await anOwner();
  expect((await home()).text).toContain('esign webhook listen');
  const { url } = await startLocalReceiver((response) => response.writeHead(503).end());
  const added = await member.post('/dashboard/webhooks', { url });
  const [, endpointId = ''] = /webhooks\/(whe_\w+)"/.exec(added.body) ?? [];
  expect((await home()).text).toContain('Nothing failed in the last 7 days.');
  const { links } = await user.send(ASHA, RAVI);
  await signBy(service, links[0] ?? '');
  const { tried } = runOutbox(store, { webhookDelaysMs: [0, 3_600_000], clock });
  await expect.poll(() => tried).not.toHaveLength(0);
  await expect
    .poll(async () => (await home()).text)
    .toMatch(/Failed deliveries: 1 signer\.signed to 127\.0\.0\.1:\d+: 503 · next attempt \d/);
  await member.post(`/dashboard/webhooks/${endpointId}/switch`, { to: 'off' });
  expect((await home()).text).toMatch(/127\.0\.0\.1:\d+\/ off since .* switched off by hand/);
  expect((await home()).body).toContain(`href="/dashboard/webhooks/${endpointId}"`);
});

test('home offers to buy only to who may', async () => {
  const { accountId, home } = await anOwner();
  const supporter = await aMember(service, { accountId, role: 'support' });
  expect((await home()).body).toContain('href="/dashboard/credits">Buy credits');
  expect((await home(supporter)).body).not.toContain('/dashboard/credits');
  expect((await home(supporter)).text).toContain('Credits20');
});

test('the menu shows the groups of a role, and one name holds profile and sign-out', async () => {
  const { accountId } = await service.account();
  const groupsOf = async (role: 'owner' | 'support') => {
    const { body } = await (await aMember(service, { accountId, role })).get('/dashboard/me');
    const menu = /<nav class="menu".*?<\/nav>/s.exec(body)?.[0] ?? '';
    const panel = /<details class="who-is".*?<\/details>/s.exec(body)?.[0] ?? '';
    expect(panel).toContain('href="/dashboard/me"');
    expect(panel).toContain('action="/dashboard/sign-out"');
    return [...menu.matchAll(/<p id="menu-\d">(\w+)<\/p><ul.*?<\/ul>/gs)].map(([ul, name]) => [
      name,
      [...ul.matchAll(/href="\/dashboard\/?(\w*)"/g)].map(([, path]) => path),
    ]);
  };
  expect(await groupsOf('owner')).toEqual([
    ['Documents', ['', 'documents']],
    ['Developers', ['keys', 'webhooks', 'requests']],
    ['Account', ['credits', 'members', 'settings', 'audit']],
  ]);
  expect(await groupsOf('support')).toEqual([
    ['Documents', ['', 'documents']],
    ['Developers', ['webhooks', 'requests']],
  ]);
});
