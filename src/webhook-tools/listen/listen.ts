import type { Server } from 'node:http';
import { createServer } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { DeliverySigner } from '../trigger/delivery-signer.ts';
import { ContentKeys } from './content-keys.ts';
import { EndOfTurn } from './end-of-turn.ts';
import { BodyReader } from './read-body.ts';
import type { ReceiverDesk } from './receive-delivery.ts';
import { receiveDelivery } from './receive-delivery.ts';
import type { ReceiverOptions } from './receiver-options.ts';
import { SeenBodies } from './seen-bodies.ts';
import { UnderWay } from './under-way.ts';
import { within } from './within.ts';

export type { ReceiverOptions } from './receiver-options.ts';

/** Longest that closing waits for answers under way. */
const CLOSE_MS = 1000;
/** How often a look is taken at whether it is quiet. */
const QUIET_STEP_MS = 20;
/** Longest that a request's headers may take. */
const HEADERS_MS = 10_000;
/** Most connections at once; the service opens a few for each endpoint. */
const CONNECTIONS = 256;

/** How long to wait for deliveries under way, in milliseconds. */
interface QuietLimits {
  /** Nothing came for so long. */
  readonly quietMs: number;
  /** The longest to wait. */
  readonly mostMs: number;
}

/** A receiver that listens. */
export interface Receiver {
  /** Where deliveries go. */
  readonly url: string;
  /** Resolves once nothing came for a while and nothing is under way, or time is up. */
  untilQuiet(limits: QuietLimits, signal: AbortSignal): Promise<void>;
  /** Takes nothing new; answers under way have a second. */
  close(): Promise<void>;
}

function urlOf(server: Server, { host, path }: ReceiverOptions): string {
  const address = server.address();
  const port = address !== null && typeof address === 'object' ? address.port : 0;
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}${path}`;
}

const nameless = (reason: string) => ({ method: '', url: '', status: null, reason });

/** Tells of what never became a request, so that no sender is turned away in silence. */
function reportStrangers(server: Server, { onRefused }: ReceiverOptions): void {
  server.maxConnections = CONNECTIONS;
  server.on('drop', () => onRefused?.(nameless(`more than ${CONNECTIONS} connections at once`)));
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
    onRefused?.({ ...nameless('it is no HTTP request, or not a whole one'), status: 400 });
    socket.end('HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n');
  });
}

function openDesk(
  options: ReceiverOptions,
  underWay: UnderWay,
  signals: Pick<ReceiverDesk, 'ending' | 'closing'>,
): ReceiverDesk {
  const { sign } = new DeliverySigner();
  return {
    ...signals,
    options,
    seen: new SeenBodies(),
    sign,
    keys: new ContentKeys(sign),
    bodies: new BodyReader(options),
    answers: new EndOfTurn(),
    done: (response, error) => {
      underWay.end();
      if (error === undefined) return;
      response.destroy();
      options.onRefused?.(nameless(error instanceof Error ? error.message : String(error)));
    },
  };
}

/**
 * Starts a receiver of webhook deliveries: checks the signature over the raw bytes, answers or forwards, and reports.
 * @throws Node's error when it cannot listen, such as one with the code `EADDRINUSE`
 */
export async function startReceiver(options: ReceiverOptions): Promise<Receiver> {
  const [ending, closing] = [new AbortController(), new AbortController()];
  const underWay = new UnderWay();
  let lastAt = -Infinity;
  const desk = openDesk(options, underWay, { ending: ending.signal, closing: closing.signal });
  const server = createServer({ headersTimeout: HEADERS_MS }, (request, response) => {
    underWay.begin();
    lastAt = performance.now();
    receiveDelivery({ request, response, startedAt: lastAt }, desk);
  });
  reportStrangers(server, options);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port, options.host, resolve);
  });
  const close = async (): Promise<void> => {
    ending.abort();
    const closed = new Promise<void>((resolve) => server.close(() => resolve()));
    await within(CLOSE_MS, underWay.none());
    closing.abort();
    await underWay.none();
    server.closeIdleConnections();
    await within(CLOSE_MS, closed);
    server.closeAllConnections();
  };
  const untilQuiet: Receiver['untilQuiet'] = async ({ quietMs, mostMs }, signal) => {
    const since = performance.now();
    const isQuiet = () => {
      const quietFor = performance.now() - Math.max(since, lastAt);
      return underWay.count === 0 && quietFor >= quietMs;
    };
    while (!isQuiet() && !signal.aborted && performance.now() - since < mostMs) {
      await sleep(QUIET_STEP_MS);
    }
  };
  return { url: urlOf(server, options), untilQuiet, close };
}
