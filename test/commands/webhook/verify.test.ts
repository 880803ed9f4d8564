import { expect, test } from 'vitest';
import { signWebhook } from '../../../src/client/index.ts';
import { EVENT_BODY, WEBHOOK_SECRET } from '../../support/open-receiver.ts';
import { makeTestFolder, runEsign } from '../../support/run-esign.ts';

const ENV = { ESIGN_WEBHOOK_SECRET: WEBHOOK_SECRET };
const SIGNATURE = signWebhook(EVENT_BODY, WEBHOOK_SECRET);

test('a valid signature over a file ends with 0', async () => {
  const folder = await makeTestFolder({ 'body.json': EVENT_BODY });
  const argv = ['webhook', 'verify', `${folder}/body.json`, '--signature', SIGNATURE];
  const { code, stdout } = await runEsign(argv, { env: ENV });
  expect({ code, stdout }).toEqual({
    code: 0,
    stdout: 'valid: the signature fits the body and the secret\n',
  });
});

test('a body is read from stdin, and a secret from a file', async () => {
  const folder = await makeTestFolder({ secret: `${WEBHOOK_SECRET}\n` });
  const argv = ['webhook', 'verify', '--signature', SIGNATURE, '--secret-file', `${folder}/secret`];
  const { code, stdout } = await runEsign([...argv, '--json'], { stdin: EVENT_BODY });
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toEqual({ valid: true, reason: null, explain: [] });
});

test('an altered body ends with 10 and the reason', async () => {
  const stdin = Buffer.concat([EVENT_BODY, Buffer.from('\n')]);
  const argv = ['webhook', 'verify', '-', '--signature', SIGNATURE];
  const { code, stdout, stderr } = await runEsign(argv, { env: ENV, stdin });
  expect({ code, stderr }).toEqual({ code: 10, stderr: '' });
  expect(stdout).toContain('not valid: altered body');
  expect(stdout).toContain('A final line break was added.');
});

test('with --json an invalid signature is a result with its reason, and ends with 10', async () => {
  const argv = ['webhook', 'verify', '--signature', 'sha256=abc', '--json'];
  const { code, stdout, stderr } = await runEsign(argv, { env: ENV, stdin: EVENT_BODY });
  expect({ code, stderr }).toEqual({ code: 10, stderr: '' });
  expect(JSON.parse(stdout)).toMatchObject({ valid: false, reason: 'malformed_signature' });
});

test('a missing file, secret or signature ends with 2, and nothing on stdout', async () => {
  const verify = ['webhook', 'verify', 'none.json'];
  const runs = [
    await runEsign([...verify, '--signature', SIGNATURE], { env: ENV }),
    await runEsign([...verify, '--signature', SIGNATURE]),
    await runEsign(verify, { env: ENV }),
    await runEsign(['webhook', 'verify', '--signature', SIGNATURE, '--secret-file', '-']),
  ];
  for (const { code, stdout } of runs) expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
});
