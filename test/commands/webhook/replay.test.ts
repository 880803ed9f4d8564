import { expect, test } from 'vitest';
import WebhookReplay from '../../../commands/webhook/replay.ts';
import { verifyWebhook } from '../../../src/client/index.ts';
import { runCommand } from '../../support/cli/run-command.ts';
import { makeTestFolder } from '../../support/cli/run-esign.ts';
import { aCapture } from '../../support/outbox/a-capture.ts';
import { startLocalReceiver } from '../../support/outbox/local-receiver.ts';
import { EVENT_BODY, WEBHOOK_SECRET } from '../../support/outbox/open-receiver.ts';

const replay = (argv: readonly string[], env: Record<string, string> = {}) =>
  runCommand(WebhookReplay, argv, env);
const SAVED = JSON.stringify(aCapture());

test('a folder is sent again, with a line for each delivery, without a secret', async () => {
  const { url, received } = await startLocalReceiver();
  const folder = await makeTestFolder({ '0001.json': SAVED, '0002.json': SAVED });
  const { code, stdout } = await replay([folder, '--to', url]);
  expect(code).toBe(0);
  expect(stdout).toMatch(/^#1 {2}signer\.signed {2}0001\.json {2}→ 204 in \d+ ms$/m);
  expect(stdout).toMatch(/^#2 .* 0002\.json {2}→ 204/m);
  for (const { body, headers } of received)
    expect(verifyWebhook(body, headers, WEBHOOK_SECRET).event).toBe('signer.signed');
  expect(received).toHaveLength(2);
});

test('--only sends one of them, and refuses a number that is not there', async () => {
  const { url, received } = await startLocalReceiver();
  const folder = await makeTestFolder({ '0001.json': SAVED, '0002.json': SAVED });
  expect((await replay([folder, '--to', url, '--only', '2'])).stdout).toContain('  0002.json  ');
  const none = await replay([folder, '--to', url, '--only', '3']);
  expect(none.code).toBe(2);
  expect(none.stderr).toContain('--only 3: 2 deliveries are saved there');
  expect(received).toHaveLength(1);
});

test('--resign signs with the current secret, and fails without one', async () => {
  const { url, received } = await startLocalReceiver();
  const folder = await makeTestFolder({ '0001.json': SAVED });
  const argv = [folder, '--to', url, '--resign'];
  expect((await replay(argv, { ESIGN_WEBHOOK_SECRET: 'whsec_new' })).code).toBe(0);
  const [{ body, headers } = { body: '', headers: {} }] = received;
  expect(verifyWebhook(body, headers, 'whsec_new').event).toBe('signer.signed');
  const without = await replay(argv);
  expect(without.code).toBe(2);
  expect(without.stderr).toContain('there is no signing secret');
});

test('a refused saved signature exits with 10, and says how to diagnose it', async () => {
  const { url } = await startLocalReceiver((response) => response.writeHead(401).end());
  const folder = await makeTestFolder({ '0001.json': SAVED });
  const { code, stderr } = await replay([`${folder}/0001.json`, '--to', url]);
  expect(code).toBe(10);
  expect(stderr).toContain('refused a saved signature (401)');
  expect(stderr).toContain(`esign webhook verify ${folder}/0001.json`);
});

test('with --json there is a line for each delivery, and a summary', async () => {
  const { url } = await startLocalReceiver((response) => response.writeHead(500).end('no'));
  const folder = await makeTestFolder({ 'x.json': SAVED });
  const { code, stdout } = await replay([folder, '--to', url, '--json']);
  expect(code).toBe(9);
  const [tried, summary] = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(tried).toMatchObject({
    type: 'try',
    file: `${folder}/x.json`,
    status: 500,
    answer: 'no',
    ok: false,
  });
  expect(summary).toMatchObject({ type: 'summary', verdict: 'failed' });
});

test('a bare body needs --event and --resign', async () => {
  const { url, received } = await startLocalReceiver();
  const folder = await makeTestFolder({ 'x.body': EVENT_BODY });
  const argv = [`${folder}/x.body`, '--to', url];
  const env = { ESIGN_WEBHOOK_SECRET: WEBHOOK_SECRET };
  for (const flags of [[], ['--resign'], ['--event', 'signer.signed']]) {
    const { code, stderr } = await replay([...argv, ...flags], env);
    expect([code, stderr]).toEqual([2, expect.stringContaining('needs --event and --resign')]);
  }
  expect((await replay([...argv, '--event', 'signer.signed', '--resign'], env)).code).toBe(0);
  expect(received).toHaveLength(1);
});

test.each<[files: Record<string, string>, name: string, words: string]>([
  [{}, '', 'holds no saved delivery'],
  [{}, '/gone.json', 'no such file'],
  [{ 'x.json': '{"rawHeaders":[],"bodyBase64":""}' }, '/x.json', 'is not a saved delivery'],
])('what cannot be read exits with 2 (%j%s: %s)', async (files, name, words) => {
  const folder = await makeTestFolder(files);
  const { code, stdout, stderr } = await replay([`${folder}${name}`, '--to', 'http://127.0.0.1:1']);
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr).toContain(words);
});
