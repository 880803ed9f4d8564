import type { CertificateJob, CertificatePlaceholder } from '../certificate/make-certificate.ts';
import type { Problem } from '../errors.ts';
import type { ProofJob, TimestampPlaceholder } from '../proof/prove.ts';
import type { Blank } from '../reading/blank.ts';
import type { PagePicture, PictureJob } from '../reading/draw-png.ts';
import type { SurveyJob } from '../reading/survey.ts';
import type { LocatedWords, WordsJob } from '../reading/words/locate-words.ts';
import type { LookJob } from '../verification/compare-pictures.ts';
import type { Standing, StandingJob } from '../verification/standing.ts';
import type { AppendedJob } from '../verification/verify-appended.ts';
import type { Turn } from './fair-queue.ts';
import { PdfWorkersBusy } from './fair-queue.ts';
import type { PlacementJob } from './place-in-file.ts';
import type { Admission } from './refusals.ts';
import { refuse } from './refusals.ts';
import type { Budget, Outcome } from './watched-child.ts';
import { forkWorker, isDeath } from './watched-child.ts';
import type { OwnerLimits } from './worker-pool.ts';
import { WorkerPool } from './worker-pool.ts';

/** The limits of the pool; the defaults suit uploads of 10 MB. */
export interface PdfWorkerOptions {
  /** The bundled worker, a JavaScript file. */
  readonly script: URL;
  /** Number of processes, started when they are needed and then kept; default: 2. */
  readonly size?: number;
  /** Wall-clock time for an admission, in milliseconds; default: 60,000. */
  readonly ms?: number;
  /** CPU time for an admission, in milliseconds; default: 2500. */
  readonly cpuMs?: number;
  /** Memory that an admission may add to a process; default: 140. */
  readonly rssMegabytes?: number;
  /** Changes the limits of a survey: 20 s, 3 s of CPU time, 200 MB more. */
  readonly survey?: Partial<Budget>;
  /** JavaScript heap of a process; default: 400. */
  readonly heapMegabytes?: number;
  /** Most pages of a document; default: 5000. */
  readonly maxPages?: number;
  /** Limits on the jobs of one owner; none by default. */
  readonly limits?: OwnerLimits | undefined;
}

/**
 * A pool of processes that read untrusted files; jobs beyond its size wait for their turn. Each method throws PdfWorkersBusy
 * when the owner of a turn that is not urgent has reached a limit; one that returns no undefined also when a job has taken too
 * long although it had CPU time left, since the machine is busy then.
 */
export interface PdfWorkers {
  /** Starts all processes, so that no job waits for one. */
  warm(): void;
  /** Throws PdfWorkersBusy if `admit` would: a file that will be refused need not be received. */
  assertRoom(turn: Turn): void;
  /** Whether a file is a PDF that can be signed. A hostile file costs a worker, never the service. */
  admit(path: string, turn?: Turn): Promise<Admission>;
  /**
   * The blank space on pages of an admitted file. Undefined if that cannot be found out within the limits, which is no fault
   * of the file.
   */
  survey(job: SurveyJob, turn?: Turn): Promise<Blank[] | undefined>;
  /** Finds words. Undefined if the file cannot be read within the limits. */
  locate(job: WordsJob): Promise<LocatedWords | undefined>;
  /** Draws a page. Undefined if that cannot be done within the limits. */
  picture(job: PictureJob): Promise<PagePicture | undefined>;
  /** Adds all fields to an admitted file and writes the result to `to`, synced. Throws PdfJobFailed if that fails. */
  placeFields(job: PlacementJob, turn?: Turn): Promise<void>;
  /**
   * Makes a completion certificate, still without its seal, one at a time: the other processes stay free for uploads.
   * Throws PdfJobFailed if that fails.
   */
  certify(job: CertificateJob, turn?: Turn): Promise<CertificatePlaceholder>;
  /** `verifyAppended` in a worker: the problem, or null. Throws PdfJobFailed if the file cannot be read within the limits. */
  verifyAppended(job: AppendedJob, turn?: Turn): Promise<Problem | null>;
  /** Why pages do not look as before a signature; null also if they cannot be drawn within the limits: that keeps nobody from signing. */
  look(job: LookJob, turn?: Turn): Promise<Problem | null>;
  /** `proveFile` in a worker. Throws PdfJobFailed if that fails. */
  prove(job: ProofJob, turn?: Turn): Promise<TimestampPlaceholder | null>;
  /** How well a signed file is proven. Undefined if that cannot be found out within the limits. */
  findStanding(job: StandingJob, turn?: Turn): Promise<Standing | undefined>;
  /** Kills all processes and rejects all jobs. */
  close(): Promise<void>;
}

