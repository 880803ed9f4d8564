import { copyFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { EsignClient } from '../../src/client/index.ts';
import { timed } from './measure.ts';
import { pdfOfSize } from './pdf-of-size.ts';
import { megabytes, milliseconds, report, times } from './report.ts';
import { openBenchService } from './service.ts';

const TIMES = 7;
const ALMOST_TEN_MB = 10 * 1024 * 1024 - 64 * 1024;

/** Create from a file of 10 MB against copying it, and the memory that the service and the client take together. */
export async function benchCreate(): Promise<void> {
  const service = await openBenchService();
  const file = join(service.folder, 'ten-megabytes.pdf');
  await writeFile(file, pdfOfSize(ALMOST_TEN_MB));
  const client = new EsignClient({ baseUrl: service.url, apiKey: service.apiKey });
  const copy = await timed(TIMES, () => copyFile(file, join(service.folder, 'copy.pdf')));
  globalThis.gc?.();
  const before = process.memoryUsage.rss();
  let most = before;
  const watch = setInterval(() => {
    most = Math.max(most, process.memoryUsage.rss());
  }, 5);
  const create = await timed(TIMES, () => client.documents.create(file));
  clearInterval(watch);
  await service.close();
  report('Create from 10 MB', [
    { what: 'copy the file', value: milliseconds(copy) },
    { what: 'create', value: milliseconds(create), ratio: times(create / copy, 'copy') },
    { what: 'memory, client and service', value: `+${megabytes(most - before)}` },
  ]);
}
