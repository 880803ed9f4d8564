import type { Static } from 'typebox';
import { Type } from 'typebox';
import { Value } from 'typebox/value';

/** What the audit trail keeps of an embedded signature. */
export const SignatureFact = Type.Object({
  signerId: Type.String(),
  txn: Type.String(),
  field: Type.String(),
  /** SHA-256 of the bytes that were signed. */
  inputHash: Type.String(),
  /** SHA-256 of the file right after this signature. */
  sha256: Type.String(),
  cmsSha256: Type.String(),
  /** The name in the certificate. */
  commonName: Type.String(),
  certificate: Type.Object({
    subject: Type.String(),
    issuer: Type.String(),
    serialNumber: Type.String(),
    sha256: Type.String(),
    validFrom: Type.String(),
    validTo: Type.String(),
  }),
});
export type SignatureFact = Static<typeof SignatureFact>;

/**
 * Reads what the trail holds of an embedded signature.
 * @throws {Error} when the entry is missing or not of that form
 */
export const readSignatureFact = (data: unknown): SignatureFact => Value.Parse(SignatureFact, data);
