import { copyFile, mkdir, rm, stat } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { Command } from 'commander';
import { writeSampleContract } from './demo/sample-contract.ts';
import { startDemoSandbox } from './demo/sandbox.ts';
import { createShell } from './demo/shell.ts';

const SIGNERS = [
  'Asha Rao <asha@example.in> 9876543210',
  'अनिता शर्मा <anita@example.in> 9876501234',
];

async function contractIn(folder: string, file: string | undefined): Promise<string> {
  const name = file ? basename(file) : 'contract.pdf';
  if (file) await copyContract(file, join(folder, name));
  else await writeSampleContract(join(folder, name));
  return name;
}

async function copyContract(file: string, to: string): Promise<void> {
  const found = await stat(file).catch(() => undefined);
  if (!found?.isFile()) throw new Error(`there is no file "${file}"`);
  if (resolve(file) !== to) await copyFile(file, to);
}

async function demo(file: string | undefined, { out }: { out: string }): Promise<void> {
  const folder = resolve(out);
  await rm(join(folder, '.esign'), { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const contract = await contractIn(folder, file);
  const shell = createShell(folder);
  const sandbox = await startDemoSandbox(shell);
  try {
    const created = await shell.run(['docs', 'create', contract]);
    const id = /[0-9a-f]{8}-[0-9a-f-]{27}/.exec(created)?.[0] ?? '';
    await shell.run(['signers', 'add', id, ...SIGNERS.flatMap((signer) => ['--signer', signer])]);
    await shell.run(['send', id, '--yes']);
    await shell.run(['status', id]);
    await shell.run(['sandbox', 'sign', id, '--all']);
    await shell.run(['status', id, '--watch', '--timeout', '60s']);
    await shell.run(['docs', 'download', id, '--output', 'signed.pdf', '--force']);
    await shell.run(['certificate', 'download', id, '--output', 'certificate.pdf', '--force']);
    const pair = ['--certificate', 'certificate.pdf'];
    await shell.run(['verify', 'signed.pdf', ...pair, '--root', sandbox.root]);
    await shell.run(['verify', 'certificate.pdf', '--root', sandbox.root]);
  } finally {
    await sandbox.stop();
  }
  process.stdout.write(`\nsigned.pdf and certificate.pdf are in ${folder}\n`);
}

const program = new Command('demo')
  .description('take a PDF through the whole flow, from upload to certificate, on this machine')
  .argument('[file]', 'a PDF of yours; a sample contract is made otherwise')
  .option('--out <folder>', 'where the results go', 'esign-demo')
  .action(demo);

await program.parseAsync().catch((error: unknown) => {
  program.error(`The demo stopped: ${error instanceof Error ? error.message : error}`);
});
