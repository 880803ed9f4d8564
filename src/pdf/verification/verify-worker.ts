import { X509Certificate } from 'node:crypto';
import type { WorkerReply } from '../admission/watched-child.ts';
import type { CarriedJob } from './carried-certificates.ts';
import { carriedCertificates } from './carried-certificates.ts';
import type { VerifyJob } from './verdict.ts';
import { verifyPdf } from './verify.ts';

async function work(job: VerifyJob | CarriedJob): Promise<WorkerReply> {
  const { buffer, byteOffset, byteLength } = job.bytes;
  const file = Buffer.from(buffer, byteOffset, byteLength);
  if (job.kind === 'carried') return await list(file);
  const { roots, intermediates, crls, policies, seals } = job;
  const read = (ders: readonly Uint8Array[]) => ders.map((der) => new X509Certificate(der));
  const certificates = { roots: read(roots), intermediates: read(intermediates) };
  const verdict = await verifyPdf(file, { ...certificates, crls, policies, seals });
  return { kind: 'verified', verdict };
}

/** A file that cannot be read is no crash. */
async function list(file: Buffer): Promise<WorkerReply> {
  try {
    return { kind: 'carried', carried: await carriedCertificates(file) };
  } catch (error) {
    return { kind: 'failed', message: String(error) };
  }
}

process.on('message', (job: VerifyJob | CarriedJob) => {
  // Nothing is caught: the parent sees a crash.
  void work(job).then((reply) => process.send?.(reply));
});
process.on('disconnect', () => process.exit());
