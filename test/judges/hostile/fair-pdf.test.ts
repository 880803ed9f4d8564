import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { expect, test } from 'vitest';
import { openInstallation } from '../../support/deployment/serve-world.ts';
import { aPdf } from '../../support/pdf/a-pdf.ts';
import { chainedObjects } from '../../support/pdf/hostile-pdf.ts';
import { FORM_HEADERS, form, pdfPart } from '../../support/sign-in/form.ts';

const CONNECTIONS = 12;
const LASTS_MS = 10_000;
const MOST_P95_MS = 2000;

/** Posts one form again and again over so many connections, in a thread of its own; tells status and `Retry-After` of each answer. */
const ATTACK = `
const { parentPort, workerData } = require('node:worker_threads');
const { request } = require('node:http');
const { url, headers, form, connections, lastsMs } = workerData;
const until = performance.now() + lastsMs;
const answers = [];
const post = () => new Promise((resolve, reject) => {
  const sent = request(url, { method: 'POST', headers, agent: false }, (answer) => {
    answers.push({ status: answer.statusCode, retryAfter: answer.headers['retry-after'] });
    answer.resume().once('close', resolve);
  });
  // A refusal comes before the whole file is sent, and then ends the connection.
  sent.on('error', (error) => (sent.res ? resolve() : reject(error)));
  sent.end(form);
});
const attack = async () => { while (performance.now() < until) await post(); };
Promise.all(Array.from({ length: connections }, attack)).then(() => parentPort.postMessage(answers));
`;

interface Answer {
  readonly status: number;
  readonly retryAfter: string | undefined;
}

interface Place {
  readonly url: string;
  readonly apiKey: string;
}

const formOf = (file: Buffer): Buffer => form(pdfPart(file));
const headersOf = ({ apiKey }: Place) => ({
  authorization: `Bearer ${apiKey}`,
  ...FORM_HEADERS,
});

/** Uploads a file; its status, and the milliseconds that it took. */
async function upload(place: Place, file: Buffer) {
  const started = performance.now();
  const body = new Uint8Array(formOf(file));
  const answer = await fetch(place.url, { method: 'POST', headers: headersOf(place), body });
  await answer.arrayBuffer();
  return { status: answer.status, ms: performance.now() - started };
}

/** Attacks from a thread; its answers, once it has ended. */
async function attack(place: Place, file: Buffer): Promise<Answer[]> {
  const { url } = place;
  const how = { url, headers: headersOf(place), form: formOf(file) };
  const workerData = { ...how, connections: CONNECTIONS, lastsMs: LASTS_MS };
  const thread = new Worker(ATTACK, { eval: true, workerData });
  const [answers] = await once(thread, 'message');
  return answers;
}

test('an account that posts slow files without pause does not hold up the uploads of another', async () => {
  const world = await openInstallation();
  const { line } = await world.serve({ ESIGN_LIMITS_ACCOUNT_PER_MINUTE: '1000000' });
  const url = `${line.url}/api/v1/documents`;
  const place = async () => ({ url, apiKey: (await world.addAccount()).apiKey });
  const [hostile, other] = [await place(), await place()];
  const [slow, small] = [chainedObjects(), aPdf()];
  expect((await upload(other, small)).status).toBe(201);

  const until = performance.now() + LASTS_MS;
  const attacking = attack(hostile, slow);
  const times: number[] = [];
  while (performance.now() < until) {
    const { status, ms } = await upload(other, small);
    expect(status).toBe(201);
    times.push(ms);
  }
  const attacks = await attacking;

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
