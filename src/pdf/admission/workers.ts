import type { CertificateJob, CertificatePlaceholder } from '../certificate/make-certificate.ts';
import type { PdfProblem } from '../pdf-errors.ts';
import type { Blank } from '../reading/blank.ts';
import type { PagePicture, PictureJob } from '../reading/draw-png.ts';
import type { LinesJob, PageLines } from '../reading/page-lines.ts';
import type { PdfSource, SurveyJob } from '../reading/survey.ts';
import type { LocatedWords, WordsJob } from '../reading/words/locate-words.ts';
import type { ProofJob, TimestampPlaceholder } from '../signing/prove.ts';
import type { LookJob } from '../verification/pages-signed.ts';
import type { Standing, StandingJob } from '../verification/standing.ts';
import type { AppendedJob } from '../verification/verify-appended.ts';
import type { Turn } from './fair-queue.ts';
import { PdfWorkersBusy } from './fair-queue.ts';
import type { PlacementJob } from './place-in-file.ts';
import type { Admission } from './refusals.ts';
import { refuse } from './refusals.ts';
import type { Budget, ChildOutcome } from './watched-child.ts';
import { forkWorker, isDeath } from './watched-child.ts';
import type { OwnerLimits } from './worker-pool.ts';
import { WorkerPool } from './worker-pool.ts';

/** The defaults suit uploads of 10 MB. */
export interface PdfWorkerOptions {
  /** The bundled worker, a JavaScript file. */
  readonly script: URL;
  /** Number of processes, started on demand and then kept; default: 2. */
  readonly size?: number;
  /** Wall-clock time for an admission, in milliseconds; default: 60,000. */
  readonly ms?: number;
  /** CPU time for an admission, in milliseconds; default: 4000. */
  readonly cpuMs?: number;
  /** Memory that an admission may add to a process; default: 140. */
  readonly rssMegabytes?: number;
  /** Changes the limits of a survey: 20 s, 3 s of CPU time, 200 MB more. */
  readonly survey?: Partial<Budget>;
  /** JavaScript heap of a process; default: 400. */
  readonly heapMegabytes?: number;
  /** Default: 5000. */
  readonly maxPages?: number;
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
  survey(job: SurveyJob, turn?: Turn): Promise<Blank[] | undefined>;
  /** Undefined if the file cannot be read within the limits. */
  locate(job: WordsJob, turn?: Turn): Promise<LocatedWords | undefined>;
  /** The text of pages, in the job's order. Undefined if the limits do not suffice. */
  readLines(job: LinesJob, turn?: Turn): Promise<(PageLines | null)[] | undefined>;
  /** Undefined if the page cannot be drawn within the limits. */
  picture(job: PictureJob): Promise<PagePicture | undefined>;
  /** Writes an admitted file with all fields to `to`, synced. Throws PdfJobFailed. */
  placeFields(job: PlacementJob, turn?: Turn): Promise<void>;
  /** A certificate without its seal. One at a time, to keep processes free. Throws PdfJobFailed. */
  certify(job: CertificateJob, turn?: Turn): Promise<CertificatePlaceholder>;
  /** The problem, or null. Throws PdfJobFailed if the file cannot be read within the limits. */
  verifyAppended(job: AppendedJob, turn?: Turn): Promise<PdfProblem | null>;
  /** Why pages look different. Null also over the limits, which must not block signing. */
  look(job: LookJob, turn?: Turn): Promise<PdfProblem | null>;
  /** Throws PdfJobFailed. */
  prove(job: ProofJob, turn?: Turn): Promise<TimestampPlaceholder | null>;
  /** How well a signed file is proven. Undefined if the limits do not suffice. */
  findStanding(job: StandingJob, turn?: Turn): Promise<Standing | undefined>;
  /** Kills all processes and rejects all jobs. */
  close(): Promise<void>;
}

/** 5,000 pages, the most that are admitted, took up to 2.3 s of CPU time, measured on two cores. */
export const ADMISSION: Budget = { ms: 60_000, cpuMs: 4000, rssMegabytes: 140 };
/** Placing fields rewrites the file, which an admission has already found readable. */
const PLACEMENT: Budget = { ms: 20_000, cpuMs: 6000, rssMegabytes: 700 };
/** A scan of 600 dpi takes 0.9 s. */
export const SURVEY: Budget = { ms: 20_000, cpuMs: 3000, rssMegabytes: 200 };
/** 300 full pages take 1 s of CPU time. */
const LOCATING: Budget = { ms: 20_000, cpuMs: 10_000, rssMegabytes: 300 };
/** 50 full pages take 0.4 s. */
export const LINES: Budget = { ms: 20_000, cpuMs: 5000, rssMegabytes: 300 };
/** A scan of 600 dpi takes 1 s. */
const PICTURE: Budget = { ms: 10_000, cpuMs: 5000, rssMegabytes: 300 };
/** PDFium draws two states of the document. */
const COMPARISON_MEGABYTES = 300;
/** Two states of each page, on screen and printed. */
const LOOK: Budget = { ms: 10_000, cpuMs: 5000, rssMegabytes: COMPARISON_MEGABYTES };
/** A certificate of six signers takes 0.7 s, however long its trail. */
const CERTIFICATE: Budget = { ms: 20_000, cpuMs: 10_000, rssMegabytes: 300 };
/** A file of 10 MB is read twice, in 2 s. */
const APPENDED: Budget = { ms: 20_000, cpuMs: 10_000, rssMegabytes: 500 };

