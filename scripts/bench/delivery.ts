import { once } from 'node:events';
import { createServer } from 'node:http';
import { AT_ONCE, barePost, startReceiver } from './bare-post.ts';
import type { BenchStore, DeliveryWorld } from './delivery-world.ts';
import { openEmbedded, openOnServer, openWorld } from './delivery-world.ts';
import { median } from './measure.ts';
import { startPostgres } from './postgres-server.ts';
import type { Measure } from './report.ts';
import { megabytes, milliseconds, perSecond, report, times } from './report.ts';

const ENDPOINTS = 16;
const DOCUMENTS = 200;
const ROUNDS = 5;
const ROUND_EVENTS = 300;
const WARM_UP_EVENTS = 60;
const PRODUCERS = 16;
const LATENCIES = 200;
const MANY = 100_000;
const SAMPLES = 10;

/** Runs work this many times at this concurrency; returns the rate per second. */
async function rateOf(count: number, atOnce: number, work: () => Promise<void>): Promise<number> {
  let left = count;
  const startedAt = performance.now();
  const lane = async () => {
    while (left > 0) {
      left -= 1;
      await work();
    }
  };
  await Promise.all(Array.from({ length: atOnce }, lane));
  return (count / (performance.now() - startedAt)) * 1000;
}

/** Waits until every delivery of this many events is settled; returns deliveries per second. */
async function settledRate(
  world: Pick<DeliveryWorld, 'settled'>,
  { events, begin }: { events: number; begin: () => Promise<unknown> },
): Promise<number> {
  const startedAt = performance.now();
  const settled = world.settled(events * ENDPOINTS);
  await begin();
  await settled;
  return ((events * ENDPOINTS) / (performance.now() - startedAt)) * 1000;
}

/** Commits events while their deliveries go out. */
const deliverAll = (
  world: Pick<DeliveryWorld, 'emit' | 'settled'>,
  events: number,
): Promise<number> =>
  settledRate(world, { events, begin: () => rateOf(events, PRODUCERS, world.emit) });

/** Commits events first and then delivers them; returns both rates, in deliveries per second. */
async function deliverBacklog(
  world: DeliveryWorld,
  events: number,
): Promise<{ committed: number; delivered: number }> {
  await world.pause();
  const committed = ENDPOINTS * (await rateOf(events, PRODUCERS, world.emit));
  const delivered = await settledRate(world, { events, begin: async () => world.resume() });
  return { committed, delivered };
}

async function compareRates(world: DeliveryWorld, url: string): Promise<Measure[]> {
  const post = barePost(url);
  await deliverAll(world, WARM_UP_EVENTS);
  await rateOf(WARM_UP_EVENTS * ENDPOINTS, AT_ONCE, post);
  const bare: number[] = [];
  const ours: number[] = [];
  const committed: number[] = [];
  const backlog: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    bare.push(await rateOf(ROUND_EVENTS * ENDPOINTS, AT_ONCE, post));
    ours.push(await deliverAll(world, ROUND_EVENTS));
    const apart = await deliverBacklog(world, ROUND_EVENTS);
    committed.push(apart.committed);
    backlog.push(apart.delivered);
  }
  const [calls, deliveries] = [median(bare), median(ours)];
  return [
    { what: 'bare calls, signed', value: perSecond(calls) },
    {
      what: 'deliveries, from commit to settled',
      value: perSecond(deliveries),
      ratio: times(deliveries / calls, 'bare'),
    },
    {
      what: 'the same, of events committed before',
      value: perSecond(median(backlog)),
      ratio: times(median(backlog) / calls, 'bare'),
    },
    { what: 'commits of these events alone', value: perSecond(median(committed)) },
  ];
}

/** From the end of a commit to the first byte at the receiver, against a bare call. */
async function compareLatency(store: BenchStore['store']): Promise<Measure[]> {
  let arrived: (at: number) => void = () => undefined;
  const server = createServer((incoming, response) => {
    arrived(performance.now());
    incoming.resume().on('end', () => response.writeHead(204).end());
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
  const world = await openWorld(store, { urls: [url], documents: DOCUMENTS });
  const post = barePost(url);
  const timed = async (begin: () => Promise<number>) => {
    const arrival = new Promise<number>((resolve) => {
      arrived = resolve;
    });
    const startedAt = await begin();
    return (await arrival) - startedAt;
  };
  const ours: number[] = [];
  const bare: number[] = [];
  for (let turn = 0; turn < LATENCIES; turn += 1) {
    const settled = world.settled(1);
    ours.push(await timed(async () => await world.emit().then(() => performance.now())));
    await settled;
    const startedAt = performance.now();
    let done = Promise.resolve();
    bare.push(
      await timed(async () => {
        done = post();
        return startedAt;
      }),
    );
    await done;
  }
  await world.close();
  server.closeAllConnections();
  server.close();
  return [
    { what: 'a bare call to its first byte', value: milliseconds(median(bare)) },
    {
      what: 'from commit to the first byte',
      value: milliseconds(median(ours)),
      ratio: `${milliseconds(median(ours) - median(bare))} more`,
      goal: 'a few ms more',
    },
  ];
}

/** Memory of this process while very many deliveries pass: the most of the first tenths and of the last. */
async function memoryOver(world: DeliveryWorld): Promise<Measure[]> {
  const found: number[] = [];
  for (let sample = 0; sample < SAMPLES; sample += 1) {
    await deliverAll(world, MANY / SAMPLES / ENDPOINTS);
    found.push(process.memoryUsage().rss);
  }
  const [early, late] = [Math.max(...found.slice(1, 4)), Math.max(...found.slice(-3))];
  return [
    { what: `memory after ${(MANY * 4) / SAMPLES} deliveries`, value: megabytes(early) },
    {
      what: `memory after ${MANY} deliveries`,
      value: megabytes(late),
      ratio: times(late / early, 'that'),
      goal: 'flat',
    },
  ];
}

async function measure(
  title: string,
  open: () => Promise<BenchStore>,
  isServer: boolean,
): Promise<void> {
  const receiver = await startReceiver();
  const { store, close } = await open();
  const urls = Array.from({ length: ENDPOINTS }, (_, n) => `${receiver.url}/${n}`);
  const world = await openWorld(store, { urls, documents: DOCUMENTS });
  const measures = await compareRates(world, receiver.url);
  if (isServer) measures.push(...(await memoryOver(world)));
  await world.close();
  measures.push(...(await compareLatency(store)));
  await close();
  receiver.stop();
  report(title, measures);
}

/** Delivery of webhooks, each event to sixteen endpoints, against bare calls of `node:http`. */
export async function benchDelivery(): Promise<void> {
  const postgres = await startPostgres();
  if (postgres) {
    await measure('delivery on PostgreSQL', () => openOnServer(postgres.url), true);
    await postgres.stop();
  }
  await measure('delivery on the embedded database', openEmbedded, false);
}
