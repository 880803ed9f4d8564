import { createCms } from '../../src/pdf/cms/create-cms.ts';
import type { Fonts } from '../../src/pdf/fonts/fonts.ts';
import { loadPdf, rewritePdf } from '../../src/pdf/pdf-file.ts';
import type { SignatureField } from '../../src/pdf/signing/geometry.ts';
import { placeFields } from '../../src/pdf/signing/place-fields.ts';
import type { PreparedSignature, SignatureRequest } from '../../src/pdf/signing/prepare.ts';
import { embedCms, prepareSignature } from '../../src/pdf/signing/prepare.ts';
import type { Identity, IssueOptions, PdfAuthority } from './pdf-authority.ts';

/** Invented signers, in both scripts. */
export const SIGNERS = [
  'Asha Rao',
  'Ravi Kumar',
  'अनिता शर्मा',
  'Meera Iyer',
  'Dr. श्री विक्रम सिंह',
  'Kavya Nair',
] as const;

/** The fields of so many signers, three across at the foot of page 1; the first has a mark beside. */
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
export async function arranged(pdf: Buffer, fields: readonly SignatureField[]): Promise<Buffer> {
  return await placeFields(await rewritePdf(await loadPdf(pdf)), fields);
}

type Wishes = Partial<SignatureRequest> & { readonly fonts: Fonts };

/** The revision of one signer, with its hole. */
export async function prepared(
  base: Buffer,
  field: SignatureField,
  wishes: Wishes,
): Promise<PreparedSignature> {
  const certify = field.field === 'esign_01';
  const defaults = { ...field, name: 'Asha Rao', date: new Date(), certify };
  return await prepareSignature(base, { ...defaults, ...wishes });
}

/** One signer's signature, prepared and embedded. */
export async function signedBy(
  base: Buffer,
  field: SignatureField,
  wishes: Wishes & { readonly identity: Identity; readonly ess?: boolean },
): Promise<Buffer> {
  const { identity, ess = true, ...rest } = wishes;
  const open = await prepared(base, field, rest);
  return embedCms(open, createCms({ sha256: open.sha256, ...identity, ess }));
}

/** All revisions of a document, the arranged one first, then one a signer. */
export async function signedByAll(
  pdf: Buffer,
  signing: {
    readonly fields: readonly SignatureField[];
    readonly authority: PdfAuthority;
    readonly fonts: Fonts;
    readonly issue?: IssueOptions;
    /** False packs the signatures as adbe.pkcs7.detached, without signingCertificateV2. */
    readonly ess?: boolean;
  },
): Promise<Buffer[]> {
  const { ess = true } = signing;
  const subFilter = ess ? 'ETSI.CAdES.detached' : 'adbe.pkcs7.detached';
  const revisions = [await arranged(pdf, signing.fields)];
  for (const [index, field] of signing.fields.entries()) {
    const name = SIGNERS[index] ?? 'Asha Rao';
    const identity = await signing.authority.issue(name, signing.issue);
    const base = revisions[index] ?? pdf;
    revisions.push(
      await signedBy(base, field, { name, identity, fonts: signing.fonts, ess, subFilter }),
    );
  }
  return revisions;
}
