import { X509Certificate } from 'node:crypto';
import { serveJobs } from '../admission/watched-child.ts';
import type { PageComparer } from '../reading/compare-looks.ts';
import { pageComparer } from '../reading/compare-looks.ts';
import { carriedCertificates } from './carried-certificates.ts';
import { certificatesIn, namedAddresses } from './named-addresses.ts';
import type { VerifyJob } from './verdict.ts';
import { verifyPdf } from './verify.ts';

const WASM = new URL('pdfium.wasm', import.meta.url);
/** Part of the time that a file has. */
const PICTURES_MS = 15_000;
const COMPARERS: Readonly<Record<VerifyJob['pictures'], PageComparer | undefined>> = {
  compare: pageComparer(WASM, PICTURES_MS),
  not_asked: undefined,
  not_drawn: async () => undefined,
};

const bufferOf = ({ buffer, byteOffset, byteLength }: Uint8Array): Buffer =>
  Buffer.from(buffer, byteOffset, byteLength);

serveJobs({
  addresses: async (job) => namedAddresses(job),
  carried: async ({ bytes }) => await carriedCertificates(bufferOf(bytes)),
  verify: async ({ bytes, pictures, ...given }) => {
    const roots = given.roots.map((der) => new X509Certificate(der));
    const intermediates = given.intermediates.flatMap(certificatesIn);
    const { crls, ocsp, policies, seals } = given;
    const own = { roots, intermediates, crls, ocsp, policies, seals };
    return await verifyPdf(bufferOf(bytes), { ...own, comparePages: COMPARERS[pictures] });
  },
  prove: async (job) => {
    const certificates = job.proof.certificates.flatMap(certificatesIn).map(({ raw }) => raw);
    const { proveFile } = await import('../signing/prove.ts');
    return await proveFile({ ...job, proof: { ...job.proof, certificates } }).catch((error) => {
      // The command line shows the error's name, too.
      throw new Error(String(error));
    });
  },
});
