import { readFile } from 'node:fs/promises';
import { inspectPdf } from './admission.ts';
import { arrangeFile } from './arrange.ts';
import type { WorkerJob, WorkerReply } from './worker-messages.ts';

async function work(job: WorkerJob): Promise<WorkerReply> {
  try {
    if (job.kind === 'arrange') {
      await arrangeFile(job);
      return { kind: 'arranged' };
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
// A worker whose service is gone has nobody to work for.
process.on('disconnect', () => process.exit());
process.send?.({ kind: 'ready' });
