import { fromBER } from 'asn1js';
import { TSTInfo } from 'pkijs';
import { createHash } from '../../platform/crypto.ts';
import { CmsError, fail } from '../pdf-errors.ts';
import { suits } from '../trust/check-path.ts';
import { untrusted } from '../trust/fault.ts';
import { parseCertificate } from '../trust/parsed-certificate.ts';
import type { RevocationStatus, SigningTime } from '../trust/revocation/revocation.ts';
import { pathStatus, readSources } from '../trust/revocation/revocation.ts';
import type { PathRefusal, PathRules, TrustedPath } from '../trust/validate-path.ts';
import { endOfPath, validatePath } from '../trust/validate-path.ts';
import type { DigestName } from './algorithms.ts';
import { digestNamed } from './algorithms.ts';
import { OID, octetsOf, oidOf } from './asn1.ts';
import type { ContentDigest, SoundCms } from './check-cms.ts';
import { checkSigner } from './check-cms.ts';
import type { CmsContents } from './read-cms.ts';
import { onlyValue, readCms, revocationAttribute } from './read-cms.ts';

export interface CheckedTimestamp {
  readonly at: Date;
  readonly authority: string;
  /** The authority's status when it made the timestamp. */
  readonly revocation: RevocationStatus;
  /** When the first certificate of the authority's path expires. */
  readonly endsAt: Date;
}

function acceptedDigest(oid: string): DigestName {
  const name = digestNamed(oid);
  if (name) return name;
  throw new CmsError('CMS_DIGEST_ALG', 'the timestamp uses a digest that is not accepted');
}

/** The TSTInfo of a token, which must match the signed message digest. */
function infoOf({ content, signerInfo, attributes }: CmsContents): TSTInfo {
  const { eContent, eContentType } = content;
  const info = octetsOf(eContent);
  const digest = octetsOf(onlyValue(attributes, OID.messageDigest));
  const types = [eContentType, oidOf(onlyValue(attributes, OID.contentType))];
  if (info === undefined || types.some((type) => type !== OID.tstInfo)) {
    return fail('TIMESTAMP', 'the timestamp token contains no TSTInfo');
  }
  const name = acceptedDigest(signerInfo.digestAlgorithm.algorithmId);
  if (digest === undefined || !digest.equals(createHash(name).update(info).digest())) {
    return fail('TIMESTAMP', 'the timestamp token was signed for another TSTInfo');
  }
  return new TSTInfo({ schema: fromBER(new Uint8Array(info)).result });
}

/** A token with a correct signature and imprint, whose authority was not checked. */
export interface SoundToken {
  readonly at: Date;
  /** From the request, as encoded; null if it has none. */
  readonly nonce: Buffer | null;
  readonly policy: string;
  readonly sound: SoundCms;
}

/** Checks a token over content (RFC 3161). Throws PdfError TIMESTAMP or CmsError. */
export function checkToken(token: CmsContents, digestOf: ContentDigest): SoundToken {
  const { genTime, messageImprint, nonce, policy } = infoOf(token);
  const imprint = Buffer.from(messageImprint.hashedMessage.getValue()).toString('hex');
  const name = acceptedDigest(messageImprint.hashAlgorithm.algorithmId);
  if (imprint !== digestOf(name)) {
    fail('TIMESTAMP', 'the timestamp belongs to other content');
  }
  const sound = checkSigner(token, { needEss: true, isToken: true });
  if (!suits(parseCertificate(sound.signer.certificate), 'timestamping')) {
    fail('TIMESTAMP', "the timestamp's certificate is not for timestamping");
  }
  const number = nonce ? Buffer.from(nonce.valueBlock.valueHexView) : null;
  return { at: genTime, nonce: number, policy, sound };
}

type AuthorityRules = Pick<PathRules, 'roots' | 'intermediates' | 'sources'> & {
  /** When a later timestamp proves the token existed; default: now. */
  readonly existence?: SigningTime | undefined;
  /** Default: the current time. */
  readonly now?: Date | undefined;
};

/** How far a clock may be ahead of another one, such as that of an authority. */
export const CLOCKS_DIFFER_MS = 5 * 60_000;

/**
 * Judges the authority's certificate twice: at the time the token states, and when it is known to
 * have existed, since until then a stolen key could have forged it.
 */
export function judgeAuthority(
  { at, sound }: SoundToken,
  rules: AuthorityRules,
): TrustedPath | PathRefusal {
  const { contents, signer } = sound;
  const intermediates = [...contents.certificates, ...rules.intermediates];
  const sources = [...(rules.sources ?? []), ...readSources(revocationAttribute(contents))];
  const { roots, existence = { at: rules.now ?? new Date(), isProven: false } } = rules;
  if (at.getTime() > existence.at.getTime() + CLOCKS_DIFFER_MS) {
    return existence.isProven
      ? untrusted('TIME_ORDER', 'the timestamp claims to be later than the one over it')
      : untrusted(
          'FUTURE',
          'the timestamp claims a time that the clock of this machine has not reached',
        );
  }
  const path = { roots, intermediates, sources, purpose: 'timestamping' as const };
  const known = existence.at > at ? existence.at : at;
  const standing = { ...path, at: known, isTimeProven: existence.isProven };
  const judged = validatePath(signer.certificate, standing);
  if (judged.code !== 'TRUSTED') return judged;
  return validatePath(signer.certificate, { ...path, at, isTimeProven: true });
}

/**
 * Checks a signature's timestamp token (RFC 3161; PAdES B-T); undefined if it has none. Throws
 * PdfError TIMESTAMP or CmsError if it is invalid or its authority is not trusted.
 */
export function checkTimestamp(
  signature: CmsContents,
  rules: AuthorityRules,
): CheckedTimestamp | undefined {
  const [encoded, ...more] = signature.tokens;
  if (encoded === undefined) return undefined;
  if (more.length > 0) fail('TIMESTAMP', 'there are two timestamps');
  const contents = readCms(encoded);
  const digestOf: ContentDigest = (name) =>
    createHash(name).update(signature.signature).digest('hex');
  const token = checkToken(contents, digestOf);
  const judged = judgeAuthority(token, rules);
  if (judged.code !== 'TRUSTED') fail(judged.code, judged.message);
  const revocation = pathStatus(judged.revocation);
  return {
    at: token.at,
    authority: token.sound.signer.commonName,
    revocation,
    endsAt: endOfPath(judged),
  };
}
