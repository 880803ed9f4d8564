import type { X509Certificate } from 'node:crypto';
import type { PDF } from '@libpdf/core';
import { findSigners } from '../cms/check-cms.ts';
import type { CmsContents } from '../cms/read-cms.ts';
import { readCms } from '../cms/read-cms.ts';
import { SEAL_FIELD } from '../signing/form-fields.ts';
import type { SignedField } from './byte-range.ts';
import { claimedEnd, readSignedBytes, signedFields, TIMESTAMP } from './byte-range.ts';
import { judgingRules } from './judging-rules.ts';
import { loadSigned } from './xref/chain.ts';

/** A signature with the certificates in its CMS, in DER. Nothing in it has been checked. */
export interface CarryingSignature {
  /** A timestamp covers the document, or is part of the signature in this field. */
  readonly kind: 'signature' | 'timestamp' | 'seal';
  readonly field: string;
  readonly signer: Uint8Array;
  readonly certificates: readonly Uint8Array[];
}

export interface CarriedCertificates {
  /** In signing order, without those that cannot be read or whose certificate is missing. */
  readonly signatures: readonly CarryingSignature[];
  /** From the document security store (ISO 32000-2, 12.8.4.3). */
  readonly stored: readonly Uint8Array[];
}

const derOf = (certificates: readonly X509Certificate[]) => certificates.map(({ raw }) => raw);

/** `stored` may have the signer's certificate if the CMS lacks it. */
function carryingSignature(
  contents: CmsContents,
  stored: readonly X509Certificate[],
  about: Pick<CarryingSignature, 'kind' | 'field'>,
): CarryingSignature {
  const signer = findSigners(contents, stored)[0].certificate.raw;
  return { ...about, signer, certificates: derOf(contents.certificates) };
}

/** Nothing has been checked. */
export interface CarriedSignature {
  readonly signed: SignedField;
  readonly contents: CmsContents;
  readonly tokens: readonly CmsContents[];
}

function readSignature(file: Buffer, signed: SignedField): CarriedSignature[] {
  try {
    const contents = readCms(readSignedBytes(file, signed).cms);
    return [{ signed, contents, tokens: contents.tokens.map(readCms) }];
  } catch {
    return [];
  }
}

/** In signing order, without those that cannot be read. */
export function readSignatures(file: Buffer, pdf: PDF): CarriedSignature[] {
  const fields = signedFields(pdf).sort((a, b) => claimedEnd(a) - claimedEnd(b));
  return fields.flatMap((signed) => readSignature(file, signed));
}

function kindOf({ field, subFilter }: SignedField): CarryingSignature['kind'] {
  if (subFilter === TIMESTAMP) return 'timestamp';
  return field === SEAL_FIELD ? 'seal' : 'signature';
}

function carryingSignatures(
  { signed, contents, tokens }: CarriedSignature,
  stored: readonly X509Certificate[],
): CarryingSignature[] {
  const { field } = signed;
  try {
    return [
      carryingSignature(contents, stored, { kind: kindOf(signed), field }),
      ...tokens.map((token) => carryingSignature(token, stored, { kind: 'timestamp', field })),
    ];
  } catch {
    return [];
  }
}

/** Judges no certificate. Throws if the file cannot be read. */
export async function carriedCertificates(file: Buffer): Promise<CarriedCertificates> {
  const pdf = await loadSigned(file);
  const stored = judgingRules(pdf, { roots: [] }).intermediates;
  const signatures = readSignatures(file, pdf);
  return {
    signatures: signatures.flatMap((signature) => carryingSignatures(signature, stored)),
    stored: derOf(stored),
  };
}
