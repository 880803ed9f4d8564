import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import ProfileSet from '../../../commands/profile/set.ts';
import ProfileShow from '../../../commands/profile/show.ts';
import Send from '../../../commands/send.ts';
import SignersAdd from '../../../commands/signers/add.ts';
import { runCommand } from '../../support/cli/run-command.ts';
import { makeTestFolder } from '../../support/cli/run-esign.ts';
import { aDocument, aSigner } from '../../support/client/a-client.ts';
import { answerJson, serveHttp } from '../../support/network/http-server.ts';
import { aPdf } from '../../support/pdf/a-pdf.ts';

const ID = '5f0c1d5e-0f64-4f0e-9a3c-2b7d1f6f8a11';
const PDF = Buffer.from(aPdf());
const SHA256 = createHash('sha256').update(PDF).digest('hex');
const RAVI = 'Ravi Kumar <ravi@example.test> 9876501234';

const ravi = { name: 'Ravi Kumar', email: 'ravi@example.test', phone: '9876501234' };
const document = aDocument({ documentId: ID, signers: [aSigner(1, ravi)] });

/** A service that holds one document, and a profile for it with a recipient allow-list. */
async function staging(...patterns: readonly string[]) {
  const list = { documents: [], limit: 100, offset: 0 };
  const refusal = { error: 'insufficient_credits', message: 'No credits.' };
  const { baseUrl, received } = await serveHttp(({ method, url }, response) => {
    if (method === 'POST') return answerJson(response, 402, refusal);
    return answerJson(response, 200, url.includes(ID) ? document : list);
  });
  const folder = await makeTestFolder({ 'lease.pdf': PDF });
  const env = { ESIGN_CONFIG_DIR: folder };
  const allow = patterns.flatMap((pattern) => ['--allow-recipient', pattern]);
  const set = await runCommand(ProfileSet, ['staging', '--base-url', baseUrl, ...allow], env);
  expect(set.code).toBe(0);
  const keyed = { ...env, ESIGN_API_KEY: 'sk_live_1', ESIGN_BASE_URL: baseUrl };
  return { env: keyed, file: join(folder, 'lease.pdf'), folder, received };
}

const IN_VAIN = [
  ['send FILE', Send, ['FILE', '--yes', '--signer', RAVI]],
  ['send DOCUMENT', Send, [ID, '--yes']],
  ['signers add', SignersAdd, [ID, '--signer', RAVI]],
] as const;

test.each(IN_VAIN)(
  '"%s" sends nothing to whom the profile does not allow',
  async (_, run, argv) => {
    const { env, file, received } = await staging('*@example.in');
    const end = await runCommand(
      run,
      [...argv.map((word) => word.replace('FILE', file)), '--json'],
      env,
    );
    expect(end).toMatchObject({ code: 2, stdout: '' });
    const { error } = JSON.parse(end.stderr);
    expect(error.code).toBe('recipient_not_allowed');
    expect(error.message).toContain('signer 1 (Ravi Kumar): ravi@example.test is not allowed');
    expect(received.filter(({ method }) => method !== 'GET')).toEqual([]);
  },
);

const UNEXPECTED = [
  ['unexpected_signers', ['FILE', '--signer', RAVI, '--expect-signers', '2']],
  ['unexpected_signers', [ID, '--expect-signers', '2']],
  ['unexpected_file', ['FILE', '--signer', RAVI, '--expect-sha256', '0'.repeat(64)]],
  ['usage', ['FILE', '--signer', RAVI, '--expect-sha256', 'beef']],
  ['usage', [ID, '--expect-sha256', SHA256]],
] as const;

test.each(UNEXPECTED)('nothing is sent: %s, %j', async (code, argv) => {
  const { env, file, received } = await staging();
  const words = argv.map((word) => word.replace('FILE', file));
  const end = await runCommand(Send, [...words, '--yes', '--json'], env);
  expect(end).toMatchObject({ code: 2, stdout: '' });
  expect(JSON.parse(end.stderr).error.code).toBe(code);
  expect(received.filter(({ method }) => method !== 'GET')).toEqual([]);
});

test('an expected document with allowed recipients is sent', async () => {
  const { env, file, received } = await staging('*@example.test');
  const expected = ['--expect-signers', '1', '--expect-sha256', SHA256.toUpperCase()];
  await runCommand(Send, [file, '--signer', RAVI, '--yes', '--json', ...expected], env);
  expect(received.some(({ method }) => method === 'POST')).toBe(true);
});

test('a recipient allow-list is shown, survives a change of address, and is removed only on request', async () => {
  const { env, folder } = await staging('*@Example.in', '+91 98765*');
  const shown = async () => {
    const { stdout } = await runCommand(ProfileShow, ['staging', '--json'], env);
    return JSON.parse(stdout).allowedRecipients;
  };
  const set = (...argv: string[]) => runCommand(ProfileSet, ['staging', ...argv], env);
  expect(await shown()).toEqual(['*@example.in', '9198765*']);
  await set('--base-url', 'https://staging.example.com');
  expect(await shown()).toEqual(['*@example.in', '9198765*']);
  expect((await set('--allow-recipient', '*')).code).toBe(2);
  await set('--allow-recipient', '*@example.test');
  expect(await shown()).toEqual(['*@example.test']);
  await set('--allow-any-recipient');
  expect(await shown()).toBeNull();
  const torn = { baseUrl: 'https://staging.example.com', allowedRecipients: '*@example.in' };
  await writeFile(join(folder, 'config.json'), JSON.stringify({ profiles: { staging: torn } }));
  expect(await shown()).toEqual([]);
});
