import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { openEmbeddedStore } from '../../../../src/service/store/embedded/open-embedded.ts';
import { startLocalReceiver } from '../../../support/outbox/local-receiver.ts';
import { runOutbox } from '../../../support/outbox/outbox-world.ts';
import { embeddedOptions, temporaryFolder } from '../../../support/store/database.ts';

const VICTIM = fileURLToPath(new URL('../../../support/kills/outbox-victim.ts', import.meta.url));

function startVictim(folder: string, url: string): { child: ChildProcess; printed: () => string } {
  const child = spawn(process.execPath, ['--import', 'tsx', VICTIM, folder, url], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const chunks: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
  return { child, printed: () => Buffer.concat(chunks).toString() };
}

test('kill -9 in the middle of a delivery loses nothing: a restart repeats it at once, with the same bytes', async () => {
  const { path: folder, remove } = await temporaryFolder();
  onTestFinished(remove);
  let isAnswering = false;
  const { url, received } = await startLocalReceiver((response) => {
    if (isAnswering) response.writeHead(204).end();
  });
  const { child, printed } = startVictim(folder, url);
  await expect.poll(() => received).toHaveLength(1);
  child.kill('SIGKILL');
  await once(child, 'exit');
  const bodies: string[] = JSON.parse(printed());

  isAnswering = true;
  const store = await openEmbeddedStore(await embeddedOptions(folder));
  onTestFinished(() => store.close());
  const { tried } = runOutbox(store);
  await expect.poll(() => tried).toHaveLength(2);
  expect(received.map(({ body }) => body.toString())).toEqual([bodies[0], ...bodies]);
  const ids = received.map(({ headers }) => headers['x-service-delivery']);
  expect(ids[1]).toBe(ids[0]);
  expect(tried.every(({ verdict }) => verdict.state === 'done')).toBe(true);
  const { accountId } = (await store.findDocument(JSON.parse(bodies[0] ?? '').documentId)) ?? {};
  const deliveries = await store.listDeliveries({ accountId: String(accountId), limit: 10 });
  expect(deliveries.map(({ state }) => state)).toEqual(['done', 'done']);
});
