import type { X509Certificate } from 'node:crypto';
import { createHash } from 'node:crypto';
import type { SignedBytes } from './byte-range.ts';
import { readSignedBytes } from './byte-range.ts';
import { checkChain, checkValidity } from './check-chain.ts';
import type { SoundCms } from './check-cms.ts';
import { checkSoundness } from './check-cms.ts';
import type { Problem } from './problem.ts';
import { CheckFailed, problemOf } from './problem.ts';
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

/** A judged signature and where its revision ends; 0 when that cannot be told. */
export type Judged = {
  readonly verdict: Omit<SignatureVerdict, 'coversWholeFile' | 'revision'>;
  end: number;
};

function identityOf({ signer }: SoundCms): SignerIdentity {
  const { subject, issuer, serialNumber, validFrom, validTo, raw } = signer.certificate;
  return {
    commonName: signer.commonName,
    subject: subject.split('\n').join(', '),
    issuer: issuer.split('\n').join(', '),
    serialNumber,
    validFrom: new Date(validFrom).toISOString(),
    validTo: new Date(validTo).toISOString(),
    fingerprint: sha256(raw),
  };
}

function sha256(bytes: Uint8Array): string {
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

/** Judges a signature whose bytes are known: first the CMS, then its time, then its chain. */
function judgeCms(signed: SignedField, range: SignedBytes, options: VerifyOptions): Judged {
  const { field } = signed;
  const base = { field, cmsSha256: sha256(range.cms), signer: null, valid: false, trusted: false };
  let claimedAt = signed.claimedAt?.toISOString() ?? null;
  let signer: SignerIdentity | null = null;
  try {
    const needEss = signed.subFilter === 'ETSI.CAdES.detached';
    const sound = checkSoundness(range.cms, { sha256: range.sha256, needEss });
    const time = sound.signingTime ?? signed.claimedAt;
    claimedAt = time?.toISOString() ?? null;
    signer = identityOf(sound);
    const at = options.at ?? time;
    if (at === null) throw new CheckFailed('NO_TIME', 'the signature does not tell its time');
    checkValidity(sound.signer.certificate, at);
    const problem = distrust(sound, options.roots, at);
    const rest = { claimedAt, signer, valid: true, trusted: problem === null };
    return { verdict: { ...base, ...rest, ...(problem && { problem }) }, end: range.end };
  } catch (error) {
    const verdict = { ...base, claimedAt, signer, problem: problemOf(error) };
    return { verdict, end: range.end };
  }
}

/** Judges one signature by itself; never throws. */
export function judgeSignature(file: Buffer, signed: SignedField, options: VerifyOptions): Judged {
  try {
    return judgeCms(signed, readSignedBytes(file, signed), options);
  } catch (error) {
    const claimedAt = signed.claimedAt?.toISOString() ?? null;
    const nothing = { signer: null, cmsSha256: null, valid: false, trusted: false };
    const verdict = { field: signed.field, claimedAt, ...nothing, problem: problemOf(error) };
    return { verdict, end: 0 };
  }
}
