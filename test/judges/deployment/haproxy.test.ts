import { readFile } from 'node:fs/promises';
import { Agent, request } from 'node:https';
import { expect, test } from 'vitest';
import type { Haproxy } from '../../support/deployment/haproxy.ts';
import { startHaproxy } from '../../support/deployment/haproxy.ts';
import { openInstallation } from '../../support/deployment/serve-world.ts';

const TERMINATED = 143;
const CLIENT = '127.0.0.2';
const FORGED = '203.0.113.9';
const LOOPS = 4;
/** Each loop goes on for so many calls once the process has ended. */
const CALLS_AFTER = 3;

const pdf = await readFile(new URL('../../fixtures/plain.pdf', import.meta.url));

async function uploadForm(): Promise<{ type: string; body: Buffer }> {
  const form = new FormData();
  form.set('file', new Blob([pdf], { type: 'application/pdf' }), 'plain.pdf');
  const response = new Response(form);
  const type = response.headers.get('content-type') ?? '';
  return { type, body: Buffer.from(await response.arrayBuffer()) };
}

/** Calls through the load balancer; the status, or the code of what went wrong. Nothing is retried here. */
function callsThrough({ port, trust }: Haproxy, apiKey: string) {
  const agent = new Agent({ ...trust, keepAlive: true, localAddress: CLIENT });
  return async (method: 'GET' | 'POST'): Promise<number | string> => {
    const { type, body } = await uploadForm();
    const upload = method === 'POST' ? { 'content-type': type, 'content-length': body.length } : {};
    const headers = { authorization: `Bearer ${apiKey}`, 'x-forwarded-for': FORGED, ...upload };
    const to = { host: '127.0.0.1', port, path: '/api/v1/documents', method, headers, agent };
    return await new Promise((resolve) => {
      const call = request(to, (answer) => {
        answer.resume().once('close', () => resolve(answer.statusCode ?? 0));
      });
      call.once('error', (error) => resolve(String(error)));
      call.end(method === 'POST' ? body : undefined);
    });
  };
}

test('without a process, the sample of haproxy answers in the form of the API', async () => {
  const { httpUrl } = await startHaproxy(['http://127.0.0.1:9'], { isPlain: true });
  const answer = await fetch(`${httpUrl}/api/v1/documents`);
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5']);
  expect(await answer.json()).toEqual({
    error: 'internal_error',
    message: expect.stringContaining('Try again'),
  });
});

test('behind the sample of haproxy, a process ends while calls run and none fails', async () => {
  const world = await openInstallation();
  const { apiKey } = await world.addAccount();
  const env = {
    ESIGN_LOG_LEVEL: 'info',
    ESIGN_LIMITS_ACCOUNT_PER_MINUTE: '100000',
    ESIGN_HTTP_DRAIN_SECONDS: '5',
  };
  const [leaving, staying] = await Promise.all([world.serve(env), world.serve(env)]);
  const balancer = await startHaproxy([leaving.line.url, staying.line.url]);
  const redirected = await fetch(`${balancer.httpUrl}/api/v1/documents`, { redirect: 'manual' });
  expect(redirected.status).toBe(301);
  expect(redirected.headers.get('location')).toMatch(/^https:/);

  const call = callsThrough(balancer, apiKey);
  await expect.poll(() => call('GET'), { timeout: 30_000 }).toBe(200);
  const seen: (number | string)[] = [];
  let left = Number.POSITIVE_INFINITY;
  const loop = async () => {
    while (left > 0) {
      seen.push(await call('POST'), await call('GET'));
      left -= 1;
    }
  };
  const loops = Array.from({ length: LOOPS }, loop);
  const callsOf = ({ stderr }: typeof leaving) => stderr().split(`"ip":"${CLIENT}"`).length - 1;
  await expect.poll(() => callsOf(leaving), { timeout: 30_000 }).toBeGreaterThan(LOOPS);
  leaving.child.kill('SIGTERM');
  expect((await leaving.ended).code).toBe(TERMINATED);
  const beforeEnd = seen.length;
  left = LOOPS * CALLS_AFTER;
  await Promise.all(loops);
  expect(seen.length).toBeGreaterThan(beforeEnd);
  expect(new Set(seen)).toEqual(new Set([200, 201]));
  for (const { stderr } of [leaving, staying]) {
    expect(stderr()).toContain(`"ip":"${CLIENT}"`);
    expect(stderr()).not.toContain(FORGED);
  }
});
