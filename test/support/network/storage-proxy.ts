import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer, request } from 'node:http';
import { listenOnLoopback } from './loopback.ts';

const BUSY =
  '<?xml version="1.0" encoding="UTF-8"?><Error><Code>ServiceUnavailable</Code><Message/></Error>';

/** A way to an object storage, which can be disturbed. */
export interface StorageProxy {
  readonly url: string;
  /**
   * `down` answers every request with 503; `losing` lets the next put through, and cuts the connection instead of answering.
   */
  disturb(how: 'down' | 'losing' | undefined): void;
  close(): Promise<void>;
}

/** Starts a proxy on loopback. Requests keep their Host, which their signature covers. */
export async function startStorageProxy(storage: string): Promise<StorageProxy> {
  let disturbance: 'down' | 'losing' | undefined;
  const answer = (incoming: IncomingMessage, reply: ServerResponse) => {
    if (disturbance === 'down') {
      incoming.resume();
      reply.writeHead(503, { 'Content-Type': 'application/xml' }).end(BUSY);
      return;
    }
    const isLost = disturbance === 'losing' && incoming.method === 'PUT';
    if (isLost) disturbance = undefined;
    const { method, headers, url } = incoming;
    const onward = request(new URL(url ?? '/', storage), { method, headers }, (answered) => {
      if (isLost) {
        answered.resume().once('end', () => reply.destroy());
        return;
      }
      reply.writeHead(answered.statusCode ?? 500, answered.headers);
      answered.pipe(reply);
    });
    onward.once('error', () => reply.destroy());
    incoming.pipe(onward);
  };
  const { url: ownUrl, close } = await listenOnLoopback(createServer(answer));
  return {
    url: ownUrl,
    disturb(how) {
      disturbance = how;
    },
    close,
  };
}
