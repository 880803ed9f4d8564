import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { startEsign } from '../../support/cli/run-esign.ts';
import { writePrivate } from '../../support/deployment/a-config.ts';
import { senderOf } from '../../support/deployment/a-sender.ts';
import { openInstallation, readyLine } from '../../support/deployment/serve-world.ts';
import { onConnection } from '../../support/store/postgres.ts';

const count = async (url: string, condition: string): Promise<number> =>
  await onConnection(url, async (client) => (await client.query(condition)).rows.length);

test('each process does what its roles say, and nothing else', async () => {
  const world = await openInstallation();
  const { databaseUrl: url } = world;
  const { apiKey } = await world.addAccount();
  const settings = await readFile(world.config, 'utf8');
  /** A process of one role, beside the balancer. */
  const start = async (role: string): Promise<string> => {
    const config = join(dirname(world.config), `${role}.toml`);
    await writePrivate(config, `roles = ["${role}"]\n${settings}`);
    const running = await startEsign(['serve', '--config', config, '--json']);
    onTestFinished(async () => {
      running.child.kill('SIGKILL');
      await running.ended;
    });
    return (await readyLine(running)).url;
  };

  const { documents, create, send } = senderOf(await start('web'), apiKey);
  const draft = await create();
  const { documentId } = await send();
  await onConnection(url, (client) =>
    client.query(
      `UPDATE documents SET updated_at = now() - interval '91 days' WHERE sent_at IS NULL`,
    ),
  );

  expect(world.smtp.taken).toEqual([]);
  expect(await count(url, 'SELECT FROM deliveries WHERE attempts > 0')).toBe(0);
  const delivery = await start('delivery');
  await expect.poll(() => world.smtp.taken.length, { timeout: 15_000 }).toBe(1);
  expect(await count(url, 'SELECT FROM documents WHERE removed_at IS NOT NULL')).toBe(0);
  for (const path of ['/livez', '/readyz']) expect((await fetch(delivery + path)).status).toBe(200);
  for (const path of ['/api/v1/documents', `/sign/${documentId}`, '/']) {
    const answer = await fetch(delivery + path, { headers: { Authorization: `Bearer ${apiKey}` } });
    expect([answer.status, await answer.json()]).toEqual([
      421,
      {
        error: 'internal_error',
        message: 'This process serves neither API nor pages: it lacks the role "web".',
      },
    ]);
  }

  await start('housekeeping');
  const isRemoved = `SELECT FROM documents WHERE removed_at IS NOT NULL AND document_id = '${draft}'`;
  await expect.poll(() => count(url, isRemoved), { timeout: 15_000 }).toBe(1);
  await expect(documents.retrieve(draft)).rejects.toMatchObject({ code: 'not_found' });
});
