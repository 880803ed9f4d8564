import type { X509Certificate } from 'node:crypto';
import { createHash } from 'node:crypto';
import { checkChain, checkValidity, showName } from '../cms/certificates.ts';
import type { SoundCms } from '../cms/check-cms.ts';
import { checkSoundness } from '../cms/check-cms.ts';
import { checkTimestamp } from '../cms/check-timestamp.ts';
import type { CmsContents } from '../cms/read-cms.ts';
import { readCms } from '../cms/read-cms.ts';
import type { Problem } from '../errors.ts';
import { fail, problemOf } from '../errors.ts';
import { readSignedBytes } from './byte-range.ts';
import type { SignedField } from './signed-field.ts';

/** How to judge signatures. */
export interface VerifyOptions {
  /** The trusted roots. A signature can be valid without them. */
  readonly roots: readonly X509Certificate[];
  /** Checks the certificates at this time instead of the time of signing. */
  readonly at?: Date | undefined;
}

/** A signer's certificate. */
interface SignerIdentity {
  readonly commonName: string;
  readonly subject: string;
  readonly issuer: string;
  readonly serialNumber: string;
  readonly validFrom: string;
  readonly validTo: string;
  /** SHA-256 of the certificate, 64 hexadecimal digits. */
  readonly fingerprint: string;
}

/** The verdict on one signature. */
export interface SignatureVerdict {
  readonly field: string;
  /** Null if the signature cannot be read. */
  readonly signer: SignerIdentity | null;
  /** The time that the signer claims, ISO 8601 in UTC. */
  readonly claimedAt: string | null;
  /** The time that a trusted timestamp proves; null without one. */
  readonly timestampedAt: string | null;
  /** The signed bytes are unchanged, and were signed with the certificate's key while it was valid. */
  readonly valid: boolean;
  /** Valid, and the certificate leads to a trusted root. */
  readonly trusted: boolean;
  readonly coversWholeFile: boolean;
  /** The signature's position in the file, from 1. */
  readonly revision: number;
  /** SHA-256 of the CMS, 64 hexadecimal digits; null if it cannot be read. */
  readonly cmsSha256: string | null;
  /** Why the signature is not valid, or why its signer is not trusted. */
  readonly problem?: Problem;
}

/** The verdict on a CMS, apart from its place in the file. */
type Judgement = Pick<SignatureVerdict, 'signer' | 'claimedAt' | 'timestampedAt' | 'trusted'> &
  (
    | { readonly valid: true; readonly problem?: Problem }
    | { readonly valid: false; readonly problem: Problem }
  );

/** A verdict, the start of the signature's /Contents and the end of its revision; 0 if unknown. */
export type Judged = {
  readonly verdict: Pick<SignatureVerdict, 'field' | 'cmsSha256'> & Judgement;
  readonly from: number;
  readonly end: number;
};

/** A signature's CMS and the hash of the bytes it covers. */
interface ReadSignature {
  readonly signed: SignedField;
  readonly contents: CmsContents;
  readonly sha256: string;
}

function sha256Of(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

function identityOf({ signer }: SoundCms): SignerIdentity {
  const { subject, issuer, serialNumber, validFrom, validTo, raw } = signer.certificate;
  return {
    commonName: signer.commonName,
    subject: showName(subject),
    issuer: showName(issuer),
    serialNumber,
    validFrom: new Date(validFrom).toISOString(),
    validTo: new Date(validTo).toISOString(),
    fingerprint: sha256Of(raw),
  };
}

/** Why a signer is not trusted; null if the chain ends at a root. */
function distrust(sound: SoundCms, roots: readonly X509Certificate[], at: Date): Problem | null {
  const intermediates = sound.contents.certificates;
  try {
    checkChain(sound.signer.certificate, { roots, intermediates, at });
    return null;
  } catch (error) {
    return problemOf(error);
  }
}

/** An invalid timestamp proves no time, but does not make the signature invalid. */
function provenTime(sound: SoundCms, roots: readonly X509Certificate[]): Date | null {
  try {
    return checkTimestamp(sound.contents, roots)?.at ?? null;
  } catch {
    return null;
  }
}

/** Judges a sound CMS at its proven time, else at the claimed one; never at the current time. */
function judgeTime(sound: SoundCms, signed: SignedField, options: VerifyOptions): Judgement {
  const proven = provenTime(sound, options.roots);
  const claimed = sound.signingTime ?? signed.claimedAt;
  const base = {
    signer: identityOf(sound),
    claimedAt: claimed?.toISOString() ?? null,
    timestampedAt: proven?.toISOString() ?? null,
  };
  try {
    const at = options.at ?? proven ?? claimed;
    if (at === null) fail('NO_TIME', 'the signature has no time');
    checkValidity(sound.signer.certificate, at);
    const problem = distrust(sound, options.roots, at);
    return { ...base, valid: true, trusted: problem === null, ...(problem && { problem }) };
  } catch (error) {
    return { ...base, valid: false, trusted: false, problem: problemOf(error) };
  }
}

/** Judges a CMS over the bytes it covers. Throws CmsError if it is not sound. */
export function judgeCms(
  { signed, contents, sha256 }: ReadSignature,
  options: VerifyOptions,
): Judgement {
  const needEss = signed.subFilter === 'ETSI.CAdES.detached';
  return judgeTime(checkSoundness(contents, { sha256, needEss }), signed, options);
}

function invalid({ claimedAt }: SignedField, error: unknown): Judgement {
  const unknown = { signer: null, timestampedAt: null, trusted: false };
  const problem = problemOf(error);
  return { ...unknown, claimedAt: claimedAt?.toISOString() ?? null, valid: false, problem };
}

/** Judges one signature by itself; never throws. */
export function judgeSignature(file: Buffer, signed: SignedField, options: VerifyOptions): Judged {
  const { field } = signed;
  let [cmsSha256, from, end]: [string | null, number, number] = [null, 0, 0];
  try {
    const { cms, sha256, ...range } = readSignedBytes(file, signed);
    [cmsSha256, from, end] = [sha256Of(cms), range.from, range.end];
    const judgement = judgeCms({ signed, contents: readCms(cms), sha256 }, options);
    return { verdict: { field, cmsSha256, ...judgement }, from, end };
  } catch (error) {
    return { verdict: { field, cmsSha256, ...invalid(signed, error) }, from, end };
  }
}
