import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Shell } from './shell.ts';
import { BIN, showCommand } from './shell.ts';

/** The sandbox that a demo runs against. */
export interface DemoSandbox {
  /** The test root that its signatures chain to, PEM. */
  readonly root: string;
  stop(): Promise<void>;
}

/** Starts a sandbox of the demo's own, beside the results, and waits until it serves. */
export async function startDemoSandbox(shell: Shell): Promise<DemoSandbox> {
  const dataDir = join('.esign', 'sandbox');
  const args = ['sandbox', 'start', '--port', '0', '--data-dir', dataDir];
  showCommand(args);
  const child = spawn(process.execPath, [BIN, ...args], {
    cwd: shell.folder,
    env: shell.env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const lines = createInterface({ input: child.stdout });
  await new Promise<void>((ready, fail) => {
    lines.on('line', (line) => {
      process.stdout.write(`${line}\n`);
      if (line.includes('Ctrl-C')) ready();
    });
    child.once('close', (code) => fail(new Error(`the sandbox ended with ${code}`)));
  });
  return {
    root: join(dataDir, 'test-root.pem'),
    stop: async () => {
      if (child.exitCode !== null) return;
      child.kill('SIGTERM');
      await once(child, 'close');
    },
  };
}
