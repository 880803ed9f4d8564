import { X509Certificate } from '../../platform/crypto.ts';
import type { JudgedFile } from '../verification/pair.ts';
import type { PdfVerdict } from '../verification/verdict.ts';
import { unreadBy } from '../verification/verdict.ts';
import type { GivenFile } from './judge-files.ts';
import { judgeFile, judgeFiles } from './judge-files.ts';
import type { BuiltInTrust, ChosenTrust } from './trust.ts';

interface Job {
  readonly bytes: Uint8Array;
  readonly builtIn: BuiltInTrust;
  /** DER, as are the certificates of services. */
  readonly roots: readonly Uint8Array[];
  readonly services: readonly Uint8Array[];
}

/** In the worker: judges a file, and answers with its verdict. */
export function answerJob({ data }: MessageEvent<Job>): void {
  const [roots, services] = [data.roots, data.services].map((ders) =>
    ders.map((der) => new X509Certificate(der)),
  ) as [X509Certificate[], X509Certificate[]];
  void judgeFile(data.bytes, data.builtIn, { roots, services }).then(postMessage, (error) =>
    // Reaches the page as the worker's error
    setTimeout(() => {
      throw error;
    }),
  );
}

/** What `esign verify` allows a file. */
const LIMIT_MS = 60_000;

function inWorker(script: string, job: Job, signal: AbortSignal): Promise<PdfVerdict> {
  const worker = new Worker(script);
  let limit: ReturnType<typeof setTimeout>;
  return new Promise<PdfVerdict>((resolve, reject) => {
    limit = setTimeout(() => resolve(unreadBy('timeout', job.bytes)), LIMIT_MS);
    signal.addEventListener('abort', reject);
    worker.onerror = () => resolve(unreadBy('crash', job.bytes));
    worker.onmessage = ({ data }) => resolve(data);
    worker.postMessage(job);
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
