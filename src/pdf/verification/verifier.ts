import type { ChildProcess } from 'node:child_process';
import type { X509Certificate } from 'node:crypto';
import type { Budget, Given, JobKind, Outcome } from '../admission/watched-child.ts';
import { forkWorker, isDeath, runWatched } from '../admission/watched-child.ts';
import { pinOf } from '../cms/certificates.ts';
import type { ProofJob, TimestampPlaceholder } from '../signing/prove.ts';
import type { CarriedCertificates } from './carried-certificates.ts';
import type { JudgingOptions } from './judging-rules.ts';
import type { AddressesJob, NamedAddress } from './named-addresses.ts';
import type { PdfVerdict } from './verdict.ts';
import { unreadBy } from './verdict.ts';

interface VerifierOptions {
  readonly script: URL;
  /** Changes the limits: 60 s, 30 s of CPU time, 800 MB. */
  readonly budget?: Partial<Budget>;
}

/** The options of `verifyPdf`, plus service certificates whose keys are accepted as seals. */
export interface Trust extends Omit<JudgingOptions, 'at' | 'comparePages'> {
  /** Does not compare pages as pictures; the verdict says so. */
  readonly withoutPictures?: boolean;
  readonly serviceCertificates?: readonly X509Certificate[];
  /** More intermediates, as their issuers serve them: `certificatesIn` reads them in the worker. */
  readonly issuers?: readonly Uint8Array[];
}

/** Verifies PDFs in a separate process, which a hostile file can only stop, not harm. */
export interface Verifier {
  /** A file that exceeds the limits is `UNREADABLE`. Files wait for each other. */
  verify(bytes: Uint8Array, trust: Trust): Promise<PdfVerdict>;
  /** Undefined if the file cannot be read within the limits. */
  certificates(bytes: Uint8Array): Promise<CarriedCertificates | undefined>;
  /** Undefined if the certificates cannot be read within the limits. */
  addresses(of: AddressesJob): Promise<readonly NamedAddress[] | undefined>;
  /** `proveFile` in the separate process. Throws if the file cannot be read within the limits. */
  prove(job: ProofJob): Promise<TimestampPlaceholder | null>;
  close(): void;
}

/** A file of 10 MB with 5000 pages and six signatures takes a tenth of this. */
const BUDGET: Budget = { ms: 60_000, cpuMs: 30_000, rssMegabytes: 800 };
const HEAP_MEGABYTES = 1000;

function sendable({ serviceCertificates = [], issuers = [], ...trust }: Trust) {
  const { roots, intermediates = [], crls = [], ocsp = [], policies = [], seals = [] } = trust;
  const der = (certificates: readonly X509Certificate[]) => certificates.map(({ raw }) => raw);
  return {
    roots: der(roots),
    intermediates: [...der(intermediates), ...issuers],
    crls,
    ocsp,
    policies,
    seals: [...seals, ...serviceCertificates.map(pinOf)],
  };
}

/** Starts the process immediately, so that it loads while the caller reads the file. */
export function startVerifier(options: VerifierOptions): Verifier {
  const budget = { ...BUDGET, ...options.budget };
  const fork = () => forkWorker(options.script, HEAP_MEGABYTES);
  let child: ChildProcess = fork();
  let last: Promise<unknown> = Promise.resolve();
  const run = <Kind extends JobKind>(kind: Kind, given: Given<Kind>): Promise<Outcome<Kind>> => {
    const turn = last.then(async () => {
      if (!child.connected || child.killed) child = fork();
      return (await runWatched(child, { kind, ...given }, budget)).outcome;
    });
    last = turn.catch(() => undefined);
    return turn;
  };
  return {
    async verify(bytes, trust) {
      const pictures = trust.withoutPictures ? 'not_asked' : 'compare';
      const job = { bytes, ...sendable(trust), pictures } as const;
      const first = await run('verify', job);
      // A page that takes too long to draw says nothing against the signatures.
      const isWithout = isDeath(first) && pictures === 'compare';
      const outcome = isWithout ? await run('verify', { ...job, pictures: 'not_drawn' }) : first;
      if (outcome.kind === 'done') return outcome.answer;
      return unreadBy(isDeath(outcome) ? outcome.kind : 'crash', bytes);
    },
    async certificates(bytes) {
      const outcome = await run('carried', { bytes });
      return outcome.kind === 'done' ? outcome.answer : undefined;
    },
    async addresses(of) {
      const outcome = await run('addresses', of);
      return outcome.kind === 'done' ? outcome.answer : undefined;
    },
    async prove(job) {
      const outcome = await run('prove', job);
      if (outcome.kind === 'done') return outcome.answer;
      throw new Error(outcome.kind === 'failed' ? outcome.message : outcome.kind);
    },
    close() {
      child.kill('SIGKILL');
    },
  };
}
