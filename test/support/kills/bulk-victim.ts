import { readFile } from 'node:fs/promises';
import type { Mode } from '../../../src/cli/bulk/journal/row-state.ts';
import { runJournalled } from '../../../src/cli/bulk/run/bulk-run.ts';
import { UndiciTransport } from '../../../src/cli/transport/undici-transport.ts';
import { EsignClient } from '../../../src/client/index.ts';

const CONCURRENCY = 4;
/** The client's waits take a tenth of their time. */
const clock = {
  now: () => Date.now(),
  random: () => Math.random(),
  sleep: (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms / 10)),
};
const timeouts = { headersMs: 1_500, bodyIdleMs: 1_500, tryMs: 4_000 };

/**
 * A process to be killed: sends the rows of a manifest, given as JSON, and prints `begun` once the first rows start.
 * Arguments: the manifest, the journal, `send` or `retry`, the service's address, the key.
 */
async function run(argv: readonly string[]): Promise<void> {
  const [path = '', journal = '', mode = 'send', baseUrl = '', apiKey = ''] = argv;
  const { stoppedBy } = await runJournalled({
    manifest: JSON.parse(await readFile(path, 'utf8')),
    journal,
    mode: mode as Mode,
    concurrency: CONCURRENCY,
    isFull: false,
    baseUrl,
    signal: new AbortController().signal,
    connect: async ({ connections, ...wishes }) => {
      const transport = new UndiciTransport({ connections });
      const appInfo = { name: path.replace(/\W/g, '') };
      return new EsignClient({ ...wishes, baseUrl, apiKey, transport, clock, timeouts, appInfo });
    },
    onPlan: async () => undefined,
    onBegin: async () => {
      process.stdout.write('begun\n');
    },
    onEnd: () => undefined,
  });
  if (stoppedBy !== undefined) process.stdout.write(`stopped: ${stoppedBy}\n`);
}

run(process.argv.slice(2)).catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.stack : error}\n`);
  process.exitCode = 1;
});
