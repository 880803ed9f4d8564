import type { X509Certificate } from 'node:crypto';
import { OID } from '../cms/asn1.ts';
import { findSigner } from '../cms/check-cms.ts';
import type { CmsContents } from '../cms/read-cms.ts';
import { onlyValue, readCms } from '../cms/read-cms.ts';
import { loadPdf } from '../pdf-file.ts';
import { SEAL_FIELD } from '../signing/form-fields.ts';
import { readSignedBytes, TIMESTAMP } from './byte-range.ts';
import { judgingRules } from './judging-rules.ts';
import type { SignedField } from './signed-field.ts';
import { signedFields } from './signed-field.ts';

/** A signature with the certificates in its CMS, in DER. Nothing in it has been checked. */
interface CarryingSignature {
  /** A timestamp covers the document, or is part of the signature in this field. */
  readonly kind: 'signature' | 'timestamp' | 'seal';
  readonly field: string;
  /** The certificate of the signer. */
  readonly signer: Uint8Array;
  /** All certificates in the CMS. */
  readonly certificates: readonly Uint8Array[];
}

/** The certificates that a PDF carries, in DER. */
export interface CarriedCertificates {
  /** In the order in which they were made. One that cannot be read, or whose certificate is missing, is left out. */
  readonly signatures: readonly CarryingSignature[];
  /** Those in the document security store (ISO 32000-2, 12.8.4.3). */
  readonly stored: readonly Uint8Array[];
}

/** A job that lists the certificates of a file. */
export interface CarriedJob {
  readonly kind: 'carried';
  readonly bytes: Uint8Array;
}

const derOf = (certificates: readonly X509Certificate[]) => certificates.map(({ raw }) => raw);

/** `stored` may have the signer's certificate, if the CMS has not. */
function carryingSignature(
  contents: CmsContents,
  stored: readonly X509Certificate[],
  about: Pick<CarryingSignature, 'kind' | 'field'>,
): CarryingSignature {
  const signer = findSigner(contents, stored).certificate.raw;
  return { ...about, signer, certificates: derOf(contents.certificates) };
}

/** The timestamp tokens in a signature: at most one. */
function tokensIn({ signerInfo }: CmsContents): CmsContents[] {
  const value = onlyValue(signerInfo.unsignedAttrs?.attributes ?? [], OID.timeStampToken);
  return value ? [readCms(new Uint8Array(value.toBER()))] : [];
}

function kindOf({ field, subFilter }: SignedField): CarryingSignature['kind'] {
  if (subFilter === TIMESTAMP) return 'timestamp';
  return field === SEAL_FIELD ? 'seal' : 'signature';
}

function signaturesIn(
  file: Buffer,
  signed: SignedField,
  stored: readonly X509Certificate[],
): CarryingSignature[] {
  const { field } = signed;
  try {
    const contents = readCms(readSignedBytes(file, signed).cms);
    const tokens = tokensIn(contents);
    return [
      carryingSignature(contents, stored, { kind: kindOf(signed), field }),
      ...tokens.map((token) => carryingSignature(token, stored, { kind: 'timestamp', field })),
    ];
  } catch {
    return [];
  }
}

const endOf = ({ byteRange: [, , to = 0, length = 0] }: SignedField): number => to + length;

/** Lists the certificates that a PDF carries, without judging any. Throws for a file that cannot be read. */
export async function carriedCertificates(file: Buffer): Promise<CarriedCertificates> {
  const pdf = await loadPdf(file);
  const stored = judgingRules(pdf, { roots: [] }).intermediates;
  const fields = signedFields(pdf).sort((a, b) => endOf(a) - endOf(b));
  return {
    signatures: fields.flatMap((signed) => signaturesIn(file, signed, stored)),
    stored: derOf(stored),
  };
}
