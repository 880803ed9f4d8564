import { expect, test } from 'vitest';
import { openTerminal } from '../../support/cli/a-terminal.ts';
import { ASHA, openOffice } from '../../support/sandbox/an-office.ts';

const _SOON = { timeout: 60_000, interval: 50 };
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
  await json('sandbox', 'sign', id);
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
