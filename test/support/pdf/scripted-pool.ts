import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, onTestFinished } from 'vitest';
import type { Turn } from '../../../src/pdf/admission/fair-queue.ts';
import type { PdfWorkerOptions } from '../../../src/pdf/admission/workers.ts';
import { startPdfWorkers } from '../../../src/pdf/admission/workers.ts';
import { aPdfFolder } from './pdf-files.ts';

/** Logs the name of each job's file as it begins, and ends it once there is a file of that name; "burn" and "die" use the processor. */
const WORKER = `
import { appendFileSync, existsSync } from 'node:fs';
import { basename, join } from 'node:path';
const burn = (ms) => { while (process.cpuUsage().user < ms * 1000); };
process.on('message', ({ path, to }) => {
  const name = basename(path ?? to);
  appendFileSync(join(import.meta.dirname, 'begun'), name + '\\n');
  if (name === 'burn') burn(60_000);
  if (name === 'die') { burn(1000); process.exit(1); }
  const reply = { kind: 'done', answer: { ok: true, pages: [], signatures: [] } };
  const timer = setInterval(() => {
    if (!existsSync(join(import.meta.dirname, name))) return;
    clearInterval(timer);
    process.send(reply);
  }, 5);
});
process.send({ kind: 'ready' });
`;

/** A pool of real processes whose jobs begin and end as a test tells them. It ends with the test. */
export function scriptedPool(options: Omit<PdfWorkerOptions, 'script'>) {
  const folder = aPdfFolder();
  const script = join(folder, 'worker.mjs');
  writeFileSync(script, WORKER);
  const pool = startPdfWorkers({ script: pathToFileURL(script), ...options });
  onTestFinished(() => pool.close());
  const log = join(folder, 'begun');
  const begun = () => (existsSync(log) ? readFileSync(log, 'utf8').split('\n').slice(0, -1) : []);
  const admitted: Promise<unknown>[] = [];
  return {
    pool,
    begun,
    end: (name: string) => writeFileSync(join(folder, name), ''),
    /** Queues an admission of that name, of the owner that it begins with. */
    admit: (name: string, turn: Turn = {}) =>
      void admitted.push(pool.admit(name, { owner: name[0], ...turn }).catch(() => undefined)),
    /** Ends one job after the other, in the order in which they begin; returns that order. */
    async endInOrder(count: number): Promise<string[]> {
      for (let done = 0; done < count; done += 1) {
        await expect.poll(() => begun().length).toBeGreaterThan(done);
        writeFileSync(join(folder, begun()[done] ?? ''), '');
      }
      await Promise.all(admitted);
      return begun();
    },
  };
}
