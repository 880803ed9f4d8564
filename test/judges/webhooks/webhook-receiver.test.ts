import { spawn, spawnSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeEvent } from '../../../src/client/index.ts';
import type { Running } from '../../support/cli/run-esign.ts';
import { makeTestFolder, startEsign } from '../../support/cli/run-esign.ts';

const SECRET = 'whsec_test_41c0';
const SIGNED = makeEvent('signer.signed', { documentId: 'अनुबंध' });

/** The address in the first line, once it is there. */
async function readyUrl(running: Running): Promise<string> {
  await expect.poll(() => running.stdout()).toContain('\n');
  return JSON.parse(running.stdout().split('\n', 1)[0] ?? '').url;
}

/** A program's stdout, once it has ended well. */
function said(command: string, args: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync(command, args, { encoding: 'utf8' });
  expect(status, stderr).toBe(0);
  return stdout.trim();
}

/** The status that curl gets for a file, signed by openssl. */
async function curl(url: string, file: string, signature: string): Promise<string> {
  const headers = ['Content-Type: application/json', 'X-Service-Event: signer.signed'];
  const flags = [...headers, `X-Service-Signature: ${signature}`].flatMap((one) => ['-H', one]);
  const args = ['-s', '-w', '%{http_code}', ...flags, '--data-binary', `@${file}`, url];
  const child = spawn('curl', args, { stdio: ['ignore', 'pipe', 'inherit'] });
  let out = '';
  for await (const chunk of child.stdout) out += chunk;
  return out;
}

test('what curl sends with a signature of openssl is taken, and anything else is refused', async () => {
  const folder = await makeTestFolder();
  const file = join(folder, 'body.json');
  await writeFile(file, JSON.stringify(SIGNED));
  const digest = said('openssl', ['dgst', '-sha256', '-hmac', SECRET, '-r', file]).slice(0, 64);
  const env = { ESIGN_WEBHOOK_SECRET: SECRET };
  const listen = ['webhook', 'listen', '--port', '0', '--exit-after', '1', '--json'];
  const running = await startEsign(listen, { env });
  const url = await readyUrl(running);
  const other = said('openssl', ['dgst', '-sha256', '-hmac', 'x', '-r', file]).slice(0, 64);
  expect(await curl(url, file, `sha256=${other}`)).toBe('401');
  expect(await curl(url, file, `sha256=${digest.toUpperCase()}`)).toBe('401');
  expect(await curl(url, file, digest)).toBe('401');
  expect(await curl(url, file, `sha256=${digest}`)).toMatch(/^2\d\d$/);
  const { code, stdout } = await running.ended;
  expect(code).toBe(0);
  const lines = stdout.trim().split('\n');
  const shown = lines.map((line) => JSON.parse(line)).filter(({ type }) => type === 'delivery');
  expect(shown.map(({ status }) => status).slice(0, -1)).toEqual([401, 401, 401]);
  expect(shown.at(-1)).toMatchObject({ event: 'signer.signed', documentId: 'अनुबंध' });
  expect(stdout).not.toContain(SECRET);
});

test('a wait that only bad deliveries came to ends without success', async () => {
  const folder = await makeTestFolder();
  const file = join(folder, 'body.json');
  await writeFile(file, JSON.stringify(SIGNED));
  const env = { ESIGN_WEBHOOK_SECRET: SECRET };
  const waiting = ['--exit-after', '1', '--timeout', '5s', '--json'];
  const running = await startEsign(['webhook', 'listen', '--port', '0', ...waiting], { env });
  expect(await curl(await readyUrl(running), file, `sha256=${'0'.repeat(64)}`)).toBe('401');
  expect((await running.ended).code).toBe(8);
});
