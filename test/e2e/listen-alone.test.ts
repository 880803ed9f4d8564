import { readdir, readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { capturedBody, readCapture } from '../../src/cli/webhook/replay/saved-delivery.ts';
import { fingerprintOf } from '../../src/contract/webhooks/webhook-signature.ts';
import type { Running } from '../support/cli/run-esign.ts';
import { makeTestFolder, runEsign, startEsign } from '../support/cli/run-esign.ts';
import { startLocalReceiver } from '../support/outbox/local-receiver.ts';
import {
  EVENT_BODY,
  post,
  signedHeaders,
  WEBHOOK_SECRET,
} from '../support/outbox/open-receiver.ts';

const ENV = { ESIGN_WEBHOOK_SECRET: WEBHOOK_SECRET };
const LISTEN = ['webhook', 'listen', '--port', '0'];

/** The address in the ready line, once it is there. */
async function readyUrl(running: Running): Promise<string> {
  const said = () => `${running.stdout()}${running.stderr()}`;
  await expect.poll(() => said()).toMatch(/http:\/\/127/);
  return /http:\/\/127[^\s"]*/.exec(said())?.[0] ?? '';
}

const lines = (text: string) =>
  text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));

test('with --json the first line says where deliveries go, and each delivery has a line', async () => {
  const running = await startEsign([...LISTEN, '--exit-after', '1', '--json'], { env: ENV });
  const url = await readyUrl(running);
  expect((await post(url, EVENT_BODY, signedHeaders(EVENT_BODY, 'whsec_other'))).status).toBe(401);
  expect((await fetch(url)).status).toBe(405);
  expect((await post(url)).status).toBe(204);
  const { code, stdout, stderr } = await running.ended;
  const [ready, bad, refused, good, summary, ...rest] = lines(stdout);
  const secrets = [`sha256:${fingerprintOf(WEBHOOK_SECRET)}`];
  expect(ready).toEqual({ type: 'ready', url, pid: running.child.pid, secrets });
  expect(bad).toMatchObject({ type: 'delivery', status: 401, signature: { reason: 'mismatch' } });
  expect(refused).toMatchObject({ type: 'refused', method: 'GET', status: 405 });
  expect(good).toMatchObject({
    type: 'delivery',
    status: 204,
    signature: { state: 'valid' },
    payload: JSON.parse(EVENT_BODY.toString()),
    bodyBase64: EVENT_BODY.toString('base64'),
  });
  expect(summary).toMatchObject({ type: 'summary', ended: 'enough', accepted: 1, rejected: 1 });
  expect(rest).toEqual([]);
  expect(stderr).toBe('');
  expect(code).toBe(0);
});

test('for people each delivery is a line on stdout, and the rest is on stderr', async () => {
  const running = await startEsign([...LISTEN, '--exit-after', '1'], { env: ENV });
  await post(await readyUrl(running));
  const { code, stdout, stderr } = await running.ended;
  expect(stdout).toMatch(
    /^#1 {2}\S+ {2}signer\.signed {7}5f0c1d5e {2}0\/0 {2}signature ok {2}204 in /,
  );
  const named = `verified with ESIGN_WEBHOOK_SECRET (sha256:${fingerprintOf(WEBHOOK_SECRET)})`;
  expect(stderr).toMatch(/^ready: deliveries go to http/);
  expect(stderr).toContain(named);
  expect(stderr).toContain('deliveries come once an endpoint has this address');
  expect(stderr).toContain('1 good, 0 not verified, 0 repeated');
  expect(`${stdout}${stderr}`).not.toContain(WEBHOOK_SECRET);
  expect(code).toBe(0);
});

