import { connect } from 'node:net';
import { makeEvent, signWebhook } from '../../src/client/index.ts';

/** Deliveries to post, each with its own body, numbered from `from`. */
export interface Posting {
  readonly url: string;
  readonly secret: string;
  readonly from: number;
  readonly count: number;
}

/** How the posting went. */
export interface Posted {
  readonly ms: number;
  /** Responses other than 204. */
  readonly refused: number;
}

const CONNECTIONS = 32;
const DONE = Buffer.from('HTTP/1.1 204');

/** The bytes of one request, made in advance so that posting costs next to nothing. */
function requestOf({ url, secret }: Posting, number: number): Buffer {
  const documentId = `5f0c1d5e-0f64-4f0e-9a3c-${String(number).padStart(12, '0')}`;
  const body = Buffer.from(JSON.stringify(makeEvent('signer.signed', { documentId })));
  const head = [
    'POST / HTTP/1.1',
    `Host: ${new URL(url).host}`,
    'Content-Type: application/json',
    `Content-Length: ${body.length}`,
    'X-Service-Event: signer.signed',
    `X-Service-Signature: ${signWebhook(body, secret)}`,
    `X-Service-Delivery: ${documentId}`,
    'X-Service-Attempt: 1',
    'User-Agent: esign/0.1.0',
    'Accept: */*',
    'Accept-Encoding: identity',
  ];
  return Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\n\r\n`), body]);
}

/** Posts over one kept connection, one request at a time. Returns how many were refused. */
function postInTurn(port: number, requests: readonly Buffer[]): Promise<number> {
  return new Promise((resolve, reject) => {
    let refused = 0;
    let next = 0;
    const socket = connect(port, '127.0.0.1');
    const send = () => {
      const request = requests[next];
      next += 1;
      if (request) return socket.write(request);
      socket.destroy();
      return resolve(refused);
    };
    socket.setNoDelay(true);
    socket.once('connect', send);
    socket.once('error', reject);
    // A response without a body is one chunk.
    socket.on('data', (response: Buffer) => {
      if (!response.subarray(0, DONE.length).equals(DONE)) refused += 1;
      send();
    });
  });
}

async function post(posting: Posting): Promise<Posted> {
  const { from, count } = posting;
  const requests = Array.from({ length: count }, (_, index) => requestOf(posting, from + index));
  const share = Math.ceil(count / CONNECTIONS);
  const shares = Array.from({ length: CONNECTIONS }, (_, index) =>
    requests.slice(index * share, (index + 1) * share),
  );
  const port = Number(new URL(posting.url).port);
  const startedAt = performance.now();
  const refused = await Promise.all(shares.map((one) => postInTurn(port, one)));
  const ms = performance.now() - startedAt;
  return { ms, refused: refused.reduce((sum, one) => sum + one, 0) };
}

process.on('message', async (posting: Posting) => {
  process.send?.(await post(posting));
});
