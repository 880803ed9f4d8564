import { X509Certificate } from 'node:crypto';
import type { WorkerReply } from '../admission/watched-child.ts';
import type { PageComparer } from '../reading/page-comparer.ts';
import { pageComparer } from '../reading/page-comparer.ts';
import type { ProofJob } from '../signing/prove.ts';
import { certificatesIn } from '../trust/certificates-in.ts';
import { carriedCertificates } from './carried-certificates.ts';
import { namedAddresses } from './named-addresses.ts';
import type { VerifyJob } from './verdict.ts';
import type { VerifierJob } from './verifier.ts';
import { verifyPdf } from './verify.ts';

const WASM = new URL('pdfium.wasm', import.meta.url);
/** Part of the time that a file has. */
const PICTURES_MS = 15_000;
const COMPARERS: Readonly<Record<VerifyJob['pictures'], PageComparer | undefined>> = {
  compare: pageComparer(WASM, PICTURES_MS),
  not_asked: undefined,
  not_drawn: async () => undefined,
};

async function work(job: VerifierJob): Promise<WorkerReply> {
  if (job.kind === 'addresses') return { kind: 'named', addresses: namedAddresses(job) };
  if (job.kind === 'prove') return await prove(job);
  const { buffer, byteOffset, byteLength } = job.bytes;
  const file = Buffer.from(buffer, byteOffset, byteLength);
  if (job.kind === 'carried') return await list(file);
  const { crls, ocsp, policies, seals, pictures } = job;
  const roots = job.roots.map((der) => new X509Certificate(der));
  const intermediates = job.intermediates.flatMap(certificatesIn);
  const own = { roots, intermediates, crls, ocsp, policies, seals };
  const verdict = await verifyPdf(file, { ...own, comparePages: COMPARERS[pictures] });
  return { kind: 'verified', verdict };
}

async function prove(job: ProofJob): Promise<WorkerReply> {
  const certificates = job.proof.certificates.flatMap(certificatesIn).map(({ raw }) => raw);
  try {
    const { proveFile } = await import('../signing/prove.ts');
    const placeholder = await proveFile({ ...job, proof: { ...job.proof, certificates } });
    return { kind: 'proved', placeholder };
  } catch (error) {
    return { kind: 'failed', message: String(error) };
  }
}

/** A file that cannot be read is not a crash. */
async function list(file: Buffer): Promise<WorkerReply> {
  try {
    return { kind: 'carried', carried: await carriedCertificates(file) };
  } catch (error) {
    return { kind: 'failed', message: String(error) };
  }
}

process.on('message', (job: VerifierJob) => {
  // Errors are not caught: the parent sees a crash.
  void work(job).then((reply) => process.send?.(reply));
});
process.on('disconnect', () => process.exit());
