import type { ChildProcess } from 'node:child_process';
import { fork } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { CertificateJob, CertificatePlaceholder } from '../certificate/make-certificate.ts';
import type { PdfProblem } from '../pdf-errors.ts';
import type { Blank } from '../reading/blank.ts';
import type { PagePicture, PictureJob } from '../reading/draw-png.ts';
import type { LinesJob, PageLines } from '../reading/page-lines.ts';
import type { PdfSource, SurveyJob } from '../reading/survey.ts';
import type { LocatedWords, WordsJob } from '../reading/words/locate-words.ts';
import type { ProofJob, TimestampPlaceholder } from '../signing/prove.ts';
import type { CarriedCertificates, CarriedJob } from '../verification/carried-certificates.ts';
import type { AddressesJob, NamedAddress } from '../verification/named-addresses.ts';
import type { LookJob } from '../verification/pages-signed.ts';
import type { Standing, StandingJob } from '../verification/standing.ts';
import type { PdfVerdict, VerifyJob } from '../verification/verdict.ts';
import type { AppendedJob } from '../verification/verify-appended.ts';
import type { PlacementJob } from './place-in-file.ts';
import type { Admission } from './refusals.ts';

/** Draws an upload that was signed before, or whose form will be flattened. */
export type CompareJob = PdfSource & { readonly kind: 'compare'; readonly isSigned: boolean };

/** A worker does one job at a time. */
export type WorkerJob =
  | (PdfSource & { readonly kind: 'admit'; readonly maxPages: number })
  | CompareJob
  | ({ readonly kind: 'place' } & PlacementJob)
  | ({ readonly kind: 'certify' } & CertificateJob)
  | ({ readonly kind: 'survey' } & SurveyJob)
  | ({ readonly kind: 'locate' } & WordsJob)
  | ({ readonly kind: 'picture' } & PictureJob)
  | ({ readonly kind: 'read' } & LinesJob)
  | ({ readonly kind: 'verify-appended' } & AppendedJob)
  | ({ readonly kind: 'look' } & LookJob)
  | ({ readonly kind: 'prove' } & ProofJob)
  | ({ readonly kind: 'standing' } & StandingJob);

export type WorkerReply =
  | { readonly kind: 'ready' }
  | { readonly kind: 'admitted'; readonly admission: Admission }
  | { readonly kind: 'compared'; readonly change: string | null }
  | { readonly kind: 'placed' }
  | { readonly kind: 'certified'; readonly placeholder: CertificatePlaceholder }
  | { readonly kind: 'surveyed'; readonly blanks: Blank[] | undefined }
  | { readonly kind: 'located'; readonly located: LocatedWords | undefined }
  | { readonly kind: 'drawn'; readonly picture: PagePicture | undefined }
  | { readonly kind: 'read'; readonly pages: (PageLines | null)[] | undefined }
  | { readonly kind: 'verified'; readonly verdict: PdfVerdict }
  | { readonly kind: 'carried'; readonly carried: CarriedCertificates }
  | { readonly kind: 'named'; readonly addresses: readonly NamedAddress[] }
  | { readonly kind: 'appended' | 'seen'; readonly problem: PdfProblem | null }
  | { readonly kind: 'proved'; readonly placeholder: TimestampPlaceholder | null }
  | { readonly kind: 'judged'; readonly standing: Standing }
  | {
      readonly kind: 'failed';
      readonly message: string;
      /** The system's code, such as `ENOSPC`, if the error had one. */
      readonly code?: string | undefined;
    };

export interface Budget {
  /** Wall-clock time in milliseconds, for a process that hangs without using the CPU. */
  readonly ms: number;
  /** CPU time in milliseconds: a busy machine does not use it up. */
  readonly cpuMs: number;
  /** Resident memory beyond what the worker has at the start, since its libraries keep some. */
  readonly rssMegabytes: number;
}

export type Death =
  | { readonly kind: 'memory' | 'crash' }
  | {
      readonly kind: 'timeout';
      /** CPU time was left: the machine is busy, or it hung. Says nothing about the file. */
      readonly isStalled: boolean;
    };

export type ChildOutcome = WorkerReply | Death;

export function isDeath(outcome: ChildOutcome): outcome is Death {
  return ['timeout', 'memory', 'crash'].includes(outcome.kind);
}

type Usage = { readonly cpuMs: number; readonly rssMegabytes: number };

const POLL_MS = 25;
const PAGE_BYTES = 4096;
const MEGABYTE = 1_000_000;
/** The kernel counts CPU time in hundredths of a second (proc(5)). */
const TICK_MS = 10;

export function forkWorker(script: URL, heapMegabytes: number): ChildProcess {
  return fork(fileURLToPath(script), [], {
    execArgv: [`--max-old-space-size=${heapMegabytes}`],
    env: {},
    // Sends bytes unchanged.
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
}

/** Zeros without /proc, where only the wall-clock limit applies. */
export function usageOf({ pid }: Pick<ChildProcess, 'pid'>): Usage {
  try {
    // The third field follows the name, which is in brackets and may contain anything.
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const [user, system, pages] = [fields[11], fields[12], fields[21]].map(Number);
    return {
      cpuMs: ((user ?? 0) + (system ?? 0)) * TICK_MS,
      rssMegabytes: ((pages ?? 0) * PAGE_BYTES) / MEGABYTE,
    };
  } catch {
    return { cpuMs: 0, rssMegabytes: 0 };
  }
}

function startBudget(child: ChildProcess, budget: Budget) {
  const started = performance.now();
  const before = usageOf(child);
  let cpuMs = 0;
  /** Returns the megabytes added. A process that has ended keeps its last CPU time. */
  const look = () => {
    const now = usageOf(child);
    cpuMs = Math.max(cpuMs, now.cpuMs - before.cpuMs);
    return now.rssMegabytes - before.rssMegabytes;
  };
  return {
    exceeded: (): Death | undefined => {
      if (look() > budget.rssMegabytes) return { kind: 'memory' };
      if (cpuMs > budget.cpuMs) return { kind: 'timeout', isStalled: false };
      if (performance.now() - started <= budget.ms) return undefined;
      // Every process has memory; zero means that nothing was measured.
      return { kind: 'timeout', isStalled: before.rssMegabytes > 0 };
    },
    usedCpuMs: (): number => {
      look();
      return cpuMs;
    },
  };
}

export interface Watched {
  readonly outcome: ChildOutcome;
  readonly cpuMs: number;
}

/** Kills a worker over its budget: a heap limit does not bound allocations outside the heap. */
export function runWatched(
  child: ChildProcess,
  job: WorkerJob | VerifyJob | CarriedJob | AddressesJob,
  budget: Budget,
): Promise<Watched> {
  return new Promise((resolve) => {
    const used = startBudget(child, budget);
    const settle = (outcome: ChildOutcome) => {
      clearInterval(poll);
      child.off('message', settle).off('exit', onCrash).off('error', onCrash);
      resolve({ outcome, cpuMs: used.usedCpuMs() });
    };
    const onCrash = () => settle({ kind: 'crash' });
    const poll = setInterval(() => {
      const death = used.exceeded();
      if (death === undefined) return;
      settle(death);
      child.kill('SIGKILL');
    }, POLL_MS);
    child.on('message', settle).on('exit', onCrash).on('error', onCrash);
    child.send(job, (error) => {
      if (error) onCrash();
    });
  });
}
