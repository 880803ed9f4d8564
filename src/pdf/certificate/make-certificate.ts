import { readFile, writeFile } from 'node:fs/promises';
import type { Fonts } from '../fonts/fonts.ts';
import type { PreparedSignature } from '../signing/prepare.ts';
import { layOutCertificate, prepareSeal } from './certificate.ts';
import type { AuditRow, CertificateFacts } from './completion-evidence.ts';
import { answerFile, signatureFiles } from './signature-files.ts';

/** A completion certificate to make of files: its facts as JSON, and its audit trail as a line of JSON per entry. */
export type CertificateJob = {
  readonly facts: string;
  readonly audit: string;
  /** The signed PDF. */
  readonly signed: string;
  /** The authority's answers, as they were written. */
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

/** The placeholder of a certificate's seal, and the hash to sign. */
export type CertificatePlaceholder = Omit<PreparedSignature, 'bytes'>;

/** Lays out a certificate and prepares its seal. The seal's key is not needed here. */
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
