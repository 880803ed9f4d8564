import type { X509Certificate } from 'node:crypto';
import { createHash } from 'node:crypto';
import { checkChain, checkValidity } from '../cms/check-chain.ts';
import type { SoundCms } from '../cms/check-cms.ts';
import { checkSoundness } from '../cms/check-cms.ts';
import { checkTimestamp } from '../cms/check-timestamp.ts';
import type { CmsContents } from '../cms/read-cms.ts';
import { readCms } from '../cms/read-cms.ts';
import { showName } from '../cms/show-name.ts';
import type { Problem } from '../errors.ts';
import { fail, problemOf } from '../errors.ts';
import type { SignedBytes } from './byte-range.ts';
import { readSignedBytes } from './byte-range.ts';
import type { SignedField } from './signed-field.ts';

/** What the signatures are judged by. */
export interface VerifyOptions {
  /** Roots whose signers are trusted; none known is no fault of a signature. */
  readonly roots: readonly X509Certificate[];
  /** Judges the certificates at this time instead of the signature's own. */
  readonly at?: Date | undefined;
}

/** The certificate of a signer, for people and programs. */
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

/** The judgement of one signature. */
export interface SignatureVerdict {
  readonly field: string;
  /** Null when the signature cannot be read so far. */
  readonly signer: SignerIdentity | null;
  /** The time that the signer's software claims, ISO 8601 in UTC. */
  readonly claimedAt: string | null;
  /** The time that a trusted timestamp proves; null without one. */
  readonly timestampedAt: string | null;
  /** The signed bytes are as they were signed, by the certificate's key while it was valid. */
  readonly valid: boolean;
  /** Valid, and the certificate leads to one of the roots. */
  readonly trusted: boolean;
  readonly coversWholeFile: boolean;
  /** Position among the file's signatures, from 1. */
  readonly revision: number;
  /** SHA-256 of the CMS, 64 hexadecimal digits; null where it cannot be read. */
  readonly cmsSha256: string | null;
  /** Why it is not valid; for a valid one, why its signer is not trusted. */
  readonly problem?: Problem;
}

/** A judged signature, where its string begins and where its revision ends; 0 when that cannot be told. */
export type Judged = {
  readonly verdict: Pick<SignatureVerdict, 'field' | 'cmsSha256'> & Judgement;
  readonly from: number;
  readonly end: number;
};

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

function sha256Of(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** Whether the signer's chain ends at a root; the reason when it does not. */
function distrust(sound: SoundCms, roots: readonly X509Certificate[], at: Date): Problem | null {
  const intermediates = sound.contents.certificates;
  try {
    checkChain(sound.signer.certificate, { roots, intermediates, at });
    return null;
  } catch (error) {
    return problemOf(error);
  }
}

/** A timestamp that does not hold proves nothing, and is no fault of the signature. */
function provenTime(sound: SoundCms, roots: readonly X509Certificate[]): Date | null {
  try {
    return checkTimestamp(sound.contents, roots)?.at ?? null;
  } catch {
    return null;
  }
}

/** The judgement of a CMS, where it stands in a file aside. */
type Judgement = Pick<SignatureVerdict, 'signer' | 'claimedAt' | 'timestampedAt' | 'trusted'> &
  ({ readonly valid: true; readonly problem?: Problem } | Invalid);
type Invalid = { readonly valid: false; readonly problem: Problem };

function unsound(signed: SignedField, error: unknown): Judgement {
  const claimedAt = signed.claimedAt?.toISOString() ?? null;
  const nothing = { signer: null, claimedAt, timestampedAt: null, trusted: false };
  return { ...nothing, valid: false, problem: problemOf(error) };
}

/** Judges a sound CMS by its time: the proven one, else the one that is claimed; never now. */
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
    if (at === null) fail('NO_TIME', 'the signature does not tell its time');
    checkValidity(sound.signer.certificate, at);
    const problem = distrust(sound, options.roots, at);
    return { ...base, valid: true, trusted: problem === null, ...(problem && { problem }) };
  } catch (error) {
    return { ...base, valid: false, trusted: false, problem: problemOf(error) };
  }
}

/** A field's signature, taken apart, and the hash of the bytes that it covers. */
interface ReadSignature {
  readonly signed: SignedField;
  readonly contents: CmsContents;
  readonly sha256: string;
}

/** Judges what a field's signature says of the bytes that it covers. Throws CmsError for an unsound one. */
export function judgeCms(
  { signed, contents, sha256 }: ReadSignature,
  options: VerifyOptions,
): Judgement {
  const needEss = signed.subFilter === 'ETSI.CAdES.detached';
  return judgeTime(checkSoundness(contents, { sha256, needEss }), signed, options);
}

function judgeBytes(signed: SignedField, bytes: SignedBytes, options: VerifyOptions): Judgement {
  try {
    const { cms, sha256 } = bytes;
    return judgeCms({ signed, contents: readCms(cms), sha256 }, options);
  } catch (error) {
    return unsound(signed, error);
  }
}

/** Judges one signature by itself; never throws. */
export function judgeSignature(file: Buffer, signed: SignedField, options: VerifyOptions): Judged {
  const { field } = signed;
  try {
    const bytes = readSignedBytes(file, signed);
    const { cms, from, end } = bytes;
    const judgement = judgeBytes(signed, bytes, options);
    return { verdict: { field, cmsSha256: sha256Of(cms), ...judgement }, from, end };
  } catch (error) {
    return { verdict: { field, cmsSha256: null, ...unsound(signed, error) }, from: 0, end: 0 };
  }
}
