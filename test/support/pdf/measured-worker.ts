import { readFileSync } from 'node:fs';
import { onTestFinished } from 'vitest';
import type {
  Budget,
  JobKind,
  Outcome,
  WorkerMessage,
} from '../../../src/pdf/admission/watched-child.ts';
import { forkWorker, runWatched } from '../../../src/pdf/admission/watched-child.ts';
import { pdfWorkerScript } from './pdf-worker.ts';

/** The most memory that a process ever had, in megabytes; 0 once it is gone. */
function peakOf(pid: number | undefined): number {
  try {
    const [, kilobytes] = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
    return (Number(kilobytes ?? 0) * 1024) / 1_000_000;
  } catch {
    return 0;
  }
}

/** Runs a job in a process of its own, as the pool does, and measures what it takes. */
export async function measureJob<Kind extends JobKind>(
  job: WorkerMessage<Kind>,
  budget: Budget,
): Promise<{
  readonly outcome: Outcome<Kind>;
  readonly cpuMs: number;
  readonly peakMegabytes: number;
}> {
  const child = forkWorker(await pdfWorkerScript(), 400);
  onTestFinished(() => void child.kill('SIGKILL'));
  await new Promise((resolve) => child.once('message', resolve));
  let peakMegabytes = 0;
  const look = () => {
    peakMegabytes = Math.max(peakMegabytes, peakOf(child.pid));
  };
  const poll = setInterval(look, 5);
  const { outcome, cpuMs } = await runWatched(child, job, budget);
  look();
  clearInterval(poll);
  return { outcome, cpuMs, peakMegabytes };
}
