import { spawn } from 'node:child_process';
import { chmod, readdir } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { driveSigning } from '../../../src/sandbox/control/drive-signing.ts';
import { makeTestFolder } from '../../support/cli/run-esign.ts';
import { ASHA, senderOf } from '../../support/deployment/a-sender.ts';
import { freePort } from '../../support/network/loopback.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const LONG = { timeout: 60_000 };

function isClosed(url: string): Promise<boolean> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname);
    socket.once('error', () => resolve(true));
    socket.once('connect', () => {
      socket.destroy();
      resolve(false);
    });
  });
}

/** Starts the trial, which ends with the test; ends its process group if it did not end by itself. */
function startTrial(folder: string, port: number) {
  const argv = ['--import', 'tsx', 'scripts/start-server.ts', '--folder', folder];
  const child = spawn(process.execPath, [...argv, '--port', String(port)], { cwd: ROOT });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (text) => {
      said += text;
    });
  }
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  onTestFinished(async () => {
    child.kill('SIGTERM');
    await ended;
  });
  const found = (pattern: RegExp) => pattern.exec(said)?.[1] ?? '';
  return { child, ended, found, said: () => said };
}

test('a trial signs a document, ends whatever it started, and goes on in its folder', async () => {
  const outside = await makeTestFolder();
  // PostgreSQL, which does not run as root, passes through
  await chmod(outside, 0o711);
  const folder = join(outside, 'trial');
  const port = await freePort();
  const first = startTrial(folder, port);
  await expect.poll(first.said, LONG).toMatch(/Ctrl-C|trial ended/);
  expect(first.said()).toContain('TEST signatures of invented people and bind nobody');
  const baseUrl = first.found(/ESIGN_BASE_URL=(\S+)/);
  const apiKey = first.found(/ESIGN_API_KEY=(\S+)/);
  const { documents, send, untilCompleted } = senderOf(baseUrl, apiKey);
  const { documentId, links } = await send();
  await driveSigning({
    signUrl: links[0] ?? '',
    identity: ASHA.name,
    readCode: (reference) =>
      first.found(new RegExp(`\\[phone\\] (\\d+) .*${reference}`)) || undefined,
  });
  await untilCompleted(documentId);
  await expect.poll(() => readdir(join(folder, 'mails')), LONG).toHaveLength(2);

  const places = ['service', 'database', 'authority'].map((name) =>
    first.found(new RegExp(`^ {2}${name} +(\\S+)`, 'm')),
  );
  first.child.kill('SIGINT');
  expect(await first.ended, first.said()).toBe(0);
  expect(await Promise.all(places.map(isClosed))).toEqual([true, true, true]);

  const second = startTrial(folder, port);
  await expect.poll(second.said, LONG).toMatch(/Ctrl-C|trial ended/);
  expect(second.found(/ESIGN_API_KEY=(\S+)/)).toBe(apiKey);
  expect((await documents.retrieve(documentId)).status).toBe('COMPLETED');
});
