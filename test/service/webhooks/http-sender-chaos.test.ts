import type { Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { seededRandom } from '../../../src/cli/webhook/trigger/plan-attempts.ts';
import { isWhole } from '../../support/is-whole.ts';
import { startLocalTcp } from '../../support/network/local-tcp.ts';
import { BODY, deliveryTo, openSender } from '../../support/outbox/open-sender.ts';

const NO_CONTENT = 'HTTP/1.1 204 No Content\r\n\r\n';
const DELIVERY = /x-service-delivery: (\S+)/i;

async function piecewise(socket: Socket, text: string): Promise<void> {
  for (let at = 0; at < text.length && !socket.destroyed; at += 7) {
    socket.write(text.slice(at, at + 7));
    await setTimeout(1);
  }
}

/** How a receiver treats a request, and the status that its delivery ends with. */
interface Whim {
  readonly status: number | null;
  readonly act: (socket: Socket) => unknown;
  /** The connection ends with it. */
  readonly isLast?: true;
}

const CLOSING = 'HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 1\r\n\r\nx';
const CUT = 'HTTP/1.1 500 No\r\nContent-Length: 9\r\n\r\ncut';
const CONTINUED = `HTTP/1.1 100 Continue\r\n\r\n${NO_CONTENT}`;
const SWITCH = 'HTTP/1.1 101 Switching\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n';
const ENDLESS = `HTTP/1.1 200 OK\r\n\r\n${'y'.repeat(70_000)}`;
const TWO = `${NO_CONTENT}HTTP/1.1 500 Unasked\r\n\r\n`;

const WHIMS: readonly Whim[] = [
  { status: 204, act: (socket) => socket.write(NO_CONTENT) },
  { status: 204, act: (socket) => socket.end(NO_CONTENT), isLast: true },
  { status: 204, act: (socket) => cutOff(socket, NO_CONTENT), isLast: true },
  { status: 200, act: (socket) => socket.end(CLOSING), isLast: true },
  { status: 204, act: (socket) => socket.write(CONTINUED) },
  { status: 204, act: (socket) => piecewise(socket, CONTINUED) },
  { status: 101, act: (socket) => socket.write(SWITCH) },
  { status: 500, act: (socket) => socket.end(CUT), isLast: true },
  { status: 200, act: (socket) => socket.write(ENDLESS) },
  { status: 204, act: (socket) => socket.write(TWO) },
  { status: null, act: (socket) => cutOff(socket, 'HTTP/1.1 20'), isLast: true },
  { status: null, act: (socket) => socket.write('gibberish\r\n\r\n') },
  { status: null, act: (socket) => socket.resetAndDestroy(), isLast: true },
  { status: null, act: (socket) => socket.end(), isLast: true },
];

function cutOff(socket: Socket, text: string): void {
  socket.write(text, () => socket.resetAndDestroy());
}

/** A receiver that acts at random. `asked` holds, for each delivery, how its requests could end. */
async function startFickle(seed: number) {
  const random = seededRandom(seed);
  const asked = new Map<string, (number | null)[]>();
  const ended = new WeakSet<Socket>();
  let open = 0;
  const serve = (socket: Socket, head: string): void => {
    const id = DELIVERY.exec(head)?.[1] ?? '';
    const { status, act, isLast } = WHIMS[Math.floor(random() * WHIMS.length)]!;
    // A request that arrives after the end of a connection is read, but cannot be answered.
    asked.set(id, [...(asked.get(id) ?? []), ended.has(socket) ? null : status]);
    if (isLast) ended.add(socket);
    void act(socket);
  };
  const url = await startLocalTcp((socket) => {
    open += 1;
    socket.on('close', () => {
      open -= 1;
    });
    let text = '';
    socket.on('data', (chunk) => {
      text += chunk.toString('latin1');
      if (!text.endsWith(BODY.toString('latin1'))) return;
      serve(socket, text);
      text = '';
    });
  });
  return { url, asked, open: () => open };
}

test.each(isWhole ? [1, 7, 4711] : [7])(
  'deliveries to a fickle receiver end as it decided (seed %i)',
  async (seed) => {
    const { url, asked, open } = await startFickle(seed);
    const sender = openSender({ timeoutMs: 5000 });
    const deliveries = Array.from({ length: 400 }, (_, n) => deliveryTo(url, n % 5 === 0 ? 2 : 1));
    const ended: [number | null, (number | null)[]][] = [];
    const errors = new Set<string | null>();
    const queue = [...deliveries];
    const work = async (): Promise<void> => {
      for (let one = queue.pop(); one; one = queue.pop()) {
        const { status, error } = await sender.deliver(one);
        ended.push([status, asked.get(one.id) ?? []]);
        if (status === null) errors.add(error);
      }
    };
    await Promise.all(Array.from({ length: 16 }, work));
    await sender.close();
    for (const [status, ends] of ended) expect([...ends.slice(0, -1), status]).toEqual(ends);
    const repeated = ended.map(([, ends]) => ends).filter((ends) => ends.length > 1);
    expect(repeated.length).toBeGreaterThan(0);
    expect(repeated.every((ends) => ends.length === 2 && ends[0] === null)).toBe(true);
    expect([...errors].sort()).toEqual(['connection_reset', 'invalid_answer']);
    await expect.poll(() => open()).toBe(0);
  },
);
