import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, expect, test, vi } from 'vitest';
import WebhookCatchUp from '../../../commands/webhook/catch-up.ts';
import { receiveWebhooks, verifyWebhook } from '../../../src/client/index.ts';
import { runCommand } from '../../support/cli/run-command.ts';
import type { Received } from '../../support/outbox/local-receiver.ts';
import { startLocalReceiver } from '../../support/outbox/local-receiver.ts';
import { sendTo, startTestSandbox } from '../../support/sandbox/a-sandbox.ts';

type Taken = Pick<Received, 'body' | 'headers'>;

const delivered: { readonly received: Taken[] } = { received: [] };
const collector = createServer(async (request, response) => {
  const body = Buffer.concat(await request.toArray());
  delivered.received.push({ body, headers: request.headers });
  response.writeHead(204).end();
});
await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve));
const { port } = collector.address() as AddressInfo;
const world = await startTestSandbox({ webhooks: [`http://127.0.0.1:${port}/`] });
const { sandbox, control } = world;
afterAll(async () => {
  await world.close();
  collector.closeAllConnections();
  collector.close();
});

const env = {
  ESIGN_BASE_URL: sandbox.baseUrl,
  ESIGN_API_KEY: sandbox.apiKey,
  ESIGN_WEBHOOK_SECRET: sandbox.webhookSecret,
};
const catchUp = (...argv: string[]) => runCommand(WebhookCatchUp, argv, env);

const both = await sendTo(sandbox, ['आशा राव', 'Ravi Kumar']);
const half = await sendTo(sandbox, ['Asha Rao', 'Imran Sheikh']);
await sendTo(sandbox, ['Lakshmi Iyer']);
await control.sign({ documentId: both, all: true });
await control.sign({ documentId: half });
await vi.waitFor(() => expect(delivered.received).toHaveLength(4), { timeout: 30_000 });
const textsOf = ({ received }: { readonly received: readonly Taken[] }) =>
  received.map(({ body }) => body.toString());

test('a receiver gets the events with the bytes that the service delivered, in their order', async () => {
  const receiver = await startLocalReceiver();
  const { code, stdout, stderr } = await catchUp('--since', '1h', '--to', receiver.url);
  expect({ code, stderr }).toEqual({ code: 0, stderr: expect.stringMatching(/^4 events since /) });
  expect(stdout.match(/→ 204/g)).toHaveLength(4);
  expect(textsOf(receiver).sort()).toEqual(textsOf(delivered).sort());
  const events = receiver.received.map(({ body, headers }) =>
    verifyWebhook(body, headers, sandbox.webhookSecret, { requireTimestamp: true }),
  );
  const ofBoth = events.filter(({ documentId }) => documentId === both);
  expect(ofBoth.map(({ event }) => event)).toEqual([
    'signer.signed',
    'signer.signed',
    'document.completed',
  ]);
});

test('a receiver that has handled the deliveries handles none of them again', async () => {
  const handled: string[] = [];
  const webhooks = receiveWebhooks({
    secrets: sandbox.webhookSecret,
    onEvent: ({ event }) => handled.push(event),
  });
  for (const { body, headers } of delivered.received.slice(1))
    await webhooks.handle({ rawBody: body, headers });
  expect(handled).toHaveLength(3);
  const { url } = await startLocalReceiver((response, { body, headers }) => {
    void webhooks
      .handle({ rawBody: body, headers })
      .then(({ status }) => response.writeHead(status).end());
  });
  expect(await catchUp('--since', '1h', '--to', url)).toMatchObject({ code: 0 });
  expect(handled).toHaveLength(4);
});

test('a receiver that does not answer 2xx is told apart, and nothing is sent without --to', async () => {
  const { url } = await startLocalReceiver((response) => response.writeHead(500).end());
  expect(await catchUp('--since', '1h', '--to', url)).toMatchObject({ code: 9 });
  expect(await catchUp('--since', '1h')).toMatchObject({ code: 2 });
});

test('--dry-run shows events of the time, and of the documents, that are meant', async () => {
  const all = await catchUp('--since', '1h', '--dry-run', '--json');
  const lines = all.stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(lines.map(({ payload }) => JSON.stringify(payload)).sort()).toEqual(
    textsOf(delivered).sort(),
  );
  await sleep(1100);
  const none = await catchUp('--since', '1h', '--created', '1s', '--dry-run');
  expect(none.stderr).toContain('0 events since');
  const later = await catchUp('--since', '1s', '--dry-run');
  expect(later).toMatchObject({ code: 0, stderr: expect.stringContaining('0 events since') });
});
