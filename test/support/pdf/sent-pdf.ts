import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { placeInFile } from '../../../src/pdf/admission/place-in-file.ts';
import type { PdfWorkers } from '../../../src/pdf/admission/workers.ts';
import { drawSignaturePage } from '../../../src/pdf/signing/signature-page.ts';
import { arrangeSignatures } from '../../../src/service/core/documents/arrange-signatures.rules.ts';
import type { PlacedSigner } from '../../../src/service/core/documents/document.rules.ts';
import { SIGNATURE_PAGE_MARGIN } from '../../../src/service/core/documents/place-block.rules.ts';
import { fieldName } from '../../../src/service/core/signing/signature.rules.ts';
import { aSigner } from '../../service/ports/store-builders.ts';
import { testFonts } from '../drawing/pdf-fonts.ts';
import { aPdfFile, aPdfFolder } from './pdf-files.ts';
import { SIGNERS, signedBy } from './sign-pdf.ts';

/** A PDF that everyone has signed where the service chose. */
export interface SentPdf {
  readonly placements: readonly PlacedSigner[];
  /** The number of the page that was added for signatures; undefined if none was. */
  readonly signaturePage: number | undefined;
  /** Without signatures first, then one for each signer. */
  readonly revisions: readonly Buffer[];
}

/** Admits, surveys, places and signs a PDF as the service does, without its database. */
export async function sentPdf(
  workers: PdfWorkers,
  { bytes, name, signers: count }: { bytes: Buffer; name: string; signers: number },
): Promise<SentPdf> {
  const from = aPdfFile(bytes);
  const admission = await workers.admit(from);
  if (!admission.ok) throw new Error(`${name}: ${admission.message}`);
  const [blank] = (await workers.survey({ path: from, pages: [admission.pages.length] })) ?? [];
  const signers = Array.from({ length: count }, (_, index) => aSigner(index + 1));
  const arrangement = arrangeSignatures({ pages: admission.pages, signers }, blank);
  const { placements, pages, signaturePage } = arrangement;
  const to = join(aPdfFolder(), 'prepared.pdf');
  const fields = placements.map((one) => ({
    field: fieldName(one.signingOrder),
    rects: one.positions,
  }));
  const heading = { margin: SIGNATURE_PAGE_MARGIN, documentName: name, page: pages.length };
  const documentId = '5f0c1d5e-0f64-4f0e-9a3c-2b7d1f6f8a11';
  const added =
    signaturePage && drawSignaturePage({ ...signaturePage, ...heading, documentId }, testFonts());
  await placeInFile({ from, to, fields, signaturePage: added }, { fonts: async () => testFonts() });
  const revisions: Buffer[] = [readFileSync(to)];
  for (const [index, field] of fields.entries()) {
    const wishes = { name: SIGNERS[index] ?? 'Asha Rao', reason: `Signed as signer ${index + 1}` };
    revisions.push(await signedBy(revisions.at(-1) ?? bytes, field, wishes));
  }
  return { placements, signaturePage: added && pages.length, revisions };
}
