import type { ClientRequest, IncomingMessage } from 'node:http';
import { request } from 'node:http';
import { connect } from 'node:net';

/** An answer read to its end. */
export interface RawAnswer {
  readonly status: number | undefined;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

/** A request whose body is written by hand; the answer is there as soon as it is whole. */
export function openUpload(
  url: string,
  headers: Record<string, string>,
): { request: ClientRequest; answer: Promise<RawAnswer> } {
  const upload = request(url, { method: 'POST', headers });
  const answer = new Promise<RawAnswer>((resolve, reject) => {
    upload.on('error', reject);
    upload.on('response', (response) => {
      const chunks: Buffer[] = [];
      const length = Number(response.headers['content-length']);
      response.on('data', (chunk: Buffer) => {
        chunks.push(chunk);
        const body = Buffer.concat(chunks).toString();
        const { statusCode: status, headers } = response;
        if (Buffer.byteLength(body) >= length) resolve({ status, headers, body });
      });
    });
  });
  return { request: upload, answer };
}

/** Writes text to a port and answers everything that comes back until the other side closes. */
export function sendRaw(url: string, text: string): Promise<string> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => socket.write(text));
    let received = '';
    socket.setEncoding('utf8');
    socket.on('data', (chunk: string) => {
      received += chunk;
    });
    socket.on('error', reject);
    socket.on('close', () => resolve(received));
  });
}
