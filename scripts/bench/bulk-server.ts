import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';

/** Answers the requests of a bulk run as the API does, and keeps nothing. */
const SIGNER = { signerId: 'sgn_1', name: 'Asha Rao', email: 'asha@example.in', signingOrder: 1 };
const LINK = 'https://esign.example.com/sign/kq3vX0mJ8yWb2rTz';

function answerTo(method: string, path: string): readonly [status: number, body: unknown] {
  const [, , , , documentId = '', verb] = path.split('/');
  if (method === 'GET') return [200, { documents: [], limit: 100, offset: 0 }];
  if (verb === 'signers') return [201, { signers: [SIGNER] }];
  if (verb === 'send') {
    const signers = [{ ...SIGNER, signUrl: LINK }];
    return [200, { documentId, status: 'SENT', creditsRemaining: 1_000_000, signers }];
  }
  return [201, { documentId: randomUUID(), name: 'Lease', status: 'PENDING' }];
}

process.once('disconnect', () => process.exit());
const server = createServer((incoming, response) => {
  incoming.resume().once('end', () => {
    const [status, body] = answerTo(incoming.method ?? '', incoming.url ?? '');
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  if (address !== null && typeof address !== 'string')
    process.send?.({ baseUrl: `http://127.0.0.1:${address.port}`, apiKey: 'sk_test_bench' });
});
