import { expect, test } from 'vitest';
import WebhookTrigger from '../../../commands/webhook/trigger.ts';
import { parseShare } from '../../../src/cli/webhook/trigger/trigger-flags.ts';
import { verifyWebhook } from '../../../src/client/index.ts';
import { fingerprintOf } from '../../../src/contract/webhooks/webhook-signature.ts';
import { runCommand } from '../../support/cli/run-command.ts';
import { makeTestFolder } from '../../support/cli/run-esign.ts';
import { startLocalReceiver } from '../../support/outbox/local-receiver.ts';
import { WEBHOOK_SECRET } from '../../support/outbox/open-receiver.ts';

const ENV = { ESIGN_WEBHOOK_SECRET: WEBHOOK_SECRET };
const trigger = (argv: readonly string[], env: Record<string, string> = ENV) =>
  runCommand(WebhookTrigger, argv, env);
const lines = (text: string) =>
  text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));

test('an event is sent, and printed on one line with the response', async () => {
  const { url, received } = await startLocalReceiver((response) => response.end('thanks\n'));
  const { code, stdout, stderr } = await trigger(['signer.signed', '--to', url]);
  const note = `signing with ESIGN_WEBHOOK_SECRET (sha256:${fingerprintOf(WEBHOOK_SECRET)})\n`;
  expect({ code, stderr }).toEqual({ code: 0, stderr: note });
  expect(stdout).toMatch(
    /^#1 {2}signer\.signed \(1 of 2\) {2}\w{8} {2}→ 200 in \d+ ms {2}"thanks"\n$/,
  );
  const [{ body, headers } = { body: '', headers: {} }] = received;
  expect(verifyWebhook(body, headers, WEBHOOK_SECRET).event).toBe('signer.signed');
});

test('with --json there is a line for each attempt, and a summary', async () => {
  const { url } = await startLocalReceiver();
  const argv = ['document.completed', '--to', url, '--json'];
  const { code, stdout } = await trigger(argv);
  expect(code).toBe(0);
  const [tried, summary] = lines(stdout);
  expect(tried).toMatchObject({ type: 'try', event: 'document.completed', status: 204, ok: true });
  expect(summary).toMatchObject({ type: 'summary', verdict: 'good', seed: null, expected: null });
});

test('a scenario ends with what a correct receiver knows, and the seed of its plan', async () => {
  const { url } = await startLocalReceiver();
  const argv = ['scenario:two-signers', '--to', url, '--repeat', '2', '--seed', '7', '--disorder'];
  const { code, stdout, stderr } = await trigger(argv);
  expect(code).toBe(0);
  expect(stdout).toContain('document.completed  sent 2 times  answered: 204 ×2');
  expect(stdout).toMatch(/status +COMPLETED\nsigned by +Asha Rao, अनिता शर्मा\n/);
  expect(stderr).toMatch(
    /^signing with .* \(sha256:[0-9a-f]{8}\)\nthe same plan again: --seed 7\n$/,
  );
});

test('a response cannot write to the terminal', async () => {
  const { url } = await startLocalReceiver((response) => response.end('\u001b]0;owned\u0007'));
  const { stdout } = await trigger(['signer.signed', '--to', url]);
  expect(stdout).toContain('\\u{1b}]0;owned\\u{7}');
});

test.each<[status: number, more: readonly string[], code: number, words: string]>([
  [500, [], 9, '1 of 1 delivery failed'],
  [302, [], 9, 'answered 302'],
  [401, [], 10, 'refused a good signature (401)'],
  [204, ['--bad-signature', 'missing'], 10, 'accepted a forgeable signature: missing'],
  [204, ['--bad-signature', 'sha1'], 10, 'tolerates a signature that is spelled otherwise: sha1'],
  [500, ['--bad-signature', 'sha1'], 9, 'did not refuse every bad signature with a 4xx'],
  [404, ['--bad-signature', 'sha1'], 9, 'answered 404'],
  [429, ['--bad-signature', 'sha1'], 9, 'answered 429'],
  [400, ['--bad-signature', 'sha1'], 0, ''],
  [401, ['--bad-signature', 'sha1'], 0, ''],
  [202, [], 0, ''],
  [403, [], 10, 'refused a good signature (403)'],
])('a response of %i with %j exits with %i', async (status, more, code, words) => {
  const { url } = await startLocalReceiver((response) => response.writeHead(status).end());
  const ended = await trigger(['signer.signed', '--to', url, ...more]);
  expect(ended.code).toBe(code);
  expect(ended.stderr).toContain(words);
});

