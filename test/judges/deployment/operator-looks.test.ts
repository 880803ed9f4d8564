import { expect, test } from 'vitest';
import { ASHA, senderOf } from '../../support/deployment/a-sender.ts';
import { openInstallation } from '../../support/deployment/serve-world.ts';

test('an operator finds a document, what waits, failing endpoints and usage, and no link or secret', async () => {
  const world = await openInstallation();
  const { accountId, apiKey } = await world.addAccount();
  const running = await world.serve();
  world.mailReplies.push(...Array<string>(9).fill('451 try later'));
  const { documentId } = await senderOf(world.publicUrl, apiKey).send([ASHA], 'Lease');
  const endpointId = 'whe_failing';
  const now = new Date();
  await world.onStore((store) =>
    store.transaction((tx) =>
      tx.insertEndpoint({
        ...{ endpointId, accountId, url: 'https://hooks.example.com/e?key=hush' },
        ...{ secret: 'whsec_hush', nextSecret: null, enabled: true, extraEvents: [] },
        ...{ disabledReason: null, disabledAt: null, expiredSince: null, createdAt: now },
        health: { noSuccessSince: now, failures: 3, failingSince: now },
      }),
    ),
  );
  const said: string[] = [];
  const admin = async (...argv: string[]) => {
    const { code, stdout, stderr } = await world.admin(...argv);
    expect({ argv, code, stderr: code === 0 ? '' : stderr }).toEqual({ argv, code: 0, stderr: '' });
    said.push(stdout);
    return stdout;
  };
  const json = async (...argv: string[]) => JSON.parse(await admin(...argv, '--json'));

  for (const words of [documentId.slice(0, 8), 'lease', ASHA.email]) {
    const { documents: found } = await json('document', 'find', words);
    expect(found).toMatchObject([{ documentId, accountId, name: 'Lease', status: 'SENT' }]);
  }
  expect(await json('document', 'find', 'lease', '--account', 'acc_no')).toEqual({ documents: [] });
  const shown = await json('document', 'show', documentId);
  expect(shown).toMatchObject({ documentId, accountId, signers: [{ email: ASHA.email }] });
  expect(shown.entries.length).toBeGreaterThan(1);
  expect(await admin('document', 'show', documentId)).toContain('Asha Rao');

  const queue = async () => (await json('queue')).queue;
  await expect
    .poll(queue, { timeout: 10_000 })
    .toContainEqual(
      expect.objectContaining({ endpointId: null, waiting: 1, lastError: expect.any(String) }),
    );

  const listed = { endpointId, accountId, url: 'https://hooks.example.com/e', failures: 3 };
  expect((await json('endpoint', 'list')).endpoints).toMatchObject([{ ...listed, enabled: true }]);
  const off = { endpointId, accountId, enabled: false, disabledReason: 'by_hand' };
  expect(await json('endpoint', 'disable', endpointId)).toEqual(off);
  expect(await admin('endpoint', 'list', '--format', 'csv')).toContain('whe_failing');
  expect((await world.admin('endpoint', 'disable', 'whe_no')).code).toBe(5);

  expect(await admin('gateways')).toBe('');
  expect(await json('gateways')).toEqual({ gateways: [] });

  const month = now.toISOString().slice(0, 'YYYY-MM'.length);
  const { usage } = await json('usage', '--month', month);
  const bytes = expect.any(Number);
  const used = { documents: 1, signatures: 0, credits: 1, bytes };
  expect(usage).toEqual([{ month, accountId, name: 'Example', ...used }]);
  expect(await admin('usage', '--format', 'csv')).toMatch(
    /^month,accountId,.*\r\n.*,1,0,1,\d+\r\n$/,
  );
  expect((await world.admin('usage', '--month', '2026-13')).code).toBe(2);
  expect(await json('account', 'audit', accountId)).toEqual({ entries: [] });
  expect((await world.admin('account', 'audit', 'acc_no')).code).toBe(5);

  expect(said.join()).not.toMatch(/hush|\/sign\/|whsec_|sk_test_/);
  expect((await world.admin('check', '--strict', '--fast')).code).toBe(0);
  await world.stop(running);
});
