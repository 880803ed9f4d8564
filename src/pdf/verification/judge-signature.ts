import { createHash } from '../../platform/crypto.ts';
import { keySha256Of, showName } from '../cms/certificates.ts';
import type { ContentDigest, SoundCms } from '../cms/check-cms.ts';
import { checkSoundness } from '../cms/check-cms.ts';
import type { CheckedTimestamp } from '../cms/check-timestamp.ts';
import {
  CLOCKS_DIFFER_MS,
  checkTimestamp,
  checkToken,
  judgeAuthority,
} from '../cms/check-timestamp.ts';
import type { CmsContents } from '../cms/read-cms.ts';
import { readCms, revocationAttribute } from '../cms/read-cms.ts';
import type { PdfProblem } from '../pdf-errors.ts';
import { problemOf } from '../pdf-errors.ts';
import type { SigningTime } from '../trust/revocation/revocation.ts';
import { pathStatus, readSources } from '../trust/revocation/revocation.ts';
import type { PathRefusal, TrustedPath } from '../trust/validate-path.ts';
import { endOfPath, validatePath } from '../trust/validate-path.ts';
import type { SignedField } from './byte-range.ts';
import { CADES, digestOf, readSignedBytes, TIMESTAMP } from './byte-range.ts';
import type { JudgingRules } from './judging-rules.ts';
import type { Revocation, SignatureVerdict, SignerIdentity } from './signature-verdict.ts';

export type Judgement = Omit<
  SignatureVerdict,
  'kind' | 'field' | 'format' | 'coversWholeFile' | 'revision' | 'cmsSha256'
>;

/** A verdict, and where its revision ends; 0 if unknown. */
export type Judged = {
  readonly verdict: Omit<SignatureVerdict, 'coversWholeFile' | 'revision'>;
  readonly end: number;
};

interface SignatureRead {
  readonly signed: SignedField;
  readonly contents: CmsContents;
  readonly digestOf: ContentDigest;
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
    keySha256: keySha256Of(signer.certificate),
  };
}

/** An invalid timestamp proves no time, but does not make the signature invalid. */
function provenTime(
  { contents }: SoundCms,
  rules: JudgingRules,
): { readonly proven: CheckedTimestamp | null; readonly timestampProblem?: PdfProblem } {
  try {
    return { proven: checkTimestamp(contents, rules) ?? null };
  } catch (error) {
    return { proven: null, timestampProblem: problemOf(error) };
  }
}

type KnownToJudge = Pick<
  Judgement,
  'trusted' | 'identity' | 'root' | 'revocation' | 'provenUntil' | 'problem'
>;

const NOT_CHECKED: Revocation = { status: 'not_checked', certificates: [] };
const NOT_TRUSTED = { trusted: false, root: null, provenUntil: null } as const;

function knownBy(judged: TrustedPath | PathRefusal): KnownToJudge {
  const { code, revocation: certificates = [] } = judged;
  const revocation = { status: pathStatus(certificates), certificates };
  if (judged.code !== 'TRUSTED') {
    const { message, reason } = judged;
    const problem = { code, reason, message };
    return { ...NOT_TRUSTED, identity: code, revocation, problem };
  }
  const root = showName(judged.path.at(-1)?.subject ?? '');
  const provenUntil = endOfPath(judged).toISOString();
  return { trusted: true, identity: 'TRUSTED', root, revocation, provenUntil };
}

function knownOf(sound: SoundCms, rules: JudgingRules, time: SigningTime | null): KnownToJudge {
  if (time === null) {
    const problem = { code: 'NO_TIME', message: 'the signature has no time' };
    return { ...NOT_TRUSTED, identity: 'NO_TIME', revocation: NOT_CHECKED, problem };
  }
  const { contents, signer } = sound;
  const judged = validatePath(signer.certificate, {
    roots: rules.roots,
    intermediates: [...contents.certificates, ...rules.intermediates],
    at: time.at,
    isTimeProven: time.isProven,
    policies: rules.policies ?? [],
    sources: [...rules.sources, ...readSources(revocationAttribute(contents))],
  });
  return knownBy(judged);
}

/** A document timestamp is judged by its own time. */
function judgeDocumentTimestamp(
  { contents, digestOf }: SignatureRead,
  rules: JudgingRules,
): Judgement {
  const token = checkToken(contents, digestOf);
  const { at, sound } = token;
  const judged = judgeAuthority(token, rules);
  const isTrusted = judged.code === 'TRUSTED';
  return {
    signer: identityOf(sound),
    claimedAt: null,
    timestampedAt: isTrusted ? at.toISOString() : null,
    timestampedBy: isTrusted ? sound.signer.commonName : null,
    timestampRevocation: isTrusted ? pathStatus(judged.revocation) : null,
    valid: true,
    ...knownBy(judged),
  };
}

