import { readFile, stat, writeFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { openTerminal } from '../../support/cli/a-terminal.ts';
import { serveHttp } from '../../support/network/http-server.ts';
import { ASHA, openOffice } from '../../support/sandbox/an-office.ts';

const SOON = { timeout: 60_000, interval: 50 };
const CTRL_C = '\u0003';

const office = await openOffice();
const { json } = office.place;

function sit(...args: readonly string[]) {
  const { words, ...around } = office.place.command('webhook', 'listen', '--port', '0', ...args);
  return openTerminal(words, { ...around, size: '30 80' });
}

const endpoints = async () =>
  (await json<{ webhooks: unknown[] }>('sandbox', 'webhook', 'list')).webhooks;

test('deliveries stand in a line each at 80 columns, and Ctrl-C ends with the counts', async () => {
  const terminal = sit('--register');
  await expect.poll(terminal.shown).toContain('ready: deliveries go to');
  const id = await office.sent(ASHA);
  await office.sign(id);
  await expect.poll(terminal.shown).toContain('document.completed');
  const lines = terminal.shown().split('\r\n');
  const deliveries = lines.filter((line) => line.startsWith('#'));
  expect(deliveries).toHaveLength(2);
  for (const line of deliveries) {
    expect(line).toContain('signature ok  204 in ');
    expect(line.length).toBeLessThanOrEqual(80);
  }
  terminal.type(CTRL_C);
  expect(await terminal.ended).toBe(130);
  expect(terminal.shown()).toContain('deliveries: 2 good');
  expect(await endpoints()).toEqual([]);
});

test('Ctrl-C reaches a command that runs beside once, and both end', async () => {
  const script = `let times = 0;
    process.on('SIGINT', () => { times += 1; setTimeout(() => {
      console.log('times ' + times); process.exit(0); }, 500); });
    console.log('at work'); setInterval(() => undefined, 1000);`;
  const terminal = sit('--register', '--', process.execPath, '-e', script);
  await expect.poll(terminal.shown).toContain('at work');
  terminal.type(CTRL_C);
  expect(await terminal.ended).toBe(130);
  expect(terminal.shown()).toContain('times 1');
  expect(await endpoints()).toEqual([]);
});

test('deliveries are sent again, shown and filtered by what is typed, and kept in a page', async () => {
  const { baseUrl, received } = await serveHttp(
    (_, response) => void response.end('<b>got it</b>'),
  );
  const terminal = sit('--register', '--forward-to', `${baseUrl}/hook`, '--inspect', 'page.html');
  const said = (text: string) => expect.poll(terminal.shown, SOON).toContain(text);
  await said('ready: deliveries go to');
  await office.sign(await office.sent(ASHA));
  await said('#2  → 200');
  expect(terminal.shown()).toContain('type r 1 to send #1');
  terminal.type('r 1\n');
  await said('#1  signer.signed  again  → 200');
  expect(received).toHaveLength(3);
  expect(received[2]?.body).toEqual(received[0]?.body);
  terminal.type('b 2\n');
  await said('"event": "document.completed"');
  terminal.type('b 9\n');
  await said('there is no delivery #9 here');
  terminal.type('f document\n');
  await said('showing only document');
  await office.sign(await office.sent(ASHA));
  await said('#4  → 200');
  expect(terminal.shown()).not.toContain('#3  ');
  terminal.type(CTRL_C);
  expect(await terminal.ended).toBe(130);
  const page = await readFile(office.path('page.html'), 'utf8');
  expect(page.match(/<details /g)).toHaveLength(4);
  expect(page).toContain("default-src 'none'");
  expect(page).toContain('&lt;b&gt;got it&lt;/b&gt;');
  expect(page).not.toMatch(/<b>|<script/);
  expect((await stat(office.path('page.html'))).mode & 0o777).toBe(0o600);
});

test('a page of an earlier run is replaced, and no other file', async () => {
  await writeFile(office.path('mine.html'), '<!doctype html>');
  for (const [name, code] of [
    ['mine.html', 2],
    ['page.html', 8],
  ] as const) {
    const flags = ['--port', '0', '--register', '--until', 'document.completed', '--timeout', '1s'];
    const end = await office.place.run('webhook', 'listen', ...flags, '--inspect', name);
    expect(end.code).toBe(code);
  }
});
