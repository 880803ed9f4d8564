import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BIN } from '../demo/shell.ts';
import { cleanEnvironment, runNode, timedInTurn } from './measure.ts';
import { milliseconds, report, times } from './report.ts';
import { openBenchService } from './service.ts';

const TIMES = 15;

/** Start-up of the command line against the smallest program that Node can run. */
export async function benchStartUp(): Promise<void> {
  const config = await mkdtemp(join(tmpdir(), 'esign-bench-'));
  const service = await openBenchService();
  const env = cleanEnvironment({
    ESIGN_CONFIG_DIR: config,
    ESIGN_BASE_URL: service.url,
    ESIGN_API_KEY: service.apiKey,
  });
  const start =
    (...args: string[]) =>
    () =>
      runNode(args, env);
  const [bare, version, list] = await timedInTurn(TIMES, [
    start('-e', '0'),
    start(BIN, '--version'),
    start(BIN, 'docs', 'list'),
  ]);
  await service.close();
  await rm(config, { recursive: true });
  report('Start-up', [
    { what: 'node -e 0', value: milliseconds(bare) },
    { what: 'esign --version', value: milliseconds(version), ratio: times(version / bare, 'node') },
    { what: 'esign docs list', value: milliseconds(list), ratio: times(list / bare, 'node') },
  ]);
}