/** The time asked for, else the proven one, else the claimed one; never the current time. */
function timeOf(asked: Date | undefined, proven: CheckedTimestamp | null, claimed: Date | null) {
  if (asked) return { at: asked, isProven: false };
  if (proven) return { at: proven.at, isProven: true };
  return claimed && { at: claimed, isProven: false };
}

const LATE = {
  TIME_ORDER: 'the signature claims to be later than its timestamp',
  FUTURE: 'the signature claims a time that the clock of this machine has not reached',
} as const;

function lateBy(code: keyof typeof LATE): KnownToJudge {
  const problem = { code, message: LATE[code] };
  return { ...NOT_TRUSTED, identity: code, revocation: NOT_CHECKED, problem };
}

/** A signature cannot be later than the timestamp over it, nor in the future. */
function lateness(
  claimed: Date | null,
  proven: CheckedTimestamp | null,
  now = new Date(),
): keyof typeof LATE | undefined {
  const isAfter = (time: Date) =>
    claimed !== null && claimed.getTime() > time.getTime() + CLOCKS_DIFFER_MS;
  if (proven !== null && isAfter(proven.at)) return 'TIME_ORDER';
  return isAfter(now) ? 'FUTURE' : undefined;
}

function judgeSound(sound: SoundCms, signed: SignedField, rules: JudgingRules): Judgement {
  const { proven, ...timestamp } = provenTime(sound, rules);
  const claimed = sound.signingTime ?? signed.claimedAt;
  const late = lateness(claimed, proven, rules.now);
  return {
    signer: identityOf(sound),
    claimedAt: claimed?.toISOString() ?? null,
    timestampedAt: proven?.at.toISOString() ?? null,
    timestampedBy: proven?.authority ?? null,
    timestampRevocation: proven?.revocation ?? null,
    ...timestamp,
    valid: true,
    ...(late ? lateBy(late) : knownOf(sound, rules, timeOf(rules.at, proven, claimed))),
    ...(proven && { provenUntil: proven.endsAt.toISOString() }),
  };
}

/** Throws CmsError or PdfError if the CMS is not sound. */
export function judgeCms(read: SignatureRead, rules: JudgingRules): Judgement {
  const { signed, contents, digestOf } = read;
  if (signed.subFilter === TIMESTAMP) return judgeDocumentTimestamp(read, rules);
  const needEss = signed.subFilter === CADES;
  return judgeSound(checkSoundness(contents, { digestOf, needEss }), signed, rules);
}

/** Unsupported, but possibly sound. */
const UNSUPPORTED = new Set([
  ...['SUB_FILTER', 'CONTENTS_SPACE', 'CMS_SIZE', 'CMS_SIGNERS', 'CMS_DIGEST_ALG'],
]);

function invalid({ claimedAt, subFilter }: SignedField, error: unknown): Judgement {
  const problem = problemOf(error);
  const isUnknownToken = subFilter === TIMESTAMP && problem.code === 'CMS_ESS';
  const isUnsupported = isUnknownToken || UNSUPPORTED.has(problem.code);
  return {
    signer: null,
    claimedAt: claimedAt?.toISOString() ?? null,
    timestampedAt: null,
    timestampedBy: null,
    timestampRevocation: null,
    valid: isUnsupported ? null : false,
    ...NOT_TRUSTED,
    identity: null,
    revocation: NOT_CHECKED,
    problem,
  };
}

/** Never throws. */
export function judgeSignature(file: Buffer, signed: SignedField, rules: JudgingRules): Judged {
  const kind = signed.subFilter === TIMESTAMP ? ('timestamp' as const) : ('signature' as const);
  const format = signed.subFilter === CADES ? ('PAdES' as const) : ('PKCS7' as const);
  const place = { kind, field: signed.field, format };
  let [cmsSha256, end]: [string | null, number] = [null, 0];
  try {
    const { cms, sha256, ...range } = readSignedBytes(file, signed);
    [cmsSha256, end] = [sha256Of(cms), range.end];
    const digest: ContentDigest = (name) =>
      name === 'sha256' ? sha256 : digestOf(file, range, name);
    const judgement = judgeCms({ signed, contents: readCms(cms), digestOf: digest }, rules);
    return { verdict: { ...place, cmsSha256, ...judgement }, end };
  } catch (error) {
    return { verdict: { ...place, cmsSha256, ...invalid(signed, error) }, end };
  }
}
