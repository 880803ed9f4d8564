import type { PdfProblem } from '../pdf-errors.ts';
import type { PdfSource } from '../reading/survey.ts';
import type { Turn } from './fair-queue.ts';
import { PdfWorkersBusy } from './fair-queue.ts';
import type { Admission } from './refusals.ts';
import { refuse } from './refusals.ts';
import type { Answer, Budget, Given, NoAnswer, Outcome, WorkerJobs } from './watched-child.ts';
import { forkWorker, isDeath } from './watched-child.ts';
import type { OwnerLimits } from './worker-pool.ts';
import { WorkerPool } from './worker-pool.ts';

/** The budget of an admission, by default for uploads of 10 MB: 60 s, 4 s of CPU time, 140 MB. */
export interface PdfWorkerOptions extends Partial<Budget> {
  readonly script: URL;
  /** Number of processes, started on demand and then kept; default: 2. */
  readonly size?: number;
  /** Changes the limits of a survey: 20 s, 3 s of CPU time, 200 MB more. */
  readonly survey?: Partial<Budget>;
  readonly limits?: OwnerLimits | undefined;
}

/**
 * Processes that read untrusted files; jobs beyond their number wait. Methods with a turn throw
 * PdfWorkersBusy when the owner has reached a limit and the turn is not urgent. `admit`,
 * `readLines`, `placeFields`, `certify`, `verifyAppended` and `prove` also do when a job ran out of
 * time with CPU time left: the machine is busy.
 */
export interface PdfWorkers {
  /** Starts all processes, so that no job waits for one. */
  warm(): void;
  /** Throws PdfWorkersBusy if `admit` would, before a file is received. */
  assertRoom(turn: Turn): void;
  /** Whether a file, by its path or bytes, can be signed. A hostile one costs only a worker. */
  admit(file: string | Uint8Array, turn?: Turn): Promise<Admission>;
  /** Blank space on pages of an admitted file. Undefined if the limits do not suffice. */
  survey(job: Given<'survey'>, turn?: Turn): Promise<Answer<'survey'>>;
  /** Undefined if the file cannot be read within the limits. */
  locate(job: Given<'locate'>, turn?: Turn): Promise<Answer<'locate'>>;
  /** The text of pages, in the job's order. Undefined if the limits do not suffice. */
  readLines(job: Given<'read'>, turn?: Turn): Promise<Answer<'read'>>;
  /** Undefined if the page cannot be drawn within the limits. */
  picture(job: Given<'picture'>): Promise<Answer<'picture'>>;
  /** Writes an admitted file with all fields to `to`, synced. Throws PdfJobFailed. */
  placeFields(job: Given<'place'>, turn?: Turn): Promise<void>;
  /** A certificate without its seal. One at a time, to keep processes free. Throws PdfJobFailed. */
  certify(job: Given<'certify'>, turn?: Turn): Promise<Answer<'certify'>>;
  /** The problem, or null. Throws PdfJobFailed if the file cannot be read within the limits. */
  verifyAppended(job: Given<'verify-appended'>, turn?: Turn): Promise<PdfProblem | null>;
  /** Why pages look different. Null also over the limits, which must not block signing. */
  look(job: Given<'look'>, turn?: Turn): Promise<PdfProblem | null>;
  /** Throws PdfJobFailed. */
  prove(job: Given<'prove'>, turn?: Turn): Promise<Answer<'prove'>>;
  /** How well a signed file is proven. Undefined if the limits do not suffice. */
  findStanding(job: Given<'standing'>, turn?: Turn): Promise<Answer<'standing'> | undefined>;
  close(): Promise<void>;
}

/** The most that are admitted. They took up to 2.3 s of CPU time, measured on two cores. */
const MAX_PAGES = 5000;
const HEAP_MEGABYTES = 400;
export const ADMISSION: Budget = { ms: 60_000, cpuMs: 4000, rssMegabytes: 140 };
/** A scan of 600 dpi takes 0.9 s. */
export const SURVEY: Budget = { ms: 20_000, cpuMs: 3000, rssMegabytes: 200 };
/** 50 full pages take 0.4 s. */
export const LINES: Budget = { ms: 20_000, cpuMs: 5000, rssMegabytes: 300 };
/** PDFium draws two states of the document. */
const COMPARISON_MEGABYTES = 300;
/** A file of 10 MB is read twice, in 2 s. */
const APPENDED: Budget = { ms: 20_000, cpuMs: 10_000, rssMegabytes: 500 };

type PoolKind = Exclude<keyof WorkerJobs, 'verify' | 'carried' | 'addresses'>;

const BUDGETS: Readonly<Record<Exclude<PoolKind, 'admit' | 'compare'>, Budget>> = {
  survey: SURVEY,
  read: LINES,
  // Placing fields rewrites the file, which an admission has already found readable.
  place: { ms: 20_000, cpuMs: 6000, rssMegabytes: 700 },
  // 300 full pages take 1 s of CPU time.
  locate: { ms: 20_000, cpuMs: 10_000, rssMegabytes: 300 },
  // A scan of 600 dpi takes 1 s.
  picture: { ms: 10_000, cpuMs: 5000, rssMegabytes: 300 },
  // Two states of each page, on screen and printed.
  look: { ms: 10_000, cpuMs: 5000, rssMegabytes: COMPARISON_MEGABYTES },
  // A certificate of six signers takes 0.7 s, however long its trail.
  certify: { ms: 20_000, cpuMs: 10_000, rssMegabytes: 300 },
  'verify-appended': APPENDED,
  prove: APPENDED,
  standing: APPENDED,
};

