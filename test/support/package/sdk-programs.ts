// Programs that run, or are compiled, beside the installed SDK

/** Loads both entries in both ways, and tells whether they are the same; takes a body, its signature and the secret. */
export const ONE_COPY = `
import { createRequire } from 'node:module';
import * as sdk from 'esign-sdk';
import * as webhooks from 'esign-sdk/webhooks';
const require = createRequire(import.meta.url);
const [required, requiredWebhooks] = [require('esign-sdk'), require('esign-sdk/webhooks')];
const { error } = await webhooks.verifyWebhook('{}', 'x', 's').then(() => ({}), (error) => ({ error }));
const [, body, signature, secret] = process.argv.slice(1);
console.log(JSON.stringify({
  version: process.version,
  names: [Object.keys(sdk).sort(), Object.keys(webhooks).sort()],
  same: Object.keys(sdk).every((name) => sdk[name] === required[name])
    && Object.keys(webhooks).every((name) => webhooks[name] === requiredWebhooks[name]),
  caught: [sdk, required, webhooks].every((one) => error instanceof one.WebhookSignatureError && error instanceof one.EsignError),
  reason: error?.reason,
  events: [sdk.verifyWebhook(body, signature, secret), await webhooks.verifyWebhook(body, signature, secret)].map(({ event }) => event),
}));
`;

/** Uploads to and downloads from a server of its own, over both ways of sending. */
export const CALL = `
import { createServer } from 'node:http';
import { EsignClient } from 'esign-sdk';
const pdf = Buffer.from('%PDF-1.7\\n%%EOF\\n');
const created = { documentId: '5f0c1d5e-0f64-4f0e-9a3c-2b7d1f6f8a11', name: 'a', status: 'PENDING' };
const server = createServer(async (request, response) => {
  for await (const _ of request);
  response.end(request.method === 'POST' ? JSON.stringify(created) : pdf);
}).listen(0, '127.0.0.1', async () => {
  const baseUrl = 'http://127.0.0.1:' + server.address().port;
  for (const options of [{}, { fetch }]) {
    const client = new EsignClient({ baseUrl, apiKey: 'sk_test_invented', ...options });
    const { documentId } = await client.documents.create(new Blob([pdf]));
    const download = await client.documents.certificate(documentId);
    console.log((await new Response(download.webStream()).text()).length);
    client.close();
  }
  process.exit();
});
`;

/** Uses what the types promise. */
export const CONSUMER = `
import { ApiError, EsignClient, makeEvent, receiveWebhooks, verifyWebhook } from 'esign-sdk';
import type { Document, Fetch, WebhookEvent } from 'esign-sdk';
import { isKnownEvent, verifyWebhook as verifyOnWeb } from 'esign-sdk/webhooks';
const client = new EsignClient({ baseUrl: 'http://127.0.0.1:1', apiKey: 'k', fetch });
const SIGNERS = [{ name: 'Asha Rao', phone: '9876543210', email: 'asha@example.in', advanced:
  { signaturePlacement: { positions: [{ page: 1, x: 1, y: 1, width: 140, height: 110 }] } } }] as const;
export async function status(id: string): Promise<Document['status']> {
  await client.documents.addSigners(id, SIGNERS);
  const { signers } = await client.documents.retrieve(id);
  const first: string | null | undefined = signers[0]?.signUrl;
  const bytes: Uint8Array = await (await client.documents.certificate(id)).bytes();
  return first || bytes.length ? 'SENT' : 'PENDING';
}
export const names = (event: WebhookEvent): string[] => event.signers.map(({ name }) => name);
export const verified = async (body: Uint8Array): Promise<string[]> => {
  const event = await verifyOnWeb(body, new Headers(), ['a', 'b'] as const, { maxAgeMs: 1 });
  return isKnownEvent(event) ? names(event) : [];
};
// @ts-expect-error a number is no id
client.documents.send(7);
export { ApiError, makeEvent, receiveWebhooks, verifyWebhook };
export type { Fetch };
`;
