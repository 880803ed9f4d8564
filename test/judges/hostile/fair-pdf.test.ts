import { expect, test } from 'vitest';
import { openServeWorld } from '../../support/deployment/serve-world.ts';
import { aPdf } from '../../support/pdf/a-pdf.ts';
import { chainedObjects } from '../../support/pdf/hostile-pdf.ts';

const CONNECTIONS = 12;
const LASTS_MS = 20_000;
const MOST_P95_MS = 2000;

interface Place {
  readonly url: string;
  readonly apiKey: string;
}

/** Uploads a file; the status, the milliseconds that it took, and when another try is worth it. */
async function upload({ url, apiKey }: Place, file: Buffer) {
  const body = new FormData();
  body.append('file', new Blob([new Uint8Array(file)], { type: 'application/pdf' }), 'lease.pdf');
  const started = performance.now();
  const headers = { authorization: `Bearer ${apiKey}` };
  const answer = await fetch(`${url}/api/v1/documents`, { method: 'POST', headers, body });
  await answer.arrayBuffer();
  const { status } = answer;
  return { status, ms: performance.now() - started, retryAfter: answer.headers.get('retry-after') };
}

test('an account that posts slow files without pause does not hold up the uploads of another', async () => {
  const world = await openServeWorld();
  await world.admin('migrate');
  await world.admin('init');
  const { line } = await world.serve();
  const place = async () => ({ url: line.url, apiKey: (await world.addAccount()).apiKey });
  const [hostile, other] = [await place(), await place()];
  const [slow, small] = [chainedObjects(), aPdf()];
  expect((await upload(other, small)).status).toBe(201);

  const until = performance.now() + LASTS_MS;
  const attacks: Awaited<ReturnType<typeof upload>>[] = [];
  const attack = async () => {
    while (performance.now() < until) attacks.push(await upload(hostile, slow));
  };
  const attacking = Array.from({ length: CONNECTIONS }, attack);
  const times: number[] = [];
  while (performance.now() < until) {
    const { status, ms } = await upload(other, small);
    expect(status).toBe(201);
    times.push(ms);
  }
  await Promise.all(attacking);

  const sorted = times.toSorted((one, next) => one - next);
  const p95 = sorted[Math.ceil(sorted.length * 0.95) - 1] ?? Number.POSITIVE_INFINITY;
  const refused = attacks.filter(({ status }) => status === 503);
  console.log(
    `${times.length} uploads, p50 ${sorted[Math.floor(sorted.length / 2)]?.toFixed()} ms,`,
  );
  console.log(`p95 ${p95.toFixed()} ms; of ${attacks.length} attacks ${refused.length} got 503`);
  expect(new Set(attacks.map(({ status }) => status))).toEqual(new Set([400, 503]));
  expect(refused.every(({ retryAfter }) => Number(retryAfter) > 0)).toBe(true);
  expect(p95).toBeLessThanOrEqual(MOST_P95_MS);
});