test('a redirect is shown with where it leads', async () => {
  const headers = { Location: 'https://example.test/hook/' };
  const { url } = await startLocalReceiver((response) => response.writeHead(307, headers).end());
  const { code, stdout } = await trigger(['signer.signed', '--to', url]);
  expect(code).toBe(9);
  expect(stdout).toContain('a redirect to https://example.test/hook/, which the service does not');
});

test('the final error names each bad signature that was not refused, and how', async () => {
  const { url } = await startLocalReceiver((response, { headers }) => {
    const signature = String(headers['x-service-signature'] ?? 'missing');
    const isCrash = signature.startsWith('sha1=') || signature.startsWith('sha512=');
    response.writeHead(isCrash ? 500 : 204).end();
  });
  const { code, stderr } = await trigger(['signer.signed', '--to', url, '--bad-signature', 'all']);
  expect(code).toBe(10);
  const why = stderr.replace(/\s+/g, ' ');
  expect(why).toContain(
    'missing, wrong-secret, empty-secret, plain-hash, other-delivery, altered-body, cut-body, cut-digest',
  );
  expect(why).toContain(
    'not refused with a 4xx either: sha1 (answered 500), sha512 (answered 500)',
  );
});

test('an unreachable receiver exits with 9 and says so', async () => {
  const { code, stdout, stderr } = await trigger(['signer.signed', '--to', 'http://127.0.0.1:1']);
  expect(code).toBe(9);
  expect(stdout).toContain('→ nothing listens there');
  expect(stderr).toContain('nothing listens there');
});

test('a dry run needs neither secret nor receiver, and prints the event alone', async () => {
  const argv = ['signer.signed', '--dry-run', '--signers', '3', '--signed', '2'];
  const { code, stdout } = await trigger(argv, {});
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({ event: 'signer.signed', signer: { signingOrder: 2 } });
});

test('a dry run of a scenario prints its plan, the same for the same seed', async () => {
  const argv = ['scenario:two-signers', '--dry-run', '--loss', '50%', '--seed', '3', '--json'];
  const plan = async () =>
    lines((await trigger(argv, {})).stdout).map(({ event, attempt, lost }) => [
      event,
      attempt,
      lost,
    ]);
  const first = await plan();
  expect(first.length).toBeGreaterThan(3);
  expect(await plan()).toEqual(first);
});

test.each<[argv: readonly string[], words: string]>([
  [
    ['signer.viewed', '--dry-run'],
    'the events are signer.signed, document.completed, signer.opened, ',
  ],
  [['signer.signed'], '--to is missing'],
  [
    ['signer.signed', '--to', 'ftp://127.0.0.1'],
    'the address of a receiver must begin with http://',
  ],
  [['signer.signed', '--to', 'http://me:secret@127.0.0.1'], 'no user name or password'],
  [['signer.signed', '--dry-run', '--document', 'abc'], 'not a full document id'],
  [['signer.signed', '--dry-run', '--loss', '120%'], 'not a share such as 0.3 or 30%'],
  [['signer.signed', '--dry-run', '--bad-signature', 'x'], '"x" is not one of'],
  [['signer.signed', '--dry-run', '--set', 'status=DONE'], '--allow-invalid'],
])('%j is a usage error', async (argv, words) => {
  const { code, stdout, stderr } = await trigger(argv);
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr).toContain(words);
  expect(stderr).not.toContain('secret@');
});

test('without a secret nothing is sent, and the error says how to give one', async () => {
  const { url, received } = await startLocalReceiver();
  const { code, stderr } = await trigger(['signer.signed', '--to', url], {});
  expect(code).toBe(2);
  expect(stderr).toContain('--secret-file FILE, or set ESIGN_WEBHOOK_SECRET');
  expect(received).toEqual([]);
});

test('a secret is read from a file, and never printed', async () => {
  const { url, received } = await startLocalReceiver();
  const folder = await makeTestFolder({ secret: 'whsec_of_file\n' });
  const argv = ['signer.signed', '--to', url, '--secret-file', `${folder}/secret`, '--json'];
  const { code, stdout, stderr } = await trigger(argv);
  expect(code).toBe(0);
  const [{ body, headers } = { body: '', headers: {} }] = received;
  expect(verifyWebhook(body, headers, 'whsec_of_file').event).toBe('signer.signed');
  expect(stdout + stderr).not.toContain('whsec_');
});

test.each([
  ['30%', 0.3],
  ['0.3', 0.3],
  ['0', 0],
  ['1', 1],
  ['100%', 1],
  ['101%', undefined],
  ['2', undefined],
  ['-1', undefined],
  ['some', undefined],
])('the share %s is %s', (text, share) => {
  expect(parseShare(text)).toBe(share);
});