/** A manual of 5,000 objects and 4 MB takes 1.6 s of CPU time on a busy machine. */
export const ADMISSION: Budget = { ms: 60_000, cpuMs: 2500, rssMegabytes: 140 };
/** Placing fields rewrites the file, which an admission has already found readable. */
const PLACEMENT: Budget = { ms: 20_000, cpuMs: 6000, rssMegabytes: 700 };
/** A scan of 600 dpi takes 0.9 s. */
export const SURVEY: Budget = { ms: 20_000, cpuMs: 3000, rssMegabytes: 200 };
/** 300 full pages take 1 s of CPU time. */
const LOCATING: Budget = { ms: 20_000, cpuMs: 10_000, rssMegabytes: 300 };
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

/** A worker could not do its job. */
class PdfJobFailed extends Error {
  override readonly name = 'PdfJobFailed';
  /** The system's code of the worker's error, such as `ENOSPC`, if it had one. */
  readonly code: string | undefined;

  constructor(what: string, outcome: Outcome) {
    super(`${what}: ${outcome.kind === 'failed' ? outcome.message : outcome.kind}`);
    this.code = outcome.kind === 'failed' ? outcome.code : undefined;
  }
}

/** When a busy machine is worth trying again, in seconds. */
const BUSY_S = 10;

const isStalled = (outcome: Outcome): boolean => outcome.kind === 'timeout' && outcome.isStalled;

/** Why there is no result. */
const failed = (what: string, outcome: Outcome): Error =>
  isStalled(outcome)
    ? new PdfWorkersBusy(`${what}: the machine is busy`, BUSY_S)
    : new PdfJobFailed(what, outcome);

function admissionOf(outcome: Outcome): Admission {
  if (outcome.kind === 'admitted') return outcome.admission;
  if (isDeath(outcome) && !isStalled(outcome)) return refuse(outcome.kind);
  throw failed('the file could not be inspected', outcome);
}

interface Upload {
  readonly path: string;
  readonly maxPages: number;
  readonly budget: Budget;
  readonly turn: Turn | undefined;
}

/** Reads a file and, if it has a form or signatures, draws its pages. Those that cannot be drawn within the limits are no fault of the file. */
async function admit(pool: WorkerPool, { path, maxPages, budget, turn }: Upload) {
  const admission = admissionOf(await pool.run({ kind: 'admit', path, maxPages }, budget, turn));
  if (!admission.ok) return admission;
  const isSigned = admission.signatures.length > 0;
  if (!admission.hasForm && !isSigned) return admission;
  const drawing = { ...budget, rssMegabytes: COMPARISON_MEGABYTES };
  const outcome = await pool.run({ kind: 'compare', path, isSigned }, drawing, turn);
  const change = outcome.kind === 'compared' ? outcome.change : null;
  return change === null ? admission : refuse(isSigned ? 'signed_filled' : 'form_value', change);
}

async function verifyAppended(pool: WorkerPool, job: AppendedJob, turn?: Turn) {
  const outcome = await pool.run({ kind: 'verify-appended', ...job }, APPENDED, turn);
  if (outcome.kind === 'appended') return outcome.problem;
  throw failed('the signature could not be verified', outcome);
}

async function look(pool: WorkerPool, job: LookJob, turn?: Turn) {
  const outcome = await pool.run({ kind: 'look', ...job }, LOOK, turn);
  return outcome.kind === 'seen' ? outcome.problem : null;
}

/** Opens the pool. Close it when done. */
export function startPdfWorkers(options: PdfWorkerOptions): PdfWorkers {
  const { script, size = 2 } = options;
  const { ms, cpuMs, rssMegabytes } = { ...ADMISSION, ...options };
  const { heapMegabytes = 400, maxPages = 5000, limits } = options;
  const pool = new WorkerPool({ fork: () => forkWorker(script, heapMegabytes), size, limits });
  return {
    warm: () => pool.warm(),
    assertRoom: (turn) => pool.assertRoom('admit', turn),
    admit: (path, turn) =>
      admit(pool, { path, maxPages, budget: { ms, cpuMs, rssMegabytes }, turn }),
    async survey(job, turn) {
      const budget = { ...SURVEY, ...options.survey };
      const outcome = await pool.run({ kind: 'survey', ...job }, budget, turn);
      return outcome.kind === 'surveyed' ? outcome.blanks : undefined;
    },
    async locate(job) {
      const outcome = await pool.run({ kind: 'locate', ...job }, LOCATING);
      return outcome.kind === 'located' ? outcome.located : undefined;
    },
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
