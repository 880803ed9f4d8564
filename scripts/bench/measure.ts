import { execFile } from 'node:child_process';
import { Agent, request } from 'node:http';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** The middle one of some numbers. */
export function median(numbers: readonly number[]): number {
  const sorted = [...numbers].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

/** The number that a share of all numbers, from 0 to 1, does not exceed. */
export function percentile(numbers: readonly number[], share: number): number {
  const sorted = [...numbers].sort((a, b) => a - b);
  return sorted[Math.ceil(sorted.length * share) - 1] ?? Number.NaN;
}

/** How long work takes, in milliseconds: the median of some times, after one that does not count. */
export async function timed(times: number, work: () => Promise<unknown>): Promise<number> {
  const found: number[] = [];
  for (let index = 0; index <= times; index += 1) {
    const startedAt = performance.now();
    await work();
    if (index > 0) found.push(performance.now() - startedAt);
  }
  return median(found);
}

/** How long each kind of work takes, in milliseconds: medians of turns, so that a slow moment meets all kinds alike. */
export async function timedInTurn<const Works extends ReadonlyArray<() => Promise<unknown>>>(
  times: number,
  works: Works,
): Promise<{ [K in keyof Works]: number }>;
export async function timedInTurn(
  times: number,
  works: ReadonlyArray<() => Promise<unknown>>,
): Promise<number[]> {
  const timers = works.map((work) => async () => {
    const startedAt = performance.now();
    await work();
    return performance.now() - startedAt;
  });
  return await measuredInTurn(times, timers);
}

/** Medians of what each kind of work measures, in turn, after a turn that does not count. */
export async function measuredInTurn<const Works extends ReadonlyArray<() => Promise<number>>>(
  times: number,
  works: Works,
): Promise<{ [K in keyof Works]: number }>;
export async function measuredInTurn(
  times: number,
  works: ReadonlyArray<() => Promise<number>>,
): Promise<number[]> {
  const found = works.map((): number[] => []);
  for (let turn = 0; turn <= times; turn += 1) {
    for (const [index, work] of works.entries()) {
      const measured = await work();
      if (turn > 0) found[index]?.push(measured);
    }
  }
  return found.map(median);
}

/** The rate of work per second at a concurrency, over a period after a short warm-up. */
export async function rate(
  work: () => Promise<unknown>,
  { lanes = 16, ms = 3000, warmUpMs = 500 } = {},
): Promise<number> {
  const repeat = async (until: number): Promise<number> => {
    let count = 0;
    while (performance.now() < until) {
      await work();
      count += 1;
    }
    return count;
  };
  const all = async (span: number) => {
    const until = performance.now() + span;
    const counts = await Promise.all(Array.from({ length: lanes }, () => repeat(until)));
    return counts.reduce((sum, count) => sum + count, 0);
  };
  await all(warmUpMs);
  return ((await all(ms)) / ms) * 1000;
}

/** Cycles through the items forever. */
export function inTurn<Item>(items: readonly Item[]): () => Item {
  let turn = 0;
  return () => {
    const item = items[turn % items.length];
    if (item === undefined) throw new Error('There is nothing to take turns with.');
    turn += 1;
    return item;
  };
}

/** Fetches one URL after another over a few kept connections, and reads each answer whole. */
export function fetcher(
  urls: readonly string[],
  headers: Record<string, string> = {},
): () => Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: 32 });
  const next = inTurn(urls);
  return () =>
    new Promise((done, fail) => {
      const url = next();
      const sent = request(url, { agent, headers }, (answer) => {
        answer.resume().once('end', () => {
          if (answer.statusCode === 200) done();
          else fail(new Error(`${url} answered ${answer.statusCode}`));
        });
      });
      sent.once('error', fail).end();
    });
}

/** The environment of a measured process: that variable makes Node parse a bundle of certificates at each start. */
export function cleanEnvironment(more: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv {
  const { NODE_EXTRA_CA_CERTS: _, ...env } = process.env;
  return { ...env, ...more };
}

/** Runs a program of Node to its end. */
export async function runNode(args: readonly string[], env: NodeJS.ProcessEnv): Promise<void> {
  await run(process.execPath, args, { env });
}