class PdfJobFailed extends Error {
  override readonly name = 'PdfJobFailed';
  /** The system's code of the worker's error, such as `ENOSPC`, if it had one. */
  readonly code: string | undefined;

  constructor(what: string, outcome: ChildOutcome) {
    super(`${what}: ${outcome.kind === 'failed' ? outcome.message : outcome.kind}`);
    this.code = outcome.kind === 'failed' ? outcome.code : undefined;
  }
}

const BUSY_S = 10;

const isStalled = (outcome: ChildOutcome): boolean =>
  outcome.kind === 'timeout' && outcome.isStalled;

const failed = (what: string, outcome: ChildOutcome): Error =>
  isStalled(outcome)
    ? new PdfWorkersBusy(`${what}: the machine is busy`, BUSY_S)
    : new PdfJobFailed(what, outcome);

function admissionOf(outcome: ChildOutcome): Admission {
  if (outcome.kind === 'admitted') return outcome.admission;
  if (isDeath(outcome) && !isStalled(outcome)) return refuse(outcome.kind);
  throw failed('the file could not be inspected', outcome);
}

interface WorkerUpload {
  readonly source: PdfSource;
  readonly maxPages: number;
  readonly budget: Budget;
  readonly turn: Turn | undefined;
}

/** Draws the pages if there is a form or signatures. Those not drawn in time are no fault. */
async function admit(pool: WorkerPool, { source, maxPages, budget, turn }: WorkerUpload) {
  const job = { kind: 'admit' as const, ...source, maxPages };
  const admission = admissionOf(await pool.run(job, budget, turn));
  if (!admission.ok) return admission;
  const isSigned = admission.signatures.length > 0;
  if (!admission.hasForm && !isSigned) return admission;
  const drawing = { ...budget, rssMegabytes: COMPARISON_MEGABYTES };
  const outcome = await pool.run({ kind: 'compare', ...source, isSigned }, drawing, turn);
  const change = outcome.kind === 'compared' ? outcome.change : null;
  return change === null ? admission : refuse(isSigned ? 'signed_filled' : 'form_value', change);
}

async function verifyAppended(pool: WorkerPool, job: AppendedJob, turn?: Turn) {
  const outcome = await pool.run({ kind: 'verify-appended', ...job }, APPENDED, turn);
  if (outcome.kind === 'appended') return outcome.problem;
  throw failed('the signature could not be verified', outcome);
}

async function readLines(pool: WorkerPool, job: LinesJob, turn?: Turn) {
  const outcome = await pool.run({ kind: 'read', ...job }, LINES, turn);
  if (isStalled(outcome)) throw failed('the text could not be read', outcome);
  return outcome.kind === 'read' ? outcome.pages : undefined;
}

async function look(pool: WorkerPool, job: LookJob, turn?: Turn) {
  const outcome = await pool.run({ kind: 'look', ...job }, LOOK, turn);
  return outcome.kind === 'seen' ? outcome.problem : null;
}

export function startPdfWorkers(options: PdfWorkerOptions): PdfWorkers {
  const { script, size = 2 } = options;
  const { ms, cpuMs, rssMegabytes } = { ...ADMISSION, ...options };
  const { heapMegabytes = 400, maxPages = 5000, limits } = options;
  const pool = new WorkerPool({ fork: () => forkWorker(script, heapMegabytes), size, limits });
  return {
    warm: () => pool.warm(),
    assertRoom: (turn) => pool.assertRoom('admit', turn),
    admit(file, turn) {
      const source = typeof file === 'string' ? { path: file } : { bytes: file };
      return admit(pool, { source, maxPages, budget: { ms, cpuMs, rssMegabytes }, turn });
    },
    async survey(job, turn) {
      const budget = { ...SURVEY, ...options.survey };
      const outcome = await pool.run({ kind: 'survey', ...job }, budget, turn);
      return outcome.kind === 'surveyed' ? outcome.blanks : undefined;
    },
    async locate(job, turn) {
      const outcome = await pool.run({ kind: 'locate', ...job }, LOCATING, turn);
      return outcome.kind === 'located' ? outcome.located : undefined;
    },
    readLines: (job, turn) => readLines(pool, job, turn),
    async picture(job) {
      const outcome = await pool.run({ kind: 'picture', ...job }, PICTURE);
      return outcome.kind === 'drawn' ? outcome.picture : undefined;
    },
    async placeFields(job, turn) {
      const outcome = await pool.run({ kind: 'place', ...job }, PLACEMENT, turn);
      if (outcome.kind === 'placed') return;
      throw failed('the document could not be prepared for signing', outcome);
    },
    async certify(job, turn) {
      const outcome = await pool.run({ kind: 'certify', ...job }, CERTIFICATE, turn);
      if (outcome.kind === 'certified') return outcome.placeholder;
      throw failed('the certificate could not be made', outcome);
    },
    verifyAppended: (job, turn) => verifyAppended(pool, job, turn),
    look: (job, turn) => look(pool, job, turn),
    async prove(job, turn) {
      const outcome = await pool.run({ kind: 'prove', ...job }, APPENDED, turn);
      if (outcome.kind === 'proved') return outcome.placeholder;
      throw failed('proof could not be added', outcome);
    },
    async findStanding(job, turn) {
      const outcome = await pool.run({ kind: 'standing', ...job }, APPENDED, turn);
      return outcome.kind === 'judged' ? outcome.standing : undefined;
    },
    close: () => pool.close(),
  };
}
