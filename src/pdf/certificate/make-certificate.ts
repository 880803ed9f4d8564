import { readFile, writeFile } from 'node:fs/promises';
import type { PDF } from '@libpdf/core';
import type { CmsContents } from '../cms/read-cms.ts';
import { revocationAttribute } from '../cms/read-cms.ts';
import type { Fonts } from '../fonts/fonts.ts';
import { loadPdf } from '../pdf-file.ts';
import type { PreparedSignature } from '../signing/prepare.ts';
import type { RevocationFiles } from '../trust/revocation/revocation.ts';
import type { CarriedSignature } from '../verification/carried-certificates.ts';
import { readSignatures } from '../verification/carried-certificates.ts';
import { judgingRules, storedRevocation } from '../verification/judging-rules.ts';
import { layOutCertificate, prepareSeal } from './certificate.ts';
import type { AuditRow, CertificateFacts, EvidenceSigner } from './completion-evidence.ts';
import type { Attached } from './shaping-printer.ts';

const numbered = (number: number): string => String(number).padStart(2, '0');

function unique(items: readonly Uint8Array[]): Uint8Array[] {
  return [...new Map(items.map((one) => [Buffer.from(one).toString('hex'), one])).values()];
}

function chainFile(pdf: PDF, signatures: readonly CarriedSignature[]): Attached {
  const carried = signatures.flatMap(({ contents, tokens }) => [contents, ...tokens]);
  const { intermediates: stored } = judgingRules(pdf, { roots: [] });
  const all = [...carried.flatMap(({ certificates }) => certificates), ...stored];
  const pem = new Map(all.map((one) => [one.fingerprint256, one.toString()]));
  return {
    name: 'chain.pem',
    bytes: Buffer.from([...pem.values()].join('')),
    mimeType: 'application/x-pem-file',
    description: 'The certificates in the signed PDF, roots included where it has them',
  };
}

function revocationFiles({ crls, ocsp }: RevocationFiles): Attached[] {
  const lists = unique(crls).map((der, index) => ({
    name: `revocation-${numbered(index + 1)}.crl`,
    bytes: Buffer.from(der),
    mimeType: 'application/pkix-crl',
    description: 'A revocation list in the signed PDF',
  }));
  const responses = unique(ocsp).map((der, index) => ({
    name: `revocation-${numbered(index + 1)}.ocsp`,
    bytes: Buffer.from(der),
    mimeType: 'application/ocsp-response',
    description: 'An OCSP response in the signed PDF',
  }));
  return [...lists, ...responses];
}

function cmsIn(signatures: readonly CarriedSignature[], field: string): CmsContents {
  const found = signatures.find(({ signed }) => signed.field === field);
  if (!found) throw new Error(`The signed PDF has no readable signature in ${field}.`);
  return found.contents;
}

/** CMS files, certificates, CRLs and OCSP responses. Throws Error if a signature is missing. */
async function signatureFiles(
  signed: Buffer,
  signers: readonly Pick<EvidenceSigner, 'order' | 'field'>[],
): Promise<Attached[]> {
  const pdf = await loadPdf(signed);
  const signatures = readSignatures(signed, pdf);
  const own = signers.map(({ order, field }) => ({ order, cms: cmsIn(signatures, field) }));
  const inCms = own.map(({ cms }) => revocationAttribute(cms));
  const stored = storedRevocation(pdf);
  return [
    ...own.map(({ order, cms }) => ({
      name: `signature-${numbered(order)}.p7s`,
      bytes: cms.bytes,
      mimeType: 'application/pkcs7-signature',
      description: `The CMS of signer ${order}, as embedded in the signed PDF`,
    })),
    chainFile(pdf, signatures),
    ...revocationFiles({
      crls: [...inCms.flatMap(({ crls }) => crls), ...stored.crls],
      ocsp: [...inCms.flatMap(({ ocsp }) => ocsp), ...stored.ocsp],
    }),
  ];
}

const answerFile = (order: number, bytes: Buffer): Attached => ({
  name: `gateway-${numbered(order)}.xml`,
  bytes,
  mimeType: 'application/xml',
  description: `The authority's answer about signer ${order}, with its own signature`,
});

/** Paths of a certificate's inputs: facts as JSON, audit trail as one JSON entry per line. */
export type CertificateJob = {
  readonly facts: string;
  readonly audit: string;
  readonly signed: string;
  readonly answers: readonly { readonly order: number; readonly path: string }[];
  /** Receives the certificate, with a placeholder for its seal. */
  readonly to: string;
  readonly seal: {
    readonly name: string;
    /** ISO 8601. */
    readonly date: string;
    readonly test: boolean;
  };
};

export type CertificatePlaceholder = Omit<PreparedSignature, 'bytes'>;

/** Lays out a certificate and prepares its seal, without the seal's key. */
export async function makeCertificate(
  { facts, audit, signed, answers, to, seal }: CertificateJob,
  fonts: Fonts,
): Promise<CertificatePlaceholder> {
  const known: CertificateFacts = JSON.parse(await readFile(facts, 'utf8'));
  const lines = (await readFile(audit, 'utf8')).split('\n').filter((line) => line !== '');
  const rows = lines.map((line): AuditRow => JSON.parse(line));
  const written = answers.map(async ({ order, path }) => answerFile(order, await readFile(path)));
  const files = [
    ...(await signatureFiles(await readFile(signed), known.signers)),
    ...(await Promise.all(written)),
  ];
  const laidOut = await layOutCertificate({ ...known, audit: rows }, fonts, files);
  const shown = { ...seal, date: new Date(seal.date), fonts };
  const { bytes, ...placeholder } = await prepareSeal(laidOut, shown);
  await writeFile(to, bytes, { mode: 0o600 });
  return placeholder;
}