class PdfJobFailed extends Error {
  override readonly name = 'PdfJobFailed';
  /** The system's code of the worker's error, such as `ENOSPC`, if it had one. */
  readonly code: string | undefined;

  constructor(what: string, outcome: NoAnswer) {
    super(`${what}: ${outcome.kind === 'failed' ? outcome.message : outcome.kind}`);
    this.code = outcome.kind === 'failed' ? outcome.code : undefined;
  }
}

const BUSY_S = 10;

const isStalled = (outcome: Outcome<PoolKind>): boolean =>
  outcome.kind === 'timeout' && outcome.isStalled;

const failed = (what: string, outcome: NoAnswer): Error =>
  isStalled(outcome)
    ? new PdfWorkersBusy(`${what}: the machine is busy`, BUSY_S)
    : new PdfJobFailed(what, outcome);

function admissionOf(outcome: Outcome<'admit'>): Admission {
  if (outcome.kind === 'done') return outcome.answer;
  if (isDeath(outcome) && !isStalled(outcome)) return refuse(outcome.kind);
  throw failed('the file could not be inspected', outcome);
}

interface Run {
  readonly budget: Budget;
  readonly turn: Turn | undefined;
}

/** Draws the pages if there is a form or signatures. Those not drawn in time are no fault. */
async function admit(pool: WorkerPool, source: PdfSource, { budget, turn }: Run) {
  const given = { ...source, maxPages: MAX_PAGES };
  const admission = admissionOf(await pool.run('admit', given, { budget, turn }));
  if (!admission.ok) return admission;
  const isSigned = admission.signatures.length > 0;
  if (!admission.hasForm && !isSigned) return admission;
  const drawing = { budget: { ...budget, rssMegabytes: COMPARISON_MEGABYTES }, turn };
  const outcome = await pool.run('compare', { ...source, isSigned }, drawing);
  const change = outcome.kind === 'done' ? outcome.answer : null;
  return change === null ? admission : refuse(isSigned ? 'signed_filled' : 'form_value', change);
}

/** Jobs that need an answer, with the sentence of their error. */
const FAILURES = {
  place: 'the document could not be prepared for signing',
  certify: 'the certificate could not be made',
  'verify-appended': 'the signature could not be verified',
  prove: 'proof could not be added',
} as const;

export function startPdfWorkers(options: PdfWorkerOptions): PdfWorkers {
  const { script, size = 2, limits } = options;
  const { ms, cpuMs, rssMegabytes } = { ...ADMISSION, ...options };
  const pool = new WorkerPool({ fork: () => forkWorker(script, HEAP_MEGABYTES), size, limits });
  const budgets = { ...BUDGETS, survey: { ...SURVEY, ...options.survey } };
  const run = <Kind extends keyof typeof BUDGETS>(kind: Kind, given: Given<Kind>, turn?: Turn) =>
    pool.run(kind, given, { budget: budgets[kind], turn });
  const attempt = async <Kind extends keyof typeof BUDGETS>(
    ...job: [kind: Kind, given: Given<Kind>, turn?: Turn]
  ): Promise<Answer<Kind> | undefined> => {
    const outcome = await run(...job);
    return outcome.kind === 'done' ? outcome.answer : undefined;
  };
  const finish = async <Kind extends keyof typeof FAILURES>(
    ...job: [kind: Kind, given: Given<Kind>, turn?: Turn]
  ): Promise<Answer<Kind>> => {
    const outcome = await run(...job);
    if (outcome.kind === 'done') return outcome.answer;
    throw failed(FAILURES[job[0]], outcome);
  };
  return {
    warm: () => pool.warm(),
    assertRoom: (turn) => pool.assertRoom('admit', turn),
    admit(file, turn) {
      const source = typeof file === 'string' ? { path: file } : { bytes: file };
      return admit(pool, source, { budget: { ms, cpuMs, rssMegabytes }, turn });
    },
    survey: (job, turn) => attempt('survey', job, turn),
    locate: (job, turn) => attempt('locate', job, turn),
    async readLines(job, turn) {
      const outcome = await run('read', job, turn);
      if (outcome.kind === 'done') return outcome.answer;
      if (isStalled(outcome)) throw failed('the text could not be read', outcome);
      return undefined;
    },
    picture: (job) => attempt('picture', job),
    placeFields: async (job, turn) => void (await finish('place', job, turn)),
    certify: (job, turn) => finish('certify', job, turn),
    verifyAppended: (job, turn) => finish('verify-appended', job, turn),
    look: async (job, turn) => (await attempt('look', job, turn)) ?? null,
    prove: (job, turn) => finish('prove', job, turn),
    findStanding: (job, turn) => attempt('standing', job, turn),
    close: () => pool.close(),
  };
}
