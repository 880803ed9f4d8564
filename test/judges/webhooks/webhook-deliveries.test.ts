import { spawnSync } from 'node:child_process';
import { createServer } from 'node:http';
import { verify } from '@octokit/webhooks-methods';
import { afterAll, expect, test, vi } from 'vitest';
import { freePort, listenOnLoopback } from '../../support/network/loopback.ts';
import { debianUrl, startDebianWebhook } from '../../support/package/debian-webhook.ts';
import { sendTo, startTestSandbox } from '../../support/sandbox/a-sandbox.ts';

/** A delivery of the service: its bytes, and its signature. */
interface Delivered {
  readonly body: Buffer;
  readonly signature: string;
  readonly event: string;
}

const delivered: Delivered[] = [];

/** Keeps every delivery that comes. */
const collect: Parameters<typeof createServer>[1] = async (request, response) => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  const { 'x-service-signature': signature, 'x-service-event': event } = request.headers;
  delivered.push({
    body: Buffer.concat(chunks),
    signature: String(signature),
    event: String(event),
  });
  response.writeHead(204).end();
};

const collector = await listenOnLoopback(createServer(collect));
const port = await freePort();
const world = await startTestSandbox({ webhooks: [`${collector.url}/`, debianUrl(port)] });
const debian = await startDebianWebhook(port, world.sandbox.webhookSecret);
const documentId = await sendTo(world.sandbox, ['Asha Rao', 'अनिता शर्मा']);
await world.control.sign({ documentId, all: true });
await vi.waitFor(() => expect(delivered).toHaveLength(3), { timeout: 60_000 });
afterAll(async () => {
  await world.close();
  await debian.close();
  await collector.close();
});

const tampered = (body: Buffer): Buffer => Buffer.concat([body, Buffer.from('\n')]);

test('the service tells of both signatures and of the end', () => {
  expect(delivered.map(({ event }) => event).sort()).toEqual([
    'document.completed',
    'signer.signed',
    'signer.signed',
  ]);
  expect(delivered.some(({ body }) => body.includes('अनिता'))).toBe(true);
});

test('the methods of octokit accept what the service delivers, and nothing that was changed', async () => {
  const { webhookSecret } = world.sandbox;
  for (const { body, signature } of delivered) {
    expect(await verify(webhookSecret, body.toString(), signature)).toBe(true);
    expect(await verify(webhookSecret, tampered(body).toString(), signature)).toBe(false);
    expect(await verify(`${webhookSecret}x`, body.toString(), signature)).toBe(false);
  }
});

/** What a program says of bytes on its stdin. */
function said(command: string, args: readonly string[], input: Buffer): string {
  const { stdout, stderr, status } = spawnSync(command, args, { input });
  expect(status, stderr.toString()).toBe(0);
  return stdout.toString().trim();
}

const PYTHON = `
import hashlib, hmac, sys
secret, signature = sys.argv[1:]
digest = hmac.new(secret.encode(), sys.stdin.buffer.read(), hashlib.sha256).hexdigest()
print(hmac.compare_digest('sha256=' + digest, signature))`;

test('openssl and Python compute the signatures that the service sends', () => {
  const { webhookSecret } = world.sandbox;
  for (const { body, signature } of delivered) {
    const [digest] = said('openssl', ['dgst', '-sha256', '-hmac', webhookSecret, '-r'], body).split(
      ' ',
    );
    expect(signature).toBe(`sha256=${digest}`);
    const python = (bytes: Buffer) =>
      said('python3', ['-c', PYTHON, webhookSecret, signature], bytes);
    expect([python(body), python(tampered(body))]).toEqual(['True', 'False']);
  }
});

test("Debian's webhook runs its hook for each delivery that the service sends it", async () => {
  const runs = () => debian.log().split(`with arguments ["/bin/echo" "${documentId}"]`).length - 1;
  await expect.poll(runs).toBe(3);
  expect(debian.log().match(/\] \d{3} \| .*POST/g)).toHaveLength(3);
});

test("Debian's webhook takes the delivery again, and refuses it changed, upper-case or unsigned", async () => {
  const [{ body, signature }] = delivered as [Delivered];
  const ask = async (bytes: Buffer, header?: string) => {
    const signed = header === undefined ? {} : { 'X-Service-Signature': header };
    const headers = { 'content-type': 'application/json', ...signed };
    const init = { method: 'POST', headers, body: new Uint8Array(bytes) };
    return (await fetch(debianUrl(port), init)).status;
  };
  expect(await ask(body, signature)).toBe(200);
  expect(await ask(tampered(body), signature)).toBe(500);
  expect(await ask(body, `sha256=${signature.slice(7).toUpperCase()}`)).toBe(500);
  expect(await ask(body)).toBe(401);
});