test('deliveries are forwarded, and the application’s response is relayed', async () => {
  const application = await startLocalReceiver((response) => response.writeHead(202).end());
  const argv = [...LISTEN, '--exit-after', '1', '--forward-to', application.url];
  const running = await startEsign(argv, { env: ENV });
  expect((await post(await readyUrl(running))).status).toBe(202);
  expect((await running.ended).stdout).toMatch(/^#1 .* signature ok\n#1 {2}→ 202 in /);
  expect(application.received[0]!.body.equals(EVENT_BODY)).toBe(true);
});

test.each([
  ['--exit-after', '1'],
  ['--until', 'signer.signed'],
])(
  '%s %s exits with 9 if the application is down, and says what it did not accept',
  async (...end) => {
    const argv = [...LISTEN, ...end, '--forward-to', 'localhost:1/hooks'];
    const running = await startEsign(argv, { env: ENV });
    expect((await post(await readyUrl(running))).status).toBe(502);
    const { code, stderr } = await running.ended;
    expect(stderr).toContain('not answered 2xx: #1 signer.signed 5f0c1d5e → 502');
    expect(code).toBe(9);
  },
);

test('a timeout before enough arrived exits with 8', async () => {
  const argv = [...LISTEN, '--exit-after', '1', '--timeout', '200ms', '--json'];
  const { code, stdout, stderr } = await runEsign(argv, { env: ENV });
  expect(code).toBe(8);
  expect(lines(stdout)).toMatchObject([{ type: 'ready' }, { type: 'summary', ended: 'timeout' }]);
  expect(JSON.parse(stderr)).toMatchObject({ error: { code: 'still_waiting', exitCode: 8 } });
});

test('a timeout without a condition exits with 0', async () => {
  const { code } = await runEsign([...LISTEN, '--timeout', '100ms'], { env: ENV });
  expect(code).toBe(0);
});

test.each([
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const)('%s exits with %i, and prints the counts', async (signal, expected) => {
  const running = await startEsign(LISTEN, { env: ENV });
  await readyUrl(running);
  running.child.kill(signal);
  const { code, stderr } = await running.ended;
  expect(code).toBe(expected);
  expect(stderr).toContain('0 good, 0 not verified, 0 repeated');
  expect(stderr).not.toContain('error:');
});

test('when the reader of stdout goes away, it exits with 0', async () => {
  const running = await startEsign(LISTEN, { env: ENV, isReaderGone: true });
  await post(await readyUrl(running));
  expect((await running.ended).code).toBe(0);
});

test('a port in use exits 2 and suggests another', async () => {
  const taken = await startLocalReceiver();
  const argv = ['webhook', 'listen', '--port', new URL(taken.url).port, '--no-verify'];
  const { code, stdout, stderr } = await runEsign(argv);
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr).toContain('another process is already listening there');
  expect(stderr).toContain('--port 0');
});

test('without a secret nothing listens', async () => {
  const { code, stdout, stderr } = await runEsign([...LISTEN, '--json']);
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(JSON.parse(stderr)).toMatchObject({ error: { code: 'no_secret' } });
});

test('a file may hold both secrets of a rotation', async () => {
  const folder = await makeTestFolder({ secrets: `whsec_old\n${WEBHOOK_SECRET}\n` });
  const argv = [...LISTEN, '--exit-after', '1', '--secret-file', `${folder}/secrets`, '--json'];
  const running = await startEsign(argv);
  await post(await readyUrl(running));
  const [, delivery] = lines((await running.ended).stdout);
  expect(delivery).toMatchObject({ signature: { state: 'valid', secretIndex: 1 } });
});

test('listening on all addresses without verification warns', async () => {
  const argv = ['webhook', 'listen', '--port', '0', '--host', '0.0.0.0', '--no-verify'];
  const { stderr } = await runEsign([...argv, '--timeout', '50ms']);
  expect(stderr).toContain('anyone who reaches 0.0.0.0');
});

test('each delivery is saved as a file', async () => {
  const folder = `${await makeTestFolder()}/kept`;
  const running = await startEsign([...LISTEN, '--exit-after', '1', '--save', folder], {
    env: ENV,
  });
  await post(await readyUrl(running));
  expect((await running.ended).code).toBe(0);
  const [body = '', json = ''] = (await readdir(folder)).sort();
  expect((await readFile(`${folder}/${body}`)).equals(EVENT_BODY)).toBe(true);
  const capture = await readCapture(`${folder}/${json}`);
  expect(capturedBody(capture).equals(EVENT_BODY)).toBe(true);
  const secret = `sha256:${fingerprintOf(WEBHOOK_SECRET)}`;
  expect(capture.signature).toEqual({ ok: true, secretIndex: 0, secret });
});
