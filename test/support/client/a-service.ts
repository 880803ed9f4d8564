import type { ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import { onTestFinished } from 'vitest';
import type { SignerInput } from '../../../src/client/index.ts';
import { listenOnLoopback } from '../network/loopback.ts';
import { aDocument, aSigner } from './a-client.ts';

/** Where a request is cut off: before or after it takes effect; or the status it gets. */
export type Cut =
  | 'none'
  | 'before'
  | '500-before'
  | 'after'
  | 'status'
  | 'body'
  | '500'
  | '504'
  | '408';

interface Plan {
  readonly cuts?: { readonly send?: readonly Cut[]; readonly signers?: readonly Cut[] };
  readonly signers?: readonly SignerInput[];
}

const STARTED = 'HTTP/1.1 200 OK\r\nContent-Length: 999\r\n\r\n';

function answer(response: ServerResponse, cut: Cut, status: number, body: unknown): void {
  const { socket } = response;
  if (cut === 'none') response.writeHead(status).end(JSON.stringify(body));
  else if (cut === 'after') socket?.destroy();
  else if (cut === 'status') socket?.end(STARTED);
  else if (cut === 'body') socket?.end(`${STARTED}${JSON.stringify(body).slice(0, 20)}`);
  else response.writeHead(Number(cut)).end('failed');
}

/** An API with one document, over real HTTP, that cuts off requests as planned, in order. */
export async function aService({ cuts = {}, signers = [] }: Plan) {
  const left = { send: [...(cuts.send ?? [])], signers: [...(cuts.signers ?? [])] };
  const asSigner = (signer: SignerInput, index: number) => aSigner(index + 1, { ...signer });
  const document = { ...aDocument(), signers: signers.map(asSigner) };
  const state = { sends: 0, charged: 0 };
  const send = () => {
    document.status = 'SENT';
    state.charged += document.signers.length;
    for (const signer of document.signers)
      Object.assign(signer, { signUrl: `https://sign.example.com/${signer.signingOrder}` });
    return {
      documentId: document.documentId,
      status: 'SENT',
      creditsRemaining: 100 - state.charged,
      signers: document.signers,
    };
  };
  const add = (body: string) => {
    const wanted: { signers: SignerInput[] } = JSON.parse(body);
    const before = document.signers.length;
    document.signers.push(
      ...wanted.signers.map((signer, index) => asSigner(signer, before + index)),
    );
    return { signers: document.signers.slice(before) };
  };
  const effect = (response: ServerResponse, cut: Cut, apply: () => unknown) => {
    if (cut === 'before') response.socket?.destroy();
    else if (cut === '500-before') answer(response, '500', 500, {});
    else answer(response, cut, 200, apply());
  };
  const sendCut = (response: ServerResponse) => {
    state.sends += 1;
    effect(response, left.send.shift() ?? 'none', send);
  };
  const addCut = (response: ServerResponse, body: string) =>
    effect(response, left.signers.shift() ?? 'none', () => add(body));
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => {
      body += chunk.toString();
    });
    request.on('end', () => {
      if (request.method === 'GET') answer(response, 'none', 200, document);
      else if (request.url?.endsWith('/send')) sendCut(response);
      else addCut(response, body);
    });
  });
  const { url: baseUrl, close: stop } = await listenOnLoopback(server);
  onTestFinished(stop);
  return {
    baseUrl,
    document,
    stop,
    get sends() {
      return state.sends;
    },
    get charged() {
      return state.charged;
    },
  };
}
