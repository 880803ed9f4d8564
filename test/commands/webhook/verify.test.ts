import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import WebhookVerify from '../../../commands/webhook/verify.ts';
import { signWebhook } from '../../../src/client/index.ts';
import {
  fingerprintOf,
  standardHeaders,
} from '../../../src/contract/webhooks/webhook-signature.ts';
import { standardKeyOf, standardMessage } from '../../../src/contract/webhooks/webhook-standard.ts';
import { runCommand, withStdin } from '../../support/cli/run-command.ts';
import { makeTestFolder } from '../../support/cli/run-esign.ts';
import { aCapture } from '../../support/outbox/a-capture.ts';
import { EVENT_BODY, WEBHOOK_SECRET } from '../../support/outbox/open-receiver.ts';

const ENV = { ESIGN_WEBHOOK_SECRET: WEBHOOK_SECRET };
const SIGNATURE = signWebhook(EVENT_BODY, WEBHOOK_SECRET);

const verify = (argv: readonly string[], env: Record<string, string> = ENV) =>
  runCommand(WebhookVerify, argv, env);

test('a valid signature over a file exits with 0', async () => {
  const folder = await makeTestFolder({ 'body.json': EVENT_BODY });
  const { code, stdout } = await verify([`${folder}/body.json`, '--signature', SIGNATURE]);
  expect({ code, stdout }).toEqual({
    code: 0,
    stdout: 'valid: the signature matches the body and the secret\n',
  });
});

test('a body is read from stdin, and a secret from a file', async () => {
  const folder = await makeTestFolder({ secret: `${WEBHOOK_SECRET}\n` });
  const argv = ['--signature', SIGNATURE, '--secret-file', `${folder}/secret`, '--json'];
  const { code, stdout } = await withStdin(EVENT_BODY, () => verify(argv, {}));
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toEqual({ valid: true, reason: null, explain: [] });
});

test('an altered body exits with 10 and the reason', async () => {
  const stdin = Buffer.concat([EVENT_BODY, Buffer.from('\n')]);
  const argv = ['-', '--signature', SIGNATURE];
  const { code, stdout, stderr } = await withStdin(stdin, () => verify(argv));
  const note = `checked with ESIGN_WEBHOOK_SECRET (sha256:${fingerprintOf(WEBHOOK_SECRET)})\n`;
  expect({ code, stderr }).toEqual({ code: 10, stderr: note });
  expect(stdout).toContain('not valid: altered body');
  expect(stdout).toContain('A final line break was added.');
});

test('with --json an invalid signature is a result with its reason, and exits with 10', async () => {
  const argv = ['--signature', 'sha256=abc', '--json'];
  const { code, stdout, stderr } = await withStdin(EVENT_BODY, () => verify(argv));
  expect({ code, stderr }).toEqual({ code: 10, stderr: '' });
  expect(JSON.parse(stdout)).toMatchObject({ valid: false, reason: 'malformed_signature' });
});

test('a missing file, secret or signature exits with 2, and nothing on stdout', async () => {
  const folder = await makeTestFolder({ 'body.json': EVENT_BODY });
  const runs = [
    await verify(['none.json', '--signature', SIGNATURE]),
    await verify([`${folder}/body.json`, '--signature', SIGNATURE], {}),
    await verify([`${folder}/body.json`]),
    await verify(['--signature', SIGNATURE, '--secret-file', '-']),
  ];
  for (const { code, stdout } of runs) expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
});

const text = (...given: Parameters<typeof aCapture>) => JSON.stringify(aCapture(...given));
const PAIRS = (event: string) => ['X-Service-Signature', SIGNATURE, 'X-Service-Event', event];

const fingerprint = (secret: string) => `sha256:${fingerprintOf(secret)}`;

