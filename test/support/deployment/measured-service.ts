import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { openService } from '../service/open-service.ts';

/** Where a measured service is, once it serves. */
export interface MeasuredService {
  readonly url: string;
  readonly apiKey: string;
}

/** What a service holds, in bytes. */
export interface Held {
  /** In buffers that are no garbage. */
  readonly memory: number;
  /** In files. */
  readonly disk: number;
}

/** What one collection frees may hold what the next one does. */
const SETTLED = 3;

async function sizeOf(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const sizes = files.map(
    async ({ parentPath, name }) => (await stat(join(parentPath, name))).size,
  );
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}

async function weigh(folder: string): Promise<Held> {
  for (let times = 0; times < SETTLED; times += 1) {
    globalThis.gc?.();
    await setImmediate();
  }
  return { memory: process.memoryUsage().arrayBuffers, disk: await sizeOf(folder) };
}

/** A service in a process of its own, run with `--expose-gc`: answers each message with what it holds. */
async function main(): Promise<void> {
  const service = await openService();
  const { apiKey } = await service.account();
  const url = await service.app.listen({ host: '127.0.0.1', port: 0 });
  process.on('message', async () => process.send?.(await weigh(service.files)));
  process.once('disconnect', () => void service.close());
  process.send?.({ url, apiKey } satisfies MeasuredService);
}

main().catch((error: unknown) => {
  process.stderr.write(`${String(error)}\n`);
  process.exit(1);
});
