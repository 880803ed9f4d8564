import { loadPdf, rewritePdf } from '../../../src/pdf/pdf-file.ts';
import type { SignatureField } from '../../../src/pdf/signing/geometry.ts';
import { placeFields } from '../../../src/pdf/signing/place-fields.ts';
import type { PreparedSignature, SignatureRequest } from '../../../src/pdf/signing/prepare.ts';
import { embedCms, prepareSignature } from '../../../src/pdf/signing/prepare.ts';
import { testFonts } from '../drawing/pdf-fonts.ts';
import { createCms } from '../trust/create-cms.ts';
import type { IssueOptions } from '../trust/pdf-authority.ts';
import { testAuthority } from '../trust/pdf-authority.ts';
import { aPdf } from './a-pdf.ts';

/** Invented signers, in both scripts. */
export const SIGNERS = [
  'Asha Rao',
  'Ravi Kumar',
  'अनिता शर्मा',
  'Meera Iyer',
  'Dr. श्री विक्रम सिंह',
  'Kavya Nair',
] as const;

type Wishes = Partial<SignatureRequest> & {
  /** Changes the signer's certificate. */
  readonly issue?: IssueOptions;
  /** False packs the signature as adbe.pkcs7.detached, without signingCertificateV2. */
  readonly ess?: boolean;
};

/** One field for each signer, three to a row at the foot of page 1. */
export function fieldsFor(count: number): SignatureField[] {
  return Array.from({ length: count }, (_, index) => ({
    field: `esign_0${index + 1}`,
    rects: [
      {
        page: 1,
        x: 40 + (index % 3) * 175,
        y: 40 + Math.floor(index / 3) * 130,
        width: 160,
        height: 110,
      },
    ],
  }));
}

/** A document with all fields placed, ready for its first signer. */
export async function withFields(pdf: Buffer, fields: readonly SignatureField[]): Promise<Buffer> {
  return await placeFields(await rewritePdf(await loadPdf(pdf)), fields);
}

/** The revision of one signer, with its placeholder. */
export async function prepared(
  base: Buffer,
  field: SignatureField,
  { issue, ess = true, ...wishes }: Wishes = {},
): Promise<PreparedSignature> {
  return await prepareSignature(base, {
    ...field,
    name: 'Asha Rao',
    date: new Date(),
    subFilter: ess ? 'ETSI.CAdES.detached' : 'adbe.pkcs7.detached',
    fonts: testFonts(),
    ...wishes,
  });
}

/** One signer's signature, prepared and embedded. */
export async function signedBy(
  base: Buffer,
  field: SignatureField,
  wishes: Wishes = {},
): Promise<Buffer> {
  const { name = 'Asha Rao', issue, ess = true } = wishes;
  const identity = await (await testAuthority()).issue(name, issue);
  const open = await prepared(base, field, wishes);
  return embedCms(open, createCms({ sha256: open.sha256, ...identity, ess }));
}

/** All revisions of a document: without signatures first, then one for each signer. */
export async function signedByAll(
  pdf: Buffer,
  fields: readonly SignatureField[],
  wishes: Wishes = {},
): Promise<Buffer[]> {
  let last = await withFields(pdf, fields);
  const revisions = [last];
  for (const [index, field] of fields.entries()) {
    last = await signedBy(last, field, { name: SIGNERS[index] ?? 'Asha Rao', ...wishes });
    revisions.push(last);
  }
  return revisions;
}

const made = new Map<number, Promise<Buffer[]>>();

/** The revisions of a small document with so many signers, made once; each call returns copies. */
export async function signedDocument(signers: number): Promise<Buffer[]> {
  const revisions = made.get(signers) ?? signedByAll(aPdf(), fieldsFor(signers));
  made.set(signers, revisions);
  return (await revisions).map((bytes) => Buffer.from(bytes));
}
