import { Agent } from 'node:https';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { runEsign } from '../../support/cli/run-esign.ts';
import { writePrivate } from '../../support/deployment/a-config.ts';
import { openServeWorld } from '../../support/deployment/serve-world.ts';
import type { TlsCall } from '../../support/network/tls-calls.ts';
import { callOnce } from '../../support/network/tls-calls.ts';
import { makeTlsIdentity } from '../../support/network/tls-identity.ts';

const TERMINATED = 143;
const WAIT = { timeout: 10_000, interval: 100 };
const TABLE = '[http.tls]\ncertificate = "tls.pem"\nkey = "tls.key"\n[database]';

/** A deployment that speaks HTTPS, with its first certificate. */
async function openSecureWorld() {
  const change = (text: string) => text.replace('[database]', TABLE);
  const world = await openServeWorld({ change });
  const folder = dirname(world.config);
  const put = async ({ certificate, privateKey }: typeof first) => {
    await writePrivate(join(folder, 'tls.pem'), certificate);
    await writePrivate(join(folder, 'tls.key'), privateKey);
  };
  const first = await makeTlsIdentity('sign.example.in');
  await put(first);
  await world.admin('migrate');
  await world.admin('init');
  return { ...world, folder, put, first };
}

test('the service speaks HTTPS, refuses the key of another certificate, and shows a renewed one after SIGHUP', async () => {
  const world = await openSecureWorld();
  const { folder, first } = world;
  const other = await makeTlsIdentity('other.example.in');
  await writePrivate(join(folder, 'tls.key'), other.privateKey);
  const refused = await runEsign(['serve', '--config', world.config]);
  expect(refused).toMatchObject({ code: 78, stdout: '' });
  expect(refused.stderr).toContain('http.tls.key is not the key of http.tls.certificate');
  await world.put(first);

  const process = await world.serve();
  const { url } = process.line;
  expect(url).toMatch(/^https:\/\/127\.0\.0\.1:\d+$/);
  const call: TlsCall = { url, ca: first.certificate, host: 'sign.example.in' };
  expect(await callOnce({ ...call, path: '/readyz' })).toMatchObject({ status: 200 });
  expect(await callOnce({ ...call, path: '/livez', maxVersion: 'TLSv1.2' })).toMatchObject({
    status: 200,
    version: 'TLSv1.2',
  });
  const old = callOnce({ ...call, path: '/livez', minVersion: 'TLSv1.1', maxVersion: 'TLSv1.1' });
  await expect(old).rejects.toThrow(/alert protocol version/);
  await expect(fetch(url.replace('https:', 'http:'))).rejects.toThrow('fetch failed');
  expect(await callOnce({ ...call, path: '/readyz' })).toMatchObject({ status: 200 });

  const renewed = await makeTlsIdentity('sign.example.in');
  await world.put(renewed);
  const kept = new Agent({ keepAlive: true, maxSockets: 1 });
  onTestFinished(() => kept.destroy());
  const before = await callOnce({ ...call, agent: kept, path: '/livez' });
  process.child.kill('SIGHUP');
  await vi.waitFor(() => callOnce({ ...call, ca: renewed.certificate, path: '/readyz' }), WAIT);
  await expect(callOnce({ ...call, path: '/readyz' })).rejects.toThrow(/self-signed certificate/);
  expect(await callOnce({ ...call, agent: kept, path: '/livez' })).toEqual(before);

  await writePrivate(join(folder, 'tls.key'), other.privateKey);
  process.child.kill('SIGHUP');
  const isRefused = () => expect(process.stderr()).toContain('nothing was reloaded');
  await vi.waitFor(isRefused, WAIT);
  expect(process.stderr()).toContain('http.tls.key is not the key of http.tls.certificate');
  expect(await callOnce({ ...call, ca: renewed.certificate, path: '/readyz' })).toMatchObject({
    status: 200,
  });

  process.child.kill('SIGTERM');
  const { code, stderr } = await process.ended;
  expect(code).toBe(TERMINATED);
  expect(stderr).toMatch(/a certificate of http\.tls\.certificate expires in 0 days/);
});
