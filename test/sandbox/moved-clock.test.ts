import { afterAll, expect, onTestFinished, test } from 'vitest';
import { systemClock } from '../../src/client/http/system-clock.ts';
import type { Transport } from '../../src/client/index.ts';
import { EsignClient, NodeTransport, TransportFailure } from '../../src/client/index.ts';
import { aPdf } from '../support/pdf/a-pdf.ts';
import { startTestSandbox } from '../support/sandbox/a-sandbox.ts';

const HOUR_MS = 3_600_000;
const MONTH_MS = 30 * 24 * HOUR_MS;

const { sandbox, control, close } = await startTestSandbox();
afterAll(close);

/** Loses the response to the first create. */
function forgetful(): Transport {
  const inner = new NodeTransport();
  let isLost = false;
  return {
    async send(request) {
      const answer = await inner.send(request);
      if (isLost || request.method !== 'POST') return answer;
      isLost = true;
      answer.discard();
      throw new TransportFailure('lost', { phase: 'answer', opened: true });
    },
    close: () => inner.close(),
  };
}

test('a create whose response was lost is found again after the clock was advanced', async () => {
  await control.advanceClock({ ms: HOUR_MS });
  const { baseUrl, apiKey } = sandbox;
  const clock = { ...systemClock, sleep: async () => undefined };
  const client = new EsignClient({ baseUrl, apiKey, clock, transport: forgetful() });
  onTestFinished(() => client.close());
  const { documentId } = await client.documents.create(aPdf(), { name: 'Lease' });
  const listed = await client.documents.list().toArray();
  expect(listed.map((document) => document.documentId)).toEqual([documentId]);
});

test('whoever advances the clock by a month stays signed in to the dashboard and the desk', async () => {
  const signedIn = await fetch(sandbox.dashboardUrl, { redirect: 'manual' });
  const cookie = String(signedIn.headers.get('set-cookie')).split(';', 1)[0] ?? '';
  await control.advanceClock({ ms: MONTH_MS });
  for (const path of ['/dashboard/me', '/dashboard/sandbox/inbox']) {
    const page = await fetch(`${sandbox.baseUrl}${path}`, {
      headers: { cookie },
      redirect: 'manual',
    });
    expect([path, page.status]).toEqual([path, 200]);
  }
});

const DAY_MS = 24 * HOUR_MS;
const CREDITS = '/dashboard/credits';

/** A browser at the dashboard of an account of a sandbox that has no access yet, and its API. */
async function anOwner() {
  const { accountId, apiKey } = await control.createAccount({ subscription: false });
  const signedIn = await fetch((await control.pages()).dashboard, { redirect: 'manual' });
  const cookie = String(signedIn.headers.get('set-cookie')).split(';', 1)[0] ?? '';
  const at = (path: string) => new URL(path, sandbox.baseUrl);
  const get = async (path: string) => (await fetch(at(path), { headers: { cookie } })).text();
  const post = async (path: string, fields: Record<string, string> = {}) => {
    const key = /name="form_key" value="([\w-]+)"/.exec(await get('/dashboard/me'))?.[1] ?? '';
    return await fetch(at(path), {
      method: 'POST',
      headers: { cookie, 'sec-fetch-site': 'same-origin' },
      body: new URLSearchParams({ form_key: key, ...fields }),
    });
  };
  await post('/dashboard/me/account', { account: accountId });
  const api = async () => {
    const headers = { authorization: `Bearer ${apiKey}` };
    return (await fetch(at('/api/v1/documents'), { headers })).status;
  };
  const subjects = async () =>
    (await control.inbox()).flatMap((message) => (message.kind === 'mail' ? message.subject : []));
  return { get, post, api, subjects };
}

test('a trial is subscribed, charged, past due, lapsed, paid again and cancelled, by the clock', async () => {
  const { get, post, api, subjects } = await anOwner();
  /** Moves the clock, and waits until the page of credits says what has happened. */
  const advance = async (ms: number, says: string) => {
    await control.advanceClock({ ms });
    await expect.poll(() => get(CREDITS), { timeout: 20_000 }).toContain(says);
  };
  expect(await api()).toBe(403);
  await post(`${CREDITS}/trial`);
  expect(await api()).toBe(200);

  const begun = await (await post(`${CREDITS}/mandate`)).text();
  const desk = /href="(\/payments\/sandbox\/mandates\/sub_TEST_[0-9a-f]+)"/.exec(begun)?.[1] ?? '';
  expect(await get(desk)).toContain('No money moves here');
  expect(await (await post(desk, { choice: 'authorise' })).text()).toContain(
    'The mandate is given',
  );
  expect(await get(CREDITS)).toContain('Subscribed: your mandate is charged ₹1,180.00 every month');
  expect(await get(CREDITS)).toContain('Trial, 2 days');

  await advance(72 * HOUR_MS + HOUR_MS, '>TS/');
  expect(await get(CREDITS)).toContain('Active, ');
  expect(await api()).toBe(200);

  await post(desk, { choice: 'fail' });
  await advance(31 * DAY_MS, 'The last charge failed. Access continues until');
  expect(await api()).toBe(200);
  await expect.poll(subjects, { timeout: 20_000 }).toContain('The monthly charge failed');

  await advance(3 * DAY_MS, 'Access has ended, since the charge failed');
  expect(await api()).toBe(403);
  await expect.poll(subjects, { timeout: 20_000 }).toContain('Your API access has ended');

  await post(desk, { choice: 'pay' });
  expect(await api()).toBe(200);
  await post(`${CREDITS}/mandate/cancel`);
  expect(await get(CREDITS)).toContain(
    'The mandate is cancelled, and nothing is charged any more.',
  );
  expect(await api()).toBe(200);

  await advance(32 * DAY_MS, 'A payment opens the API again.');
  expect(await api()).toBe(403);
  const papers = async () =>
    (await subjects()).filter((subject) => subject.startsWith('TEST invoice')).length;
  await expect.poll(papers, { timeout: 20_000 }).toBe(2);
});
