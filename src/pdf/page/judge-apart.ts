import { X509Certificate } from '../../platform/crypto.ts';
import type { JudgedFile } from '../verification/pair.ts';
import { bindPairs } from '../verification/pair.ts';
import type { PdfVerdict } from '../verification/verdict.ts';
import { unreadBy } from '../verification/verdict.ts';
import { verifyPdf } from '../verification/verify.ts';
import type { BuiltInTrust, ChosenTrust } from './trust.ts';
import { judgingTrust } from './trust.ts';

export interface GivenFile {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** Judges a file as `esign verify` does. Never throws. */
export const judgeFile = (
  bytes: Uint8Array,
  builtIn: BuiltInTrust,
  chosen: ChosenTrust,
): Promise<PdfVerdict> => verifyPdf(Buffer.from(bytes), judgingTrust(builtIn, chosen));

/** Judges files one after another, and compares pairs. */
export async function judgeFiles(
  files: readonly GivenFile[],
  judge: (bytes: Uint8Array) => Promise<PdfVerdict>,
): Promise<JudgedFile[]> {
  const results: JudgedFile[] = [];
  for (const { name: file, bytes } of files) results.push({ file, verdict: await judge(bytes) });
  return bindPairs(results);
}

interface Job {
  readonly bytes: Uint8Array;
  readonly builtIn: BuiltInTrust;
  /** DER, as are the certificates of services. */
  readonly roots: readonly Uint8Array[];
  readonly services: readonly Uint8Array[];
}

function judge({ bytes, builtIn, ...ders }: Job): Promise<PdfVerdict> {
  const read = (given: readonly Uint8Array[]) => given.map((der) => new X509Certificate(der));
  const chosen = { roots: read(ders.roots), services: read(ders.services) };
  return judgeFile(bytes, builtIn, chosen);
}

const READY = 'ready';

/** In the worker: judges a file, and answers with its verdict. */
export function answerJobs(): void {
  addEventListener('message', ({ data }: MessageEvent<Job>) => {
    void judge(data).then(postMessage, (error) =>
      // Reaches the page as the worker's error
      setTimeout(() => {
        throw error;
      }),
    );
  });
  postMessage(READY);
}

/** The same as for `esign verify`. */
const LIMIT_MS = 60_000;

/** Undefined if the browser refuses to make one. */
function startWorker(script: string): Worker | undefined {
  try {
    return new Worker(script);
  } catch {
    return undefined;
  }
}

/** Falls back to judging in the page itself if the browser blocks workers. */
function inWorker(script: string, job: Job, signal: AbortSignal): Promise<PdfVerdict> {
  signal.throwIfAborted();
  const worker = startWorker(script);
  if (!worker) return judge(job);
  let isReady = false;
  let limit: ReturnType<typeof setTimeout>;
  return new Promise<PdfVerdict>((resolve, reject) => {
    limit = setTimeout(() => resolve(unreadBy('timeout', job.bytes)), LIMIT_MS);
    signal.addEventListener('abort', reject);
    worker.onerror = () => resolve(isReady ? unreadBy('crash', job.bytes) : judge(job));
    worker.onmessage = ({ data }) => {
      if (data !== READY) return resolve(data);
      isReady = true;
      worker.postMessage(job);
    };
  }).finally(() => {
    clearTimeout(limit);
    worker.terminate();
  });
}

/**
 * Judges files as `judgeFiles`, each in a worker that a hostile file can only stop. Rejects once
 * the signal is aborted.
 */
export async function judgeApart(
  files: readonly GivenFile[],
  builtIn: BuiltInTrust,
  { roots, services, signal }: ChosenTrust & { readonly signal: AbortSignal },
): Promise<JudgedFile[]> {
  const code = document.querySelector('script:not([type])')?.textContent ?? '';
  const script = URL.createObjectURL(new Blob([code], { type: 'text/javascript' }));
  const trust = {
    builtIn,
    roots: roots.map(({ raw }) => raw),
    services: services.map(({ raw }) => raw),
  };
  return await judgeFiles(files, (bytes) => inWorker(script, { ...trust, bytes }, signal)).finally(
    () => URL.revokeObjectURL(script),
  );
}
