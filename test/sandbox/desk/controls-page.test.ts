import { afterAll, expect, test } from 'vitest';
import { sendTo, startTestSandbox } from '../../support/sandbox/a-sandbox.ts';
import { openDesk } from '../../support/sandbox/open-desk.ts';

const CONTROLS = '/dashboard/sandbox/controls';
const world = await startTestSandbox();
afterAll(world.close);
const desk = await openDesk((await world.control.pages()).controls);

/** Of a request to the API. */
const status = async (apiKey = world.sandbox.apiKey) => {
  const headers = { authorization: `Bearer ${apiKey}` };
  return (await fetch(`${world.sandbox.baseUrl}/api/v1/documents`, { headers })).status;
};
const page = async () => await (await desk.get(CONTROLS)).text();
const submit = (path: string, fields: Record<string, string>) =>
  desk.post(`${CONTROLS}${path}`, fields);

test('a fault that is set on the page happens once, and stands there until then', async () => {
  expect(await page()).toContain('Nothing fails now.');
  const set = await submit('/faults', { fault: 'api-unavailable', times: '1' });
  expect([set.status, set.headers.get('location')]).toEqual([303, CONTROLS]);
  expect(await page()).toContain('1 more');
  expect([await status(), await status()]).toEqual([503, 200]);
  await submit('/faults', { fault: 'down', times: 'always' });
  expect(await page()).toContain('always');
  await submit('/faults/clear', {});
  expect(await page()).toContain('Nothing fails now.');
});

test('a fault of the API meets the account of whoever sets it; that of another one is named', async () => {
  const { accountId, apiKey } = await world.control.createAccount({ subscription: true });
  await world.control.setFault({ fault: 'api-unavailable', times: 1, accountId });
  expect(await page()).toContain(`account <code>${accountId}</code>`);
  await submit('/faults', { fault: 'api-rate-limited', times: '1' });
  expect([await status(apiKey), await status()]).toEqual([503, 429]);
});

test('the clock moves on by the chosen step', async () => {
  expect((await submit('/clock', { step: 'day' })).status).toBe(303);
  const day = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
  expect(await page()).toMatch(new RegExp(`clock shows <time datetime="${day}`));
});

test('what falls due when the clock moves on is done', async () => {
  await sendTo(world.sandbox, ['Asha Rao']);
  await submit('/clock', { step: 'trial' });
  const subjects = async () =>
    (await world.control.inbox()).map((sent) => (sent.kind === 'mail' ? sent.subject : ''));
  await expect.poll(subjects).toContainEqual(expect.stringMatching(/^Sandbox: Reminder to sign/));
});

test.each([
  ['/faults', { fault: 'nothing', times: '1' }, '"problem-fault">Unknown fault: nothing.'],
  ['/faults', { fault: 'down', times: '0' }, '"problem-fault">A fault must happen at least once.'],
  ['/faults', { fault: 'down', times: 'often' }, '"problem-times">Times must be a whole number'],
  ['/clock', { step: 'year' }, '"problem-step">The clock moves on by 1 hour'],
  ['/clock', { step: 'toString' }, '"problem-step">The clock moves on by 1 hour'],
])('what the page does not offer is refused: %s %j', async (path, fields, words) => {
  const refused = await submit(path, fields);
  expect([refused.status, await refused.text()]).toEqual([400, expect.stringContaining(words)]);
  expect(await page()).toContain('Nothing fails now.');
});

test('access is taken away and given back, and in between the account can start its trial', async () => {
  await submit('/access', { to: 'none' });
  expect(await status()).toBe(403);
  expect((await desk.post('/dashboard/credits/trial')).status).toBe(303);
  expect(await status()).toBe(200);
  await submit('/access', { to: 'none' });
  await submit('/access', { to: 'active' });
  expect(await status()).toBe(200);
});

test('who moved the clock and set a fault stands in the account’s trail', async () => {
  const trail = await (await desk.get('/dashboard/audit')).text();
  expect(trail).toContain('<code>sandbox/controls/clock</code>');
  expect(trail).toContain('<code>sandbox/controls/faults</code>');
});
