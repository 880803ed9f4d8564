import { fork } from 'node:child_process';
import { createHmac, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { receiveUntil } from '../../src/cli/webhook/listen/receive-until.ts';
import type { Receiver } from '../../src/cli/webhook/listen/receiver.ts';
import { cleanEnvironment, median } from './measure.ts';
import type { Posted, Posting } from './post-deliveries.ts';
import { perSecond, report, times } from './report.ts';

const SECRET = 'whsec_bench';
const ROUNDS = 15;
const A_ROUND = 6000;
/** More than the receiver remembers, so that its memory has settled before it is measured. */
const WARM_UP = 20_000;
const EVENTS = 100_000;

/** A server to post to. */
interface Target {
  readonly url: string;
  close(): Promise<void>;
}

/** The least that a receiver does: reads the bytes, compares their HMAC, answers. */
function answerBare(request: IncomingMessage, response: ServerResponse): void {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    const hmac = createHmac('sha256', SECRET).update(Buffer.concat(chunks)).digest('hex');
    const expected = Buffer.from(`sha256=${hmac}`);
    const given = Buffer.from(String(request.headers['x-service-signature']));
    const fits = given.length === expected.length && timingSafeEqual(given, expected);
    response.writeHead(fits ? 204 : 401).end();
  });
}

async function openBare(): Promise<Target> {
  const server = createServer(answerBare);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    close: async () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** All of `webhook listen` except printing. */
async function openOurs(): Promise<Target> {
  const stop = new AbortController();
  let ended: Promise<unknown> = Promise.resolve();
  const receiver = await new Promise<Receiver>((resolve, reject) => {
    ended = receiveUntil({
      host: '127.0.0.1',
      port: 0,
      path: '/',
      secrets: [SECRET],
      verify: true,
      maxBodyBytes: 1024 * 1024,
      bodyTimeoutMs: 5000,
      signal: stop.signal,
      onReady: resolve,
      onDelivery: () => undefined,
    });
    ended.catch(reject);
  });
  const close = async () => {
    stop.abort();
    await ended;
  };
  return { url: receiver.url, close };
}

/** The cost of deliveries. CPU time is measured for this process, which does nothing else. */
interface Cost {
  /** Deliveries a second; the posting process bounds it, too. */
  readonly rate: number;
  /** CPU time of one, in microseconds. */
  readonly cpuUs: number;
}

/** Both in turn, so that a slow moment affects both. */
interface Round {
  readonly bare: Cost;
  readonly ours: Cost;
}

const middle = (rounds: readonly Round[], of: (round: Round) => number): number =>
  median(rounds.map(of));

/** The CPU time of one, and how busy the process was; when it was not, the posting process set the rate. */
function cpuOf(rounds: readonly Round[], which: keyof Round): string {
  const us = middle(rounds, (round) => round[which].cpuUs);
  const share = middle(rounds, (round) => (round[which].rate * round[which].cpuUs) / 1e6);
  return `${us.toFixed(1)} µs (${Math.round(share * 100)} % busy)`;
}

/** Starts the process that posts; each order is a number of new deliveries. */
function startPoster() {
  const script = new URL('post-deliveries.ts', import.meta.url);
  const child = fork(script, { execArgv: ['--import', 'tsx'], env: cleanEnvironment() });
  let posted = 0;
  return {
    async post({ url }: Target, count: number): Promise<Cost> {
      const order: Posting = { url, secret: SECRET, from: posted, count };
      posted += count;
      const before = process.cpuUsage();
      child.send(order);
      const [answer] = await once(child, 'message');
      const { user, system } = process.cpuUsage(before);
      const { ms, refused }: Posted = answer;
      if (refused > 0) throw new Error(`${refused} deliveries were not answered with 204.`);
      return { rate: (count / ms) * 1000, cpuUs: (user + system) / count };
    },
    stop: () => child.kill(),
  };
}

type Poster = ReturnType<typeof startPoster>;

/** The heap in use after garbage collection, in bytes. */
function heapAtRest(): number {
  setFlagsFromString('--expose-gc');
  const collect: () => void = runInNewContext('gc');
  collect();
  collect();
  return process.memoryUsage().heapUsed;
}

const heap = (bytes: number): string => `${(bytes / 1024 / 1024).toFixed(1)} MB`;

/** The heap before and after many different deliveries. */
async function growth(poster: Poster, target: Target): Promise<string> {
  await poster.post(target, WARM_UP);
  const before = heapAtRest();
  for (let left = EVENTS; left > 0; left -= A_ROUND) {
    await poster.post(target, Math.min(left, A_ROUND));
  }
  return `${heap(before)} → ${heap(heapAtRest())}`;
}

/** Compares the receiver with a bare server that checks the same HMAC: deliveries a second, and memory. */
export async function benchReceiver(): Promise<void> {
  const [bare, ours, poster] = [await openBare(), await openOurs(), startPoster()];
  const rounds: Round[] = [];
  for (let round = 0; round <= ROUNDS; round += 1) {
    rounds.push({
      bare: await poster.post(bare, A_ROUND),
      ours: await poster.post(ours, A_ROUND),
    });
  }
  // The first one warms up
  rounds.shift();
  const rateRatio = middle(rounds, (round) => round.ours.rate / round.bare.rate);
  const cpuRatio = middle(rounds, (round) => round.ours.cpuUs / round.bare.cpuUs);
  report('receiver', [
    {
      what: 'bare node:http with the same HMAC',
      value: perSecond(middle(rounds, ({ bare: { rate } }) => rate)),
    },
    {
      what: 'receiver',
      value: perSecond(middle(rounds, ({ ours: { rate } }) => rate)),
      ratio: times(rateRatio, 'bare'),
      goal: '0.50',
    },
    {
      what: 'CPU time of a delivery, bare',
      value: cpuOf(rounds, 'bare'),
    },
    {
      what: 'CPU time of a delivery, receiver',
      value: cpuOf(rounds, 'ours'),
      ratio: times(cpuRatio, 'bare'),
    },
    { what: `heap over ${EVENTS} deliveries, bare`, value: await growth(poster, bare) },
    {
      what: `heap over ${EVENTS} deliveries, receiver`,
      value: await growth(poster, ours),
      goal: 'flat',
    },
  ]);
  poster.stop();
  await bare.close();
  await ours.close();
}
