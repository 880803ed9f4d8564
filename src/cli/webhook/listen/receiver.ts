import type { Server } from 'node:http';
import { createServer } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ReceiverContext } from './incoming-request.ts';
import { handleRequest, SeenBodies } from './incoming-request.ts';
import type { ReceiverOptions } from './received-delivery.ts';

/** How long closing waits for responses, and then for connections. */
const CLOSE_MS = 1000;
const QUIET_STEP_MS = 20;
const HEADERS_MS = 10_000;
/** Most concurrent connections. The service opens a few per endpoint. */
const CONNECTIONS = 256;

interface QuietLimits {
  /** How long nothing must arrive. */
  readonly quietMs: number;
  readonly mostMs: number;
}

export interface Receiver {
  readonly url: string;
  /** Resolves once nothing arrived for a while and no request is open, or when time is up. */
  untilQuiet(limits: QuietLimits, signal: AbortSignal): Promise<void>;
  /** Rejects new deliveries and gives open requests a second. */
  close(): Promise<void>;
}

function urlOf(server: Server, { host, path }: ReceiverOptions): string {
  const address = server.address();
  const port = address !== null && typeof address === 'object' ? address.port : 0;
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}${path}`;
}

const nameless = (reason: string) => ({ method: '', url: '', status: null, reason });

/** Reports connections that never became a request, so that no sender fails silently. */
function reportStrangers(server: Server, { onRefused }: ReceiverOptions): void {
  server.maxConnections = CONNECTIONS;
  server.on('drop', () =>
    onRefused?.(nameless(`more than ${CONNECTIONS} connections at the same time`)),
  );
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
    onRefused?.({ ...nameless('it is not a complete HTTP request'), status: 400 });
    socket.end('HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n');
  });
}

/** The work continues after the time is up. */
async function within(ms: number, work: Promise<unknown>): Promise<void> {
  const settled = new AbortController();
  const late = sleep(ms, undefined, { signal: settled.signal }).catch(() => undefined);
  await Promise.race([work, late]).finally(() => settled.abort());
}

async function listen(server: Server, { host, port }: ReceiverOptions): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
}

class OpenRequests {
  readonly #open = new Set<Promise<void>>();
  lastAt = -Infinity;

  add(work: Promise<void>): void {
    this.lastAt = performance.now();
    this.#open.add(work);
    void work.finally(() => this.#open.delete(work));
  }

  get isEmpty(): boolean {
    return this.#open.size === 0;
  }

  async finished(): Promise<void> {
    while (!this.isEmpty) await Promise.all(this.#open);
  }

  async untilQuiet({ quietMs, mostMs }: QuietLimits, signal: AbortSignal): Promise<void> {
    const since = performance.now();
    const quietFor = () => performance.now() - Math.max(since, this.lastAt);
    const isQuiet = () => this.isEmpty && quietFor() >= quietMs;
    while (!isQuiet() && !signal.aborted && performance.now() - since < mostMs) {
      await sleep(QUIET_STEP_MS);
    }
  }
}

/** Throws Node's error, such as `EADDRINUSE`, if it cannot listen. */
export async function startReceiver(options: ReceiverOptions): Promise<Receiver> {
  const [ending, closing] = [new AbortController(), new AbortController()];
  const signals = { ending: ending.signal, closing: closing.signal };
  const context: ReceiverContext = { options, seen: new SeenBodies(), ...signals };
  const requests = new OpenRequests();
  const server = createServer({ headersTimeout: HEADERS_MS }, (request, response) => {
    const times = { startedAt: performance.now(), receivedAt: new Date() };
    const work = handleRequest({ request, response, ...times }, context).catch((error) => {
      response.destroy();
      options.onRefused?.(nameless(error instanceof Error ? error.message : String(error)));
    });
    requests.add(work);
  });
  reportStrangers(server, options);
  await listen(server, options);
  const close = async (): Promise<void> => {
    ending.abort();
    const closed = new Promise<void>((resolve) => server.close(() => resolve()));
    await within(CLOSE_MS, requests.finished());
    closing.abort();
    await requests.finished();
    server.closeIdleConnections();
    await within(CLOSE_MS, closed);
    server.closeAllConnections();
  };
  const untilQuiet: Receiver['untilQuiet'] = (limits, signal) =>
    requests.untilQuiet(limits, signal);
  return { url: urlOf(server, options), untilQuiet, close };
}
