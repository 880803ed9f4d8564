import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { promisify } from 'node:util';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { bundleVictim } from '../../support/kills/bundle-victim.ts';
import { ASHA, openOffice } from '../../support/sandbox/an-office.ts';
import { openDesk } from '../../support/sandbox/open-desk.ts';

/** Judges run beside others. */
const MOST_MS = 250;
const TRIES = 3;
const VICTIM = new URL('../../support/hostile/parser-victim.ts', import.meta.url);

const office = await openOffice();
const { baseUrl, apiKey, dashboardUrl } = office.running.sandbox;
const desk = await openDesk(dashboardUrl);
const documentId = await office.createWith(ASHA);
const agent = new Agent({ keepAlive: true });
afterAll(() => agent.destroy());

/** How long `/livez` takes to answer, in milliseconds. */
const livezMs = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const from = performance.now();
    request(`${baseUrl}/livez`, { agent }, (response) => {
      response.resume().once('end', () => resolve(performance.now() - from));
    })
      .on('error', reject)
      .end();
  });

/** The longest that others wait for the built service while it gets requests. */
async function blockedMs(send: () => Promise<Response>): Promise<number> {
  let isOver = false;
  let longest = 0;
  const sent = send().finally(() => {
    isOver = true;
  });
  while (!isOver) longest = Math.max(longest, await livezMs());
  expect((await sent).status).toBeLessThan(500);
  return longest;
}

const FORM = 'application/x-www-form-urlencoded';
const BEARER = { authorization: `Bearer ${apiKey}` };

const post = (
  path: string,
  type: string,
  ...[body, headers]: readonly [string | Buffer, object?]
) =>
  fetch(`${baseUrl}${path}`, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'sec-fetch-site': 'same-origin', ...headers, 'content-type': type },
    body: typeof body === 'string' ? body : new Uint8Array(body),
  });

/** As many different names as there is room for. */
function names(bytes: number, each: (index: number) => string): string {
  let text = '';
  for (let index = 0; text.length < bytes; index += 1) text += each(index);
  return text.slice(0, bytes);
}

const part = (index: number): string =>
  `--b\r\nContent-Disposition: form-data; name="a${index}"\r\n${'X: y\r\n'.repeat(1300)}\r\n1\r\n`;

/** The worst requests that are known, within the bounds. */
const REQUESTS: Readonly<Record<string, () => Promise<Response>>> = {
  'addresses, headers and cookies': () =>
    desk.get(`/dashboard/documents?q=${names(12_000, (i) => `${i}%20`)}&a`),
  'forms of signers and authorities': () =>
    post(
      '/gateway/return',
      FORM,
      names(262_144, (i) => `${i.toString(36)}&`),
    ),
  'fields of a form': () => post('/dashboard/sign-in', FORM, 'a&'.repeat(32_000)),
  'forms of the dashboard': () =>
    post('/dashboard/sign-in/passkey', FORM, `answer=${'['.repeat(65_000)}`),
  'forms that play a payment provider': () => post('/payments/sandbox/x', FORM, 'a&'.repeat(8192)),
  'parts of a form': () =>
    post(
      '/gateway/return',
      'multipart/form-data; boundary=b',
      `${Array.from({ length: 20 }, (_, i) => part(i)).join('')}--b--\r\n`,
    ),
  'JSON of the API': () => {
    const keys = names(131_000, (i) => `"${i}":1,`).replace(/,[^,]*$/, '');
    return post(
      `/api/v1/documents/${documentId}/signers`,
      'application/json',
      `{"signers":[{${keys}}]}`,
      BEARER,
    );
  },
  'events of a payment provider': () =>
    post('/payments/sandbox', 'application/json', '['.repeat(262_144)),
};

test('no parser of the table holds the others up, whatever it reads within its bounds', async () => {
  const blocked: Record<string, number> = {};
  for (const [name, send] of Object.entries(REQUESTS)) {
    const times: number[] = [];
    for (let tries = 0; tries < TRIES; tries += 1) times.push(await blockedMs(send));
    blocked[name] = Math.round(Math.min(...times));
  }
  const victim = await bundleVictim(VICTIM);
  onTestFinished(() => victim.remove());
  const { stdout } = await promisify(execFile)(process.execPath, [victim.path]);
  Object.assign(blocked, JSON.parse(stdout));
  process.stdout.write(`${JSON.stringify(blocked)}\n`);
  expect(Object.keys(blocked).sort()).toEqual(await rowsInTheService());
  expect(Object.entries(blocked).filter(([, ms]) => ms > MOST_MS)).toEqual([]);
});

/** What the table lists, but for what threads and processes of their own read. */
async function rowsInTheService(): Promise<string[]> {
  const text = await readFile(new URL('../../../docs/security.md', import.meta.url), 'utf8');
  const [, table = ''] = text.split('## What reads what strangers send');
  const rows = [...table.matchAll(/^\| (?!what |-)([^|]+?) +\|[^|]+\|([^|]+)\|/gm)];
  return rows
    .flatMap(([, what = '', file = '']) => (/ of (its|their) own/.test(file) ? [] : [what]))
    .sort();
}
