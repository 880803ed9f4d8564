import { expect, test } from 'vitest';
import { EsignClient, makeEvent } from '../../src/client/index.ts';
import { aClient, aDocument, SMALL_PDF, TEST_KEY } from '../support/client/a-client.ts';
import { aService } from '../support/client/a-service.ts';
import { answerJson, serveHttp } from '../support/network/http-server.ts';

// `npm run check` compiles this file: each argument here has to be accepted as it is declared

const ID = aDocument().documentId;
const SIGNERS = [
  { name: 'Asha Rao', phone: '9876543210', email: 'asha@example.in' },
  {
    name: 'Ravi Kumar',
    phone: '9876500000',
    email: 'ravi@example.in',
    advanced: {
      signaturePlacement: { positions: [{ page: 1, x: 72, y: 96, width: 180, height: 120 }] },
    },
  },
] as const;
const LIMITS = { timeouts: { totalMs: 60_000 }, maxRetries: 1 } as const;
const PAGE = { ...LIMITS, limit: 5, offset: 0 } as const;

test('signers and options declared as const are taken', async () => {
  const service = await aService({});
  const { client } = aClient(service.baseUrl, LIMITS);
  const added = await client.documents.addSigners(ID, SIGNERS, LIMITS);
  expect(added.signers.map(({ name }) => name)).toEqual(['Asha Rao', 'Ravi Kumar']);
  expect(await client.documents.send(ID, LIMITS)).toMatchObject({ status: 'SENT' });
});

test('pages, raw requests and client options declared as const are taken', async () => {
  const list = { documents: [], limit: 5, offset: 0 };
  const { baseUrl, received } = await serveHttp((_, response) => answerJson(response, 200, list));
  const options = { baseUrl, apiKey: TEST_KEY, appInfo: { name: 'lease-bot' }, ...LIMITS } as const;
  const client = new EsignClient(options);
  await client.documents.page(PAGE);
  await client.documents.list(PAGE).toArray({ max: 1 } as const);
  const request = { query: { limit: 5 }, headers: { 'x-a': 'b' }, body: [1, 2] } as const;
  await client.request('POST', '/x', request);
  client.documents.claim(['mine'] as const);
  client.close();
  expect(received.map(({ url }) => url.replace(/^.*\?/, '?'))).toEqual([
    '?limit=5&offset=0',
    '?limit=5&offset=0',
    '?limit=5',
  ]);
});

test('a document and its signers declared as const are taken', async () => {
  const { baseUrl } = await serveHttp((_, response) => response.end(SMALL_PDF));
  const { client } = aClient(baseUrl);
  const document = { documentId: ID, downloadUrl: `${baseUrl}/signed`, signers: SIGNERS } as const;
  const download = await client.documents.download(document, LIMITS);
  expect((await download.bytes()).toString()).toBe(SMALL_PDF);
});

test('the signers of a made event declared as const are taken, and copied', () => {
  const signer = {
    signerId: 'sgn_1',
    name: 'Asha Rao',
    email: 'asha@example.in',
    signingOrder: 1,
    signedAt: '2026-11-20T12:31:07.204Z',
    hasSigned: true,
  } as const;
  const signers = [signer] as const;
  for (const type of ['signer.signed', 'document.completed'] as const) {
    const made = makeEvent(type, { signers, status: 'COMPLETED' });
    expect(made.signers).toEqual(signers);
    expect(made.signers).not.toBe(signers);
  }
});
