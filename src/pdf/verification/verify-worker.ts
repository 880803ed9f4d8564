import { X509Certificate } from 'node:crypto';
import type { WorkerReply } from '../admission/watched-child.ts';
import type { VerifyJob } from './verdict.ts';
import { verifyPdf } from './verify.ts';

async function work({
  bytes,
  roots,
  intermediates,
  crls,
  policies,
  seals,
}: VerifyJob): Promise<WorkerReply> {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const read = (ders: readonly Uint8Array[]) => ders.map((der) => new X509Certificate(der));
  const certificates = { roots: read(roots), intermediates: read(intermediates) };
  const verdict = await verifyPdf(file, { ...certificates, crls, policies, seals });
  return { kind: 'verified', verdict };
}

process.on('message', (job: VerifyJob) => {
  // Nothing is caught: the parent sees a crash.
  void work(job).then((reply) => process.send?.(reply));
});
process.on('disconnect', () => process.exit());
