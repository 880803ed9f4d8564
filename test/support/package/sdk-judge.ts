import { sharedFixture } from '../client/shared-fixture.ts';
import type { WebhookCase } from '../client/shared-webhooks.ts';

/** The deliveries that both SDKs judge. */
export const CASES = sharedFixture<WebhookCase[]>('webhooks');
export const VERDICTS = CASES.map(({ result }) => result);

/** A module whose `judge` verifies deliveries, given as JSON, with \`esign-sdk/webhooks\`, and answers their verdicts as JSON. */
export const JUDGE = `
import { EsignError, verifyWebhook, WebhookSignatureError } from 'esign-sdk/webhooks';
const bytesOf = (hex) => Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
async function verdict({ bodyHex, headers, secrets, maxAgeMs, requireTimestamp = false, now }) {
  try {
    const { event } = await verifyWebhook(bytesOf(bodyHex), headers, secrets, {
      requireTimestamp,
      ...(maxAgeMs === undefined ? {} : { maxAgeMs }),
      ...(now === undefined ? {} : { now: new Date(now) }),
    });
    return { event };
  } catch (error) {
    if (!(error instanceof WebhookSignatureError && error instanceof EsignError)) throw error;
    return { reason: error.reason };
  }
}
export const judge = async (cases) => JSON.stringify(await Promise.all(JSON.parse(cases).map(verdict)));
`;

/** The same as a Worker. */
export const WORKER = `
import { judge } from './judge.js';
export default { fetch: async (request) => new Response(await judge(await request.text())) };
`;

/** The same in Vercel's edge runtime: takes a bundle that leaves `judge` in the global scope, and the cases. */
export const IN_EDGE_RUNTIME = `
import { readFileSync } from 'node:fs';
import { EdgeVM } from '@edge-runtime/vm';
const [, , bundle, cases] = process.argv;
const judge = new EdgeVM().evaluate(readFileSync(bundle, 'utf8') + ';judge');
console.log(await judge(readFileSync(cases, 'utf8')));
`;

/** The same in Node, from `judge-node.mjs`: takes the cases. */
export const IN_NODE = `
import { readFileSync } from 'node:fs';
import { judge } from './judge-node.mjs';
console.log(await judge(readFileSync(process.argv[2], 'utf8')));
`;

/** What workerd is told to serve. */
export const workerdConfig = (port: number): string => `
using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [(name = "main", worker = .worker)],
  sockets = [(name = "http", address = "127.0.0.1:${port}", http = (), service = "main")],
);
const worker :Workerd.Worker = (
  modules = [(name = "worker", esModule = embed "worker.bundle.js")],
  compatibilityDate = "2024-01-01",
);
`;

/** A test for Jest; both SDK entries are in `sdk` and `webhooks`. */
export const JEST_TEST = `
test('the client calls, and both entries have one class of errors', async () => {
  const answer = JSON.stringify({ documents: [], limit: 20, offset: 0 });
  const server = createServer((request, response) => response.end(answer));
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const baseUrl = 'http://127.0.0.1:' + server.address().port;
  const client = new sdk.EsignClient({ baseUrl, apiKey: 'sk_test_invented' });
  expect(await client.documents.page()).toEqual({ documents: [], limit: 20, offset: 0 });
  client.close();
  server.close();
  const body = JSON.stringify(sdk.makeEvent('document.completed'));
  const signature = sdk.signWebhook(body, 's');
  for (const bytes of [body, Buffer.from(body), new TextEncoder().encode(body)]) {
    expect(sdk.verifyWebhook(bytes, signature, 's').event).toBe('document.completed');
    expect((await webhooks.verifyWebhook(bytes, signature, 's')).event).toBe('document.completed');
  }
  await expect(webhooks.verifyWebhook(body, signature, 'other')).rejects.toThrow(sdk.WebhookSignatureError);
});
`;
