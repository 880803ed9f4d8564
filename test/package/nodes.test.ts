import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { writeSampleContract } from '../../scripts/demo/sample-contract.ts';
import { installPackage } from '../support/package/packed-package.ts';
import { removeFolder } from '../support/remove-folder.ts';
import { seedAuthority } from '../support/trust/seed-authority.ts';

const installed = await installPackage();
afterAll(() => removeFolder(installed.folder));

/** The installed command on another Node, in a folder and home of its own. */
async function openDesk(major: '20.19' | 22 | 24) {
  const node = await installed.node(major);
  const cwd = join(installed.folder, `desk-${major}`);
  await mkdir(cwd);
  const env = { PATH: process.env.PATH, HOME: cwd, ESIGN_NO_UPDATE_CHECK: '1' };
  const run = async (...args: readonly string[]): Promise<string> => {
    const options = { cwd, env };
    return (await promisify(execFile)(node, [installed.bin, ...args], options)).stdout;
  };
  /** Starts a sandbox, which ends with the test; answers its folder. */
  const start = async (): Promise<string> => {
    const dataDir = join(cwd, 'data');
    await seedAuthority(dataDir);
    const args = ['sandbox', 'start', '--port', '0', '--data-dir', dataDir, '--json'];
    const sandbox = spawn(node, [installed.bin, ...args], { cwd, env });
    const ended = once(sandbox, 'exit');
    onTestFinished(async () => {
      sandbox.kill('SIGTERM');
      await ended;
    });
    await once(createInterface(sandbox.stdout), 'line');
    return dataDir;
  };
  return { cwd, run, start };
}

test.each(['20.19', 22, 24] as const)(
  'on Node %s the installed command takes a contract from a sandbox to a verified certificate',
  async (major) => {
    const { cwd, run, start } = await openDesk(major);
    expect(await run('--version')).toContain(`node-v${major}.`);
    await writeSampleContract(join(cwd, 'contract.pdf'));
    const dataDir = await start();
    const signer = ['--signer', 'Asha Rao <asha@example.in> 9876543210'];
    const sent = await run('send', 'contract.pdf', ...signer, '--yes', '--json');
    const { documentId } = JSON.parse(sent);
    await run('sandbox', 'sign', documentId);
    await run('docs', 'download', documentId, '-o', 'signed.pdf');
    await run('certificate', 'download', documentId, '-o', 'certificate.pdf');
    const root = ['--root', join(dataDir, 'test-root.pem')];
    const seal = ['--service-cert', join(dataDir, 'test-seal.pem')];
    const files = ['signed.pdf', '--certificate', 'certificate.pdf'];
    const verified = JSON.parse(await run('verify', ...files, ...root, ...seal, '--json'));
    expect(verified).toMatchObject({ verified: true });
  },
);
