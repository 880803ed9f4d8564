import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import PostalMime from 'postal-mime';
import { expect, test } from 'vitest';
import { runEsign } from '../../support/cli/run-esign.ts';
import { aKey, writePrivate } from '../../support/deployment/a-config.ts';
import { senderOf } from '../../support/deployment/a-sender.ts';
import type { ServeWorld as World } from '../../support/deployment/serve-world.ts';
import { openInstallation } from '../../support/deployment/serve-world.ts';

const WEBHOOK = 'https://hooks.example.com/esign';

interface Added {
  readonly accountId: string;
  readonly apiKey: string;
}

async function json<T>(world: World, ...argv: string[]): Promise<T> {
  const { stdout, stderr } = await world.admin(...argv, '--json');
  expect(stderr).toBe('');
  return JSON.parse(stdout);
}

/** Adds a member, who asks for a mail and signs in by its link. */
async function signInByMail(world: World, accountId: string): Promise<void> {
  const { publicUrl, smtp } = world;
  const email = 'asha@example.in';
  const added = await json(world, 'member', 'add', accountId, email, '--role', 'support');
  expect(added).toMatchObject({ accountId, email, role: 'support' });
  const headers = { origin: publicUrl };
  const send = (path: string, body = new URLSearchParams()) =>
    fetch(new URL(path, publicUrl), { method: 'POST', headers, body, redirect: 'manual' });
  const asked = await send('/dashboard/sign-in', new URLSearchParams({ email }));
  expect(asked.headers.get('location')).toMatch(/^\/dashboard\/sign-in\/code\?id=/);
  await expect.poll(() => smtp.taken).toHaveLength(1);
  const { text = '' } = await PostalMime.parse(smtp.taken[0]?.source ?? '');
  const [path = ''] = /\/dashboard\/sign-in\/[\w.-]+/.exec(text) ?? [];
  const [cookie = ''] = (await send(path)).headers.getSetCookie();
  const home = await fetch(`${publicUrl}/dashboard`, { headers: { cookie } });
  expect(await home.text()).toContain(email);
}

test('an operator adds an account, its keys, credits and members, and what is revoked is refused at once', async () => {
  const world = await openInstallation();
  const running = await world.serve();
  const add = ['account', 'add', 'Example', '--credits', '10'];
  const { accountId, apiKey } = await json<Added>(world, ...add);
  expect(apiKey).toMatch(/^sk_test_/);
  const { accounts } = await json<{ accounts: unknown[] }>(world, 'account', 'list');
  expect(accounts).toEqual([expect.objectContaining({ accountId, name: 'Example', credits: 10 })]);
  const granted = await json(world, 'credits', 'grant', accountId, '5');
  expect(granted).toEqual({ accountId, credits: 5, creditsRemaining: 15 });

  expect(await json(world, 'credits', 'payments', accountId)).toEqual({ payments: [] });
  expect(await world.admin('credits', 'refund', 'pay_none', '--credits', '1')).toMatchObject({
    code: 6,
    stderr: 'error: Nothing is sold here: the configuration has no table payments\n',
  });

  const second = await json<{ apiKey: string }>(world, 'key', 'add', accountId);
  const { documents } = senderOf(world.publicUrl, second.apiKey);
  expect((await documents.page()).documents).toEqual([]);
  await json(world, 'key', 'revoke', accountId, second.apiKey.slice(0, 12));
  await expect(documents.page()).rejects.toMatchObject({ code: 'unauthorized' });
  const { keys } = await json<{ keys: unknown[] }>(world, 'key', 'list', accountId);
  expect(keys).toMatchObject([{ revokedAt: null }, { revokedAt: expect.any(String) }]);

  await signInByMail(world, accountId);

  await json(world, 'account', 'set', accountId, '--subscription', 'none');
  const listed = senderOf(world.publicUrl, apiKey).documents.page();
  await expect(listed).rejects.toMatchObject({ code: 'api_access_not_enabled' });

  expect(await world.admin('credits', 'grant', 'acc_nobody', '5')).toMatchObject({
    code: 5,
    stderr: 'error: There is no such account\n  next: esign admin account list\n',
  });
  running.child.kill('SIGTERM');
  const ready = async () => (await fetch(`${running.line.url}/readyz`)).status;
  await expect.poll(ready, { interval: 50 }).toBe(503);
  expect((await fetch(`${running.line.url}/livez`)).status).toBe(200);
  expect((await running.ended).code).toBe(143);
});

test('keys are rotated while the service runs, and links in mails stay valid until their key is dropped', async () => {
  const world = await openInstallation();
  const folder = dirname(world.config);
  const rewrite = async (change: (text: string) => string) =>
    writePrivate(world.config, change(await readFile(world.config, 'utf8')));
  const { accountId, apiKey } = await world.addAccount();
  const first = await world.serve();
  const { documents, send } = senderOf(world.publicUrl, apiKey);
  const { documentId, links } = await send();
  const [signUrl = ''] = links;
  const opened = async () => (await fetch(signUrl)).status;
  expect(await opened()).toBe(200);
  await world.onStore((store) =>
    store.transaction((tx) =>
      tx.insertEndpoint({
        endpointId: 'whe_test',
        accountId,
        url: WEBHOOK,
        secret: 'whsec_test',
        nextSecret: null,
        enabled: false,
        disabledReason: 'by_hand',
        disabledAt: new Date(),
        extraEvents: [],
        expiredSince: null,
        health: { noSuccessSince: new Date(), failures: 0, failingSince: null },
        createdAt: new Date(),
      }),
    ),
  );

  for (const kind of ['links', 'sealing']) {
    await writePrivate(join(folder, `new-${kind}`), aKey());
    const newest = `[[keys.${kind}]]\nid = "new"\nfile = "new-${kind}"\n`;
    await rewrite((text) => text.replace(`[[keys.${kind}]]`, `${newest}[[keys.${kind}]]`));
  }
  const second = await world.serve();
  expect(await opened()).toBe(200);
  expect(await opened()).toBe(200);
  await world.stop(first);
  expect(await opened()).toBe(200);
  const again = (await documents.retrieve(documentId)).signers[0]?.signUrl ?? '';
  expect(again).not.toBe(signUrl);
  expect((await fetch(again)).status).toBe(200);

  const withoutFormer = (kind: string) => (text: string) =>
    text.replace(`[[keys.${kind}]]\nid = "${kind}-1"\nfile = "${kind}"\n`, '');
  const before = await readFile(world.config, 'utf8');
  await rewrite(withoutFormer('sealing'));
  const refused = await runEsign(['serve', '--config', world.config]);
  expect(refused).toMatchObject({ code: 78 });
  expect(refused.stderr).toContain('opens the webhook secrets of 1 endpoints');
  await rewrite(() => before);
  expect(await json(world, 'key', 'reseal')).toEqual({ endpoints: 1 });
  expect(await json(world, 'key', 'reseal')).toEqual({ endpoints: 0 });
  await rewrite(withoutFormer('sealing'));
  await rewrite(withoutFormer('links'));
  const third = await world.serve();
  await world.stop(second);
  expect(await opened()).toBe(404);
  expect((await fetch(again)).status).toBe(200);
  expect((await world.admin('check', '--strict')).code).toBe(0);
  await world.stop(third);
});
