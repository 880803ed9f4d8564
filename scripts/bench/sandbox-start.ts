import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BIN } from '../demo/shell.ts';
import { cleanEnvironment, median } from './measure.ts';
import { milliseconds, report } from './report.ts';

const TIMES = 3;

/** How long `sandbox start` takes until it says that it serves, in an empty folder and in a used one. */
export async function benchSandboxStart(): Promise<void> {
  const empty: number[] = [];
  const used: number[] = [];
  for (let index = 0; index < TIMES; index += 1) {
    const folder = await mkdtemp(join(tmpdir(), 'esign-bench-'));
    empty.push(await start(folder));
    used.push(await start(folder));
    await rm(folder, { recursive: true });
  }
  report('sandbox start', [
    { what: 'empty folder', value: milliseconds(median(empty)) },
    { what: 'used folder', value: milliseconds(median(used)) },
  ]);
}

async function start(folder: string): Promise<number> {
  const startedAt = performance.now();
  const args = ['sandbox', 'start', '--port', '0', '--data-dir', join(folder, 'data'), '--json'];
  const child = spawn(process.execPath, [BIN, ...args], {
    env: cleanEnvironment({ ESIGN_CONFIG_DIR: join(folder, 'config') }),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(child.stdout, 'data');
  const ms = performance.now() - startedAt;
  child.kill('SIGTERM');
  await once(child, 'close');
  return ms;
}
