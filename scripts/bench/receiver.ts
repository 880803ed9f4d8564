import { fork } from 'node:child_process';
import { timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { signWebhook } from '../../src/client/index.ts';
import { startReceiver } from '../../src/receiver/listen.ts';
import { cleanEnvironment, median } from './measure.ts';
import type { Posted, Posting } from './post-deliveries.ts';
import { perSecond, report, times } from './report.ts';

const SECRET = 'whsec_bench';
const ROUNDS = 7;
const A_ROUND = 8000;
/** More than the receiver remembers, so that its memory has come to rest before the first look. */
const WARM_UP = 20_000;
const EVENTS = 100_000;

/** What can be posted to. */
interface Target {
  readonly url: string;
  close(): Promise<void>;
}

/** What any receiver has to do: take the bytes, compare their HMAC, answer. */
function answerBare(request: IncomingMessage, response: ServerResponse): void {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    const expected = Buffer.from(signWebhook(Buffer.concat(chunks), SECRET));
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

const openOurs = (): Promise<Target> =>
  startReceiver({
    host: '127.0.0.1',
    port: 0,
    path: '/',
    secrets: [SECRET],
    verify: true,
    maxBodyBytes: 1024 * 1024,
    bodyTimeoutMs: 5000,
    onDelivery: () => undefined,
  });

/** Starts the process that posts; each order is a number of deliveries that never came before. */
function startPoster() {
  const script = new URL('post-deliveries.ts', import.meta.url);
  const child = fork(script, { execArgv: ['--import', 'tsx'], env: cleanEnvironment() });
  let posted = 0;
  return {
    async post({ url }: Target, count: number): Promise<number> {
      const order: Posting = { url, secret: SECRET, from: posted, count };
      posted += count;
      child.send(order);
      const [answer] = await once(child, 'message');
      const { ms, refused }: Posted = answer;
      if (refused > 0) throw new Error(`${refused} deliveries were not answered with 204.`);
      return (count / ms) * 1000;
    },
    stop: () => child.kill(),
  };
}

type Poster = ReturnType<typeof startPoster>;

/** The heap in use once nothing is left to collect, in bytes. */
function heapAtRest(): number {
  setFlagsFromString('--expose-gc');
  const collect: () => void = runInNewContext('gc');
  collect();
  collect();
  return process.memoryUsage().heapUsed;
}

const heap = (bytes: number): string => `${(bytes / 1024 / 1024).toFixed(1)} MB`;

/** The heap before and after many deliveries, each of them new. */
async function growth(poster: Poster, target: Target): Promise<string> {
  await poster.post(target, WARM_UP);
  const before = heapAtRest();
  for (let left = EVENTS; left > 0; left -= A_ROUND) {
    await poster.post(target, Math.min(left, A_ROUND));
  }
  return `${heap(before)} → ${heap(heapAtRest())}`;
}

/** Deliveries a second through the receiver against a bare server that checks the same HMAC, and the memory of both. */
export async function benchReceiver(): Promise<void> {
  const [bare, ours, poster] = [await openBare(), await openOurs(), startPoster()];
  const found: { bare: number[]; ours: number[] } = { bare: [], ours: [] };
  for (let round = 0; round <= ROUNDS; round += 1) {
    const rates = {
      bare: await poster.post(bare, A_ROUND),
      ours: await poster.post(ours, A_ROUND),
    };
    if (round === 0) continue;
    found.bare.push(rates.bare);
    found.ours.push(rates.ours);
  }
  const [bareRate, ourRate] = [median(found.bare), median(found.ours)];
  report('receiver', [
    { what: 'bare node:http with the same HMAC', value: perSecond(bareRate) },
    {
      what: 'receiver',
      value: perSecond(ourRate),
      ratio: times(ourRate / bareRate, 'bare'),
      goal: '0.80',
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
