import { X509Certificate } from 'node:crypto';
import type { WorkerReply } from '../admission/watched-child.ts';
import type { VerifyJob } from './verdict.ts';
import { verifyPdf } from './verify.ts';

async function work({ bytes, roots, seals }: VerifyJob): Promise<WorkerReply> {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const trusted = roots.map((der) => new X509Certificate(der));
  return { kind: 'verified', verdict: await verifyPdf(file, { roots: trusted, seals }) };
}

process.on('message', (job: VerifyJob) => {
  // Nothing is caught: the parent sees a crash.
  void work(job).then((reply) => process.send?.(reply));
});
process.on('disconnect', () => process.exit());
