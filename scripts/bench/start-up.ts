import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { EsignClient } from '../../src/client/index.ts';
import { BIN } from '../demo/shell.ts';
import { cleanEnvironment, measuredInTurn } from './measure.ts';
import { pdfOfSize } from './pdf-of-size.ts';
import { milliseconds, report, times } from './report.ts';
import { openBenchService } from './service.ts';

const run = promisify(execFile);
const TIMES = 15;
/** Makes a process report its CPU time at its exit, in microseconds. */
const TELL_CPU = `process.on('exit', () => {
  const { user, system } = process.cpuUsage();
  process.stderr.write('\\n' + (user + system));
});`;

/** CPU time of the command line's start-up against the smallest program that Node can run. */
export async function benchStartUp(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'esign-bench-'));
  const hook = join(folder, 'tell-cpu.cjs');
  await writeFile(hook, TELL_CPU);
  const service = await openBenchService();
  const { url: baseUrl, apiKey } = service;
  const client = new EsignClient({ baseUrl, apiKey });
  const file = { data: pdfOfSize(4096), name: 'lease.pdf' };
  const { documentId } = await client.documents.create(file);
  const env = cleanEnvironment({
    ESIGN_CONFIG_DIR: folder,
    ESIGN_BASE_URL: baseUrl,
    ESIGN_API_KEY: apiKey,
  });
  const cpuOf = (...args: string[]) => {
    return async () => {
      const { stderr } = await run(process.execPath, ['-r', hook, ...args], { env });
      return Number(stderr.slice(stderr.lastIndexOf('\n'))) / 1000;
    };
  };
  const [bare, version, list, status] = await measuredInTurn(TIMES, [
    cpuOf('-e', '0'),
    cpuOf(BIN, '--version'),
    cpuOf(BIN, 'docs', 'list'),
    cpuOf(BIN, 'status', documentId),
  ]);
  await service.close();
  await rm(folder, { recursive: true });
  const line = (what: string, value: number, goal: string) => {
    return { what, value: milliseconds(value), ratio: times(value / bare, 'node'), goal };
  };
  report('Start-up, CPU time', [
    { what: 'node -e 0', value: milliseconds(bare) },
    line('esign --version', version, 'at most 1.3'),
    line('esign docs list', list, 'at most 3.0'),
    line('esign status', status, 'at most 3.0'),
  ]);
}
