import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { createServer, request as overHttp } from 'node:http';
import type { Socket } from 'node:net';
import { connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { listenOnLoopback } from '../network/loopback.ts';

/**
 * What can befall a request: it does not reach the service (or, `late`, only after its client has looked), or it does and
 * its answer is lost, or all is merely slow.
 */
export const FAULTS = {
  before: ['cut', 'reset', 'half-closed', 'half a request', '429', '502', '503', 'silence', 'late'],
  after: [
    'cut after',
    'reset after',
    'headers cut',
    'body cut',
    'body cut unnoticed',
    '408 after',
    '500 after',
    '504 after',
    'silence after',
  ],
  harmless: ['none', 'delay', 'slow body'],
} as const;

/** One of the faults. */
export type Fault = (typeof FAULTS)[keyof typeof FAULTS][number];

/** A faulty way to a service. */
export interface ChaosProxy {
  readonly url: string;
  /** How often each fault befell a request. */
  readonly seen: ReadonlyMap<Fault, number>;
  close(): Promise<void>;
}

/** Chooses the fault of a client's next request; clients are told apart by their `User-Agent`. */
export type ChooseFault = (client: string) => Fault;

interface Asked {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** A request that was cut and comes to the service late: once so many further reads of its client have come. */
interface Late {
  reads: number;
  readonly apply: () => Promise<unknown>;
}

/** Fewer than a client's readings of a doubtful outcome: what is later still, no reading can show. */
const LATE_READS = 2;
/** Each so many-th connection is closed as soon as it stands. */
const UNLUCKY = 23;
const PAUSE_MS = 20;
const HTML = '<html><h1>Try again later</h1></html>';

async function bytesOf(stream: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** Passes a request on, whole, and waits for its whole answer. */
function forward(target: URL, { method, path, headers, body }: Asked): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const request = overHttp(new URL(path, target), { method, headers, agent: false });
    request.on('error', reject);
    request.once('response', (response) => {
      const { statusCode: status = 0, headers: said } = response;
      bytesOf(response).then((bytes) => resolve({ status, headers: said, body: bytes }), reject);
    });
    request.end(body);
  });
}

/** Passes the first half of a request on, and breaks off. */
async function forwardHalf(target: URL, { method, path, headers, body }: Asked): Promise<void> {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  const head = `${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n`;
  const whole = Buffer.concat([Buffer.from(head), body]);
  const socket = connect(Number(target.port), target.hostname);
  socket.on('error', () => undefined);
  socket.write(whole.subarray(0, whole.byteLength / 2));
  await wait(PAUSE_MS);
  socket.destroy();
}

const startOf = ({ status, body }: Answer): string =>
  `HTTP/1.1 ${status} X\r\nContent-Type: application/json\r\nContent-Length: ${body.byteLength}\r\n\r\n`;

async function dribble(response: ServerResponse, { status, headers, body }: Answer): Promise<void> {
  response.writeHead(status, headers);
  const third = Math.ceil(body.byteLength / 3);
  for (let at = 0; at < body.byteLength; at += third) {
    response.write(body.subarray(at, at + third));
    await wait(PAUSE_MS);
  }
  response.end();
}

/** What each fault does to a connection whose request stays away from the service. */
const BEFORE: Readonly<Record<(typeof FAULTS.before)[number], (socket: Socket) => void>> = {
  cut: (socket) => socket.destroy(),
  reset: (socket) => socket.resetAndDestroy(),
  'half-closed': (socket) => socket.end(),
  'half a request': (socket) => socket.destroy(),
  429: (socket) => socket.end(`HTTP/1.1 429 X\r\nRetry-After: 0\r\n\r\n${HTML}`),
  502: (socket) => socket.end(`HTTP/1.1 502 X\r\n\r\n${HTML}`),
  503: (socket) => socket.end(`HTTP/1.1 503 X\r\n\r\n${HTML}`),
  silence: () => undefined,
  late: (socket) => socket.destroy(),
};

/** What each fault does to a connection whose request was applied. */
const AFTER: Readonly<
  Record<(typeof FAULTS.after)[number], (socket: Socket, answer: Answer) => void>