test('a delivery that was saved with another secret says so first', async () => {
  const secret = fingerprint(WEBHOOK_SECRET);
  const signature = { ok: true, secretIndex: 0, secret } as const;
  const folder = await makeTestFolder({ '0001.json': text({ signature }) });
  const other = { ESIGN_WEBHOOK_SECRET: 'whsec_another' };
  const { code, stdout, stderr } = await verify([`${folder}/0001.json`], other);
  const yours = `${fingerprint('whsec_another')} (ESIGN_WEBHOOK_SECRET)`;
  expect(code).toBe(10);
  expect(stdout).toBe(
    [
      'not valid: mismatch',
      `  Signed with another secret: file ${secret}, yours ${yours}.`,
      '  To fix: verify with the secret that has the fingerprint of the file.',
      '',
    ].join('\n'),
  );
  expect(stderr).toBe(`checked with ESIGN_WEBHOOK_SECRET (${fingerprint('whsec_another')})\n`);
  expect(await verify([`${folder}/0001.json`])).toMatchObject({ code: 0 });
});

test('a fingerprint in the file proves nothing against the signature itself', async () => {
  const signature = { ok: true, secretIndex: 0, secret: 'sha256:00000000' } as const;
  const folder = await makeTestFolder({ '0001.json': text({ signature }) });
  expect(await verify([`${folder}/0001.json`])).toMatchObject({ code: 0 });
});

test('a saved delivery brings its own signature', async () => {
  const folder = await makeTestFolder({ '0001.json': text() });
  expect(await verify([`${folder}/0001.json`])).toMatchObject({ code: 0 });
  const other = ['--signature', signWebhook(EVENT_BODY, 'whsec_other')];
  expect(await verify([`${folder}/0001.json`, ...other])).toMatchObject({ code: 10 });
});

test.each<[what: string, rawHeaders: string[], reason: string]>([
  ['another event than its body', PAIRS('document.completed'), 'event_mismatch'],
  ['no signature', PAIRS('signer.signed').slice(2), 'no_signature'],
  ['two signatures', [...PAIRS('signer.signed'), ...PAIRS('').slice(0, 2)], 'malformed_signature'],
])('a saved delivery with %s is refused as the SDK refuses it', async (_, rawHeaders, reason) => {
  const folder = await makeTestFolder({ 'x.json': text({ rawHeaders }) });
  const { code, stdout } = await verify([`${folder}/x.json`, '--json']);
  expect(code).toBe(10);
  expect(JSON.parse(stdout)).toMatchObject({ valid: false, reason });
});

test('the header of another delivery is found among those saved beside it', async () => {
  const other = Buffer.from('{"event":"document.completed"}');
  const swapped = aCapture({ rawHeaders: aCapture({}, other).rawHeaders });
  const folder = await makeTestFolder({
    '0001.json': JSON.stringify(swapped),
    '0002.json': text({}, other),
  });
  const { code, stdout } = await verify([`${folder}/0001.json`]);
  expect(code).toBe(10);
  expect(stdout).toContain(`It is the signature of ${folder}/0002.json.`);
});

test('another known secret or key is named', async () => {
  const folder = await makeTestFolder({ 'x.json': text(), secret: 'whsec_other' });
  const argv = [`${folder}/x.json`, '--secret-file', `${folder}/secret`];
  expect((await verify(argv)).stdout).toContain('It is signed with ESIGN_WEBHOOK_SECRET.');
  const key = { ESIGN_API_KEY: WEBHOOK_SECRET };
  expect((await verify(argv, key)).stdout).toContain(
    'It is signed with ESIGN_API_KEY, the API key.',
  );
});

test('the expected signature is printed only on request', async () => {
  const folder = await makeTestFolder({ body: EVENT_BODY });
  const argv = [`${folder}/body`, '--signature', 'sha256=abc'];
  const plain = await verify(argv);
  expect(plain.stdout + plain.stderr).not.toContain(SIGNATURE);
  expect((await verify([...argv, '--show-expected'])).stdout).toContain(`expected: ${SIGNATURE}\n`);
  const { stdout } = await verify([...argv, '--show-expected', '--json']);
  expect(JSON.parse(stdout)).toMatchObject({ valid: false, expected: [SIGNATURE] });
});

