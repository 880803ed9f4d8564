import { readFile } from 'node:fs/promises';
import { inspectPdf } from './admission.ts';
import { placeInFile } from './place-in-file.ts';
import type { WorkerJob, WorkerReply } from './watched-child.ts';

async function work(job: WorkerJob): Promise<WorkerReply> {
  try {
    if (job.kind === 'place') {
      await placeInFile(job);
      return { kind: 'placed' };
    }
    const bytes = await readFile(job.path);
    return { kind: 'admitted', admission: await inspectPdf(bytes, job.maxPages) };
  } catch (error) {
    return { kind: 'failed', message: error instanceof Error ? error.message : String(error) };
  }
}

process.on('message', (job: WorkerJob) => {
  void work(job).then((reply) => process.send?.(reply));
});
process.on('disconnect', () => process.exit());
process.send?.({ kind: 'ready' });