> = {
  'cut after': (socket) => socket.destroy(),
  'reset after': (socket) => socket.resetAndDestroy(),
  'headers cut': (socket) => socket.end('HTTP/1.1 200 OK\r\nContent-'),
  'body cut': (socket, answer) => {
    socket.end(`${startOf(answer)}${answer.body.subarray(0, answer.body.byteLength / 2)}`);
  },
  'body cut unnoticed': (socket, { status, body }) => {
    socket.end(`HTTP/1.1 ${status} X\r\n\r\n${body.subarray(0, body.byteLength / 2)}`);
  },
  '408 after': (socket) => socket.end(`HTTP/1.1 408 X\r\n\r\n${HTML}`),
  '500 after': (socket) => socket.end(`HTTP/1.1 500 X\r\n\r\n${HTML}`),
  '504 after': (socket) => socket.end(`HTTP/1.1 504 X\r\n\r\n${HTML}`),
  'silence after': () => undefined,
};

const isBefore = (fault: Fault): fault is keyof typeof BEFORE => fault in BEFORE;
const isAfter = (fault: Fault): fault is keyof typeof AFTER => fault in AFTER;

/** The requests of one client: what is on its way to the service, and what comes late. */
class Traffic {
  readonly #target: URL;
  readonly #late: Late[] = [];
  #underWay: Promise<unknown> = Promise.resolve();

  constructor(target: URL) {
    this.#target = target;
  }

  /** Passes a request on once those before it have come to their end. */
  async forward(asked: Asked): Promise<Answer> {
    await this.#underWay.catch(() => undefined);
    const answer = forward(this.#target, asked);
    this.#underWay = answer;
    return answer;
  }

  /** Keeps a write back until its client has read some times. */
  postpone(asked: Asked): void {
    this.#late.push({ reads: LATE_READS, apply: () => forward(this.#target, asked) });
  }

  /** Counts a read, whatever becomes of it; what was kept back long enough goes to the service now. */
  async countRead(): Promise<void> {
    for (const late of this.#late.splice(0)) {
      late.reads -= 1;
      if (late.reads >= 0) this.#late.push(late);
      else await late.apply();
    }
  }
}

interface Passing {
  readonly asked: Asked;
  readonly traffic: Traffic;
  readonly fault: Fault;
}

class Chaos {
  readonly seen = new Map<Fault, number>();
  readonly #target: URL;
  readonly #choose: ChooseFault;
  readonly #traffic = new Map<string, Traffic>();

  constructor(target: string, choose: ChooseFault) {
    this.#target = new URL(target);
    this.#choose = choose;
  }

  async handle(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = '', url: path = '', headers, socket } = incoming;
    const asked = { method, path, headers, body: await bytesOf(incoming) };
    const client = headers['user-agent'] ?? '';
    const fault = this.#choose(client);
    this.seen.set(fault, (this.seen.get(fault) ?? 0) + 1);
    const traffic = this.#traffic.get(client) ?? new Traffic(this.#target);
    this.#traffic.set(client, traffic);
    if (method === 'GET') await traffic.countRead();
    if (fault === 'half a request') await forwardHalf(this.#target, asked);
    if (fault === 'late' && method !== 'GET') traffic.postpone(asked);
    if (isBefore(fault)) return BEFORE[fault](socket);
    await this.#pass({ asked, traffic, fault }, response);
  }

  async #pass({ asked, traffic, fault }: Passing, response: ServerResponse): Promise<void> {
    if (fault === 'delay') await wait(PAUSE_MS);
    const answer = await traffic.forward(asked);
    const { socket } = response;
    if (socket && isAfter(fault)) return AFTER[fault](socket, answer);
    if (fault === 'slow body') return dribble(response, answer);
    response.writeHead(answer.status, answer.headers).end(answer.body);
  }
}

/** Starts a proxy in front of a service that lets befall each request what `choose` says. */
export async function startChaosProxy(target: string, choose: ChooseFault): Promise<ChaosProxy> {
  const chaos = new Chaos(target, choose);
  const server = createServer((incoming, response) => {
    chaos.handle(incoming, response).catch(() => incoming.socket.destroy());
  });
  let accepted = 0;
  server.on('connection', (socket) => {
    socket.on('error', () => undefined);
    accepted += 1;
    if (accepted % UNLUCKY === 0) socket.destroy();
  });
  const { url, close } = await listenOnLoopback(server);
  return { url, seen: chaos.seen, close };
}
