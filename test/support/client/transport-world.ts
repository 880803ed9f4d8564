import { onTestFinished } from 'vitest';
import type {
  NodeTransportOptions,
  Transport,
  TransportAnswer,
  TransportRequest,
} from '../../../src/client/index.ts';
import { TransportFailure } from '../../../src/client/index.ts';
import { freePort } from '../network/loopback.ts';
import { failureOf } from './a-client.ts';

/** Makes the transport under test. */
export type MakeTransport = (options?: NodeTransportOptions) => Transport;

/** Limits that no test reaches, however busy the machine is. */
export const PATIENT = { connectMs: 20_000, headersMs: 20_000, bodyIdleMs: 20_000 };

/** A client's request; by default a POST on a connection of its own. */
export function requestTo(url: string, more: Partial<TransportRequest> = {}): TransportRequest {
  return {
    method: 'POST',
    url: new URL(url),
    headers: {},
    ownConnection: true,
    limits: PATIENT,
    signal: new AbortController().signal,
    ...more,
  };
}

/** A read that may share its connection. */
export const readFrom = (url: string, more: Partial<TransportRequest> = {}): TransportRequest =>
  requestTo(url, { method: 'GET', ownConnection: false, ...more });

/** Reads the body of a response. */
export async function textOf(answer: TransportAnswer): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of answer.body) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

/** A transport that is closed when the test ends. */
export function opened(make: MakeTransport, options?: NodeTransportOptions): Transport {
  const transport = make(options);
  onTestFinished(() => transport.close?.());
  return transport;
}

/** The failure of sending a request or of reading its response. */
export async function failureIn(
  make: MakeTransport,
  request: TransportRequest,
): Promise<TransportFailure> {
  const read = async () => textOf(await opened(make).send(request));
  return failureOf(read(), TransportFailure);
}

/** A URL that refuses connections. */
export const refusedUrl = async (): Promise<string> => `http://127.0.0.1:${await freePort()}/`;
