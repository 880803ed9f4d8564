import { afterAll, expect, test } from 'vitest';
import { startTestSandbox } from '../../support/a-sandbox.ts';

const world = await startTestSandbox();
afterAll(world.close);
const { desk: address } = await world.control.pages();
const signedIn = await fetch(address, { redirect: 'manual' });
const cookie = signedIn.headers.getSetCookie()[0]?.split(';')[0] ?? '';

/** Of a request to the API. */
const status = async () => {
  const { baseUrl, apiKey } = world.sandbox;
  const headers = { authorization: `Bearer ${apiKey}` };
  return (await fetch(`${baseUrl}/api/v1/documents`, { headers })).status;
};
const page = async () =>
  await (await fetch(new URL('/controls', address), { headers: { cookie } })).text();
const submit = (path: string, fields: Record<string, string>, site = 'same-origin') =>
  fetch(new URL(`/controls${path}`, address), {
    method: 'POST',
    redirect: 'manual',
    headers: { cookie, 'sec-fetch-site': site },
    body: new URLSearchParams(fields),
  });

test('a fault that is set on the page happens once, and stands there until then', async () => {
  expect(await page()).toContain('Nothing fails now.');
  const set = await submit('/faults', { fault: 'api-unavailable', times: '1' });
  expect([set.status, set.headers.get('location')]).toEqual([303, '/controls']);
  expect(await page()).toContain('1 more');
  expect([await status(), await status()]).toEqual([503, 200]);
  await submit('/faults', { fault: 'down', times: 'always' });
  expect(await page()).toContain('always');
  await submit('/faults/clear', {});
  expect(await page()).toContain('Nothing fails now.');
});

test('the clock moves on by the chosen step', async () => {
  expect((await submit('/clock', { step: 'day' })).status).toBe(303);
  const day = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
  expect(await page()).toContain(`clock shows ${day}`);
});

test('what the page does not offer is refused, and so is a form from another page', async () => {
  const unknown = await submit('/faults', { fault: 'nothing', times: '1' });
  expect([unknown.status, await unknown.text()]).toEqual([
    400,
    expect.stringContaining('Unknown fault: nothing.'),
  ]);
  for (const site of ['same-site', 'cross-site', 'none']) {
    const foreign = await submit('/faults', { fault: 'down', times: '1' }, site);
    expect([foreign.status, await foreign.text()]).toEqual([
      403,
      expect.stringContaining('did not come from this page'),
    ]);
  }
  expect(await page()).toContain('Nothing fails now.');
});