test('a damaged delivery is an error, not a verdict', async () => {
  const bodyBase64 = Buffer.from('{}').toString('base64');
  const folder = await makeTestFolder({ 'x.json': text({ bodyBase64 }) });
  const { code, stdout, stderr } = await verify([`${folder}/x.json`]);
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr).toContain('another SHA-256 than it names');
});

test('a failure reveals neither the secret nor the expected signature', async () => {
  const folder = await makeTestFolder({ 'x.json': text({ rawHeaders: PAIRS('x').slice(2) }) });
  const { stdout, stderr } = await verify([`${folder}/x.json`]);
  expect(stdout + stderr).not.toContain(WEBHOOK_SECRET);
  expect(stdout + stderr).not.toContain(SIGNATURE);
});

const STANDARD = standardHeaders(
  EVENT_BODY,
  { secret: WEBHOOK_SECRET },
  new Date(1_700_000_000_000),
);
const V1 = STANDARD['webhook-signature'] ?? '';
const ID = STANDARD['webhook-id'] ?? '';
const HEAD = ['--id', ID, '--timestamp', '1700000000'];

test('a signature of Standard Webhooks is verified with its id and timestamp', async () => {
  const folder = await makeTestFolder({ 'body.json': EVENT_BODY });
  const file = `${folder}/body.json`;
  const good = await verify([file, '--signature', V1, ...HEAD, '--show-expected']);
  expect(good).toMatchObject({ code: 0, stdout: expect.stringContaining(`expected: ${V1}\n`) });
  const other = await verify([file, '--signature', V1, '--id', ID, '--timestamp', '1700000001']);
  expect(other).toMatchObject({ code: 10, stdout: expect.stringContaining('not valid: mismatch') });
  const bare = await verify([file, '--signature', V1]);
  expect(bare).toMatchObject({ code: 2, stderr: expect.stringContaining('--timestamp') });
});

test.each([
  [
    'its text as the key',
    createHmac('sha256', WEBHOOK_SECRET),
    EVENT_BODY,
    'wrong secret',
    'used as it is',
  ],
  [
    'a line break more',
    createHmac('sha256', Buffer.from(standardKeyOf(WEBHOOK_SECRET)!)),
    Buffer.from(`${EVENT_BODY}\n`),
    'altered body',
    'The final \\n was removed',
  ],
])('a signature of Standard Webhooks over %s is explained', async (_, hmac, body, reason, why) => {
  const folder = await makeTestFolder({ 'body.json': EVENT_BODY });
  const made = hmac.update(standardMessage({ id: ID, timestamp: 1_700_000_000 }, body));
  const signature = `v1,${made.digest('base64')}`;
  const { code, stdout } = await verify([`${folder}/body.json`, '--signature', signature, ...HEAD]);
  expect([code, stdout]).toEqual([10, expect.stringContaining(`not valid: ${reason}`)]);
  expect(stdout).toContain(why);
});

test.each([
  ['both signatures', PAIRS('signer.signed'), 0, 'valid'],
  ['that of Standard Webhooks alone', [], 0, 'valid'],
  ['another one of Standard Webhooks', ['webhook-signature', V1], 10, 'malformed standard'],
])('a saved delivery with %s is judged by its time of arrival', async (_, more, code, said) => {
  const rawHeaders = [...more, ...Object.entries(STANDARD).flat()];
  const receivedAt = '2023-11-14T22:13:21.000Z';
  const folder = await makeTestFolder({ '0001.json': text({ rawHeaders, receivedAt }) });
  const run = await verify([`${folder}/0001.json`]);
  expect(run).toMatchObject({ code, stdout: expect.stringContaining(said) });
});

test('a saved delivery that came late for its timestamp is refused', async () => {
  const rawHeaders = [...PAIRS('signer.signed'), ...Object.entries(STANDARD).flat()];
  const folder = await makeTestFolder({ '0001.json': text({ rawHeaders }) });
  const { code, stdout } = await verify([`${folder}/0001.json`]);
  expect([code, stdout]).toEqual([10, expect.stringContaining('not valid: stale timestamp')]);
});
