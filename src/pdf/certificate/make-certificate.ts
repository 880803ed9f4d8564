import { readFile, writeFile } from 'node:fs/promises';
import type { Fonts } from '../fonts/fonts.ts';
import type { PreparedSignature } from '../signing/prepare.ts';
import { layOutCertificate, prepareSeal } from './certificate.ts';
import type { AuditRow, CertificateFacts } from './completion-evidence.ts';
import { answerFile, signatureFiles } from './signature-files.ts';

/** Paths of a certificate's inputs: facts as JSON, audit trail as one JSON entry per line. */
export type CertificateJob = {
  readonly facts: string;
  readonly audit: string;
  readonly signed: string;
  /** The authority's answers, as received. */
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
