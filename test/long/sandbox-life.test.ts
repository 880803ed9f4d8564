import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openWorkplace, startSandboxIn } from '../support/cli/built-esign.ts';
import type { ShownDocument } from '../support/sandbox/an-office.ts';
import { ASHA, openOffice } from '../support/sandbox/an-office.ts';
import { openDesk } from '../support/sandbox/open-desk.ts';

const office = await openOffice();
const { run, json } = office.place;

test("a download link ends with its time, when the sandbox's clock moves on", async () => {
  const id = await office.sent(ASHA);
  await office.sign(id);
  const { downloadUrl } = await json<ShownDocument>('status', id);
  expect((await fetch(downloadUrl ?? '')).status).toBe(200);
  await json('sandbox', 'clock', 'advance', '16m');
  expect((await fetch(downloadUrl ?? '')).status).toBe(410);
});

test('a second sandbox on the same folder names the process that holds it', async () => {
  const data = join(office.place.folder, 'sandbox');
  const second = await run('sandbox', 'start', '--port', '0', '--data-dir', data);
  expect(second.code).not.toBe(0);
  expect(second.stderr).toContain(String(office.running.sandbox.pid));
});

test('a killed sandbox restarts with everything it had confirmed', async () => {
  const id = await office.sent(ASHA);
  office.running.child.kill('SIGKILL');
  await office.running.ended;
  const before = office.running.sandbox;
  office.running = await startSandboxIn(office.place);
  expect(office.running.sandbox.apiKey).toBe(before.apiKey);
  await office.sign(id);
  expect((await json<ShownDocument>('status', id)).status).toBe('COMPLETED');
});

test.each(['SIGTERM', 'SIGHUP'] as const)(
  '%s: a sandbox of a temporary folder leaves neither it nor a profile behind',
  async (signal) => {
    const place = await openWorkplace();
    onTestFinished(() => place.close());
    const { sandbox, stop } = await startSandboxIn(place, '--ephemeral');
    expect(await place.json('profile', 'show')).toMatchObject({ dataDir: sandbox.dataDir });
    expect(await stop(signal)).toBe(143);
    expect(existsSync(sandbox.dataDir)).toBe(false);
    expect(await place.json('profile', 'list')).toEqual({ profiles: [] });
  },
);

test('a second sandbox has a profile of its own, but not that of one that runs', async () => {
  const { dataDir } = office.running.sandbox;
  const second = ['sandbox', 'start', '--port', '0', '--ephemeral', '--profile'] as const;
  const refused = await run(...second, 'sandbox');
  expect(refused).toMatchObject({ code: 2, stdout: '' });
  expect(refused.stderr).toContain(`runs on ${dataDir}`);
  const other = office.place.start(...second, 'second', '--json');
  const line = JSON.parse((await other.lines.next()).value);
  const shown = await json('profile', 'show', '--profile', 'second');
  expect(shown).toMatchObject({ dataDir: line.dataDir });
  expect(await json('profile', 'show')).toMatchObject({ dataDir });
  await other.stop();
  expect((await run('profile', 'show', '--profile', 'second')).code).toBe(2);
});

test('sandbox open prints an address that signs a browser in, and all others are sent to the sign-in', async () => {
  const { url, opened } = await json<{ url: string; opened: boolean }>('sandbox', 'open', 'phone');
  expect(opened).toBe(false);
  const phone = '/dashboard/sandbox/phone';
  const locked = await fetch(new URL(phone, url));
  expect(new URL(locked.url).pathname).toBe('/dashboard/sign-in');
  expect(await locked.text()).toContain('<code>esign sandbox open</code>');
  expect((await (await openDesk(url)).get(phone)).status).toBe(200);
});

test('interrupting a sandbox ends it with 130, and lets go of its folder', async () => {
  expect(await office.running.stop('SIGINT')).toBe(130);
  expect(existsSync(join(office.running.sandbox.dataDir, 'sandbox.json'))).toBe(false);
  office.running = await startSandboxIn(office.place);
});
