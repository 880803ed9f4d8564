import { Webhook } from 'standardwebhooks';
import { afterAll, expect, onTestFinished, test, vi } from 'vitest';
import type { Received } from '../../support/outbox/local-receiver.ts';
import { startLocalReceiver } from '../../support/outbox/local-receiver.ts';
import { sendTo, startTestSandbox } from '../../support/sandbox/a-sandbox.ts';

const world = await startTestSandbox();
afterAll(world.close);

/** An endpoint that answers with these statuses, the last one for ever. */
async function register(...statuses: readonly number[]) {
  const { url, received } = await startLocalReceiver((response) => {
    const status = statuses[received.length - 1] ?? statuses.at(-1) ?? 204;
    response.writeHead(status).end();
  });
  const { endpointId, secret = '' } = await world.control.addWebhook({ url });
  onTestFinished(() => world.control.removeWebhook({ endpointId }).then(() => undefined));
  return { endpointId, secret, received };
}

async function signOne(): Promise<void> {
  const documentId = await sendTo(world.sandbox, ['आशा राव']);
  await world.control.sign({ documentId });
}

const headersOf = ({ headers }: Received) => headers as Record<string, string>;

const verify = (secret: string, one: Received, body = one.body.toString()) =>
  new Webhook(secret).verify(body, headersOf(one));

const within = { timeout: 30_000, interval: 20 };

test('the library accepts what the service delivers, and nothing that was changed', async () => {
  const { secret, received } = await register();
  await signOne();
  await vi.waitFor(() => expect(received).toHaveLength(2), within);
  for (const one of received) {
    expect(verify(secret, one)).toEqual(JSON.parse(one.body.toString()));
    expect(() => verify(secret, one, `${one.body}\n`)).toThrow('No matching signature');
    expect(() => verify(`whsec_${btoa('x'.repeat(24))}`, one)).toThrow('No matching signature');
    const old = { ...headersOf(one), 'webhook-timestamp': '1614265330' };
    expect(() => new Webhook(secret).verify(one.body.toString(), old)).toThrow('too old');
  }
});

test('a retry has the id of the first attempt and a signature of its own', async () => {
  const { endpointId, secret, received } = await register(500, 204);
  await world.control.testWebhook({ endpointId, event: 'document.completed' });
  const [failed] = await world.control.listDeliveries({ endpointId, limit: 1 });
  await new Promise((resolve) => setTimeout(resolve, 1100));
  await world.control.resendDeliveries({ deliveries: [failed!.deliveryId], wait: true });
  await vi.waitFor(() => expect(received).toHaveLength(2), within);
  for (const one of received) verify(secret, one);
  const [first, second] = received.map(headersOf);
  expect(second?.['webhook-id']).toBe(first?.['webhook-id']);
  expect(second?.['webhook-timestamp']).not.toBe(first?.['webhook-timestamp']);
});

test('during a rotation the library accepts either secret, and then only the new one', async () => {
  const { endpointId, secret, received } = await register();
  const { nextSecret } = await world.control.rotateWebhook({ endpointId, now: false });
  const tell = async () => {
    await world.control.testWebhook({ endpointId, event: 'signer.signed' });
    return received.at(-1)!;
  };
  const during = await tell();
  for (const one of [secret, nextSecret!]) expect(verify(one, during)).toBeTruthy();
  await world.control.activateWebhook({ endpointId });
  const after = await tell();
  expect(verify(nextSecret!, after)).toBeTruthy();
  expect(() => verify(secret, after)).toThrow('No matching signature');
});
