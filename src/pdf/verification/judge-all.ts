import type { PDF } from '@libpdf/core';
import type { SealPin } from '../cms/certificates.ts';
import { SEAL_FIELD } from '../signing/form-fields.ts';
import type { SigningTime } from '../trust/revocation/revocation.ts';
import { claimedEnd, signedFields } from './byte-range.ts';
import type { Judged } from './judge-signature.ts';
import { judgeSignature } from './judge-signature.ts';
import type { JudgingOptions } from './judging-rules.ts';
import { judgingRules } from './judging-rules.ts';
import type { IdentityCode, SignatureVerdict } from './signature-verdict.ts';
import { loadSigned } from './xref/chain.ts';

type Rung = 'B' | 'T' | 'LT' | 'LTA';
const RUNGS: readonly Rung[] = ['B', 'T', 'LT', 'LTA'];

/**
 * How long proof lasts: baseline signatures (ETSI EN 319 142-1, 6), or the same proof for PKCS #7
 * signatures, which do not bind their certificates and are no baseline signatures.
 */
export type Level = `PAdES B-${Rung}` | `PKCS7-${Rung}`;

/** Ignores document timestamps. Undefined if the signature is not valid. */
function rungOf(signature: SignatureVerdict): Rung | undefined {
  const { valid, timestampedAt, trusted, revocation, timestampRevocation } = signature;
  if (!valid) return undefined;
  if (timestampedAt === null) return 'B';
  const isProven = trusted && revocation.status === 'good' && timestampRevocation === 'good';
  return isProven ? 'LT' : 'T';
}

/** Whether a signature's proof was there already when the last document timestamp was made. */
function isCovered({ field, cmsSha256 }: SignatureVerdict, covered: readonly SignatureVerdict[]) {
  const then = covered.find((one) => one.field === field && one.cmsSha256 === cmsSha256);
  return then !== undefined && rungOf(then) === 'LT';
}

/**
 * The lowest level of all signatures: B-B, a signature; B-T, with a trusted timestamp of its own;
 * B-LT, with certificates and revocation for both in the file; B-LTA, all this under a document
 * timestamp. `covered` are the verdicts on the file as the last trusted document timestamp covers
 * it. Null if a signature is not valid, or there is none.
 */
function levelOf(
  signatures: readonly SignatureVerdict[],
  covered: readonly SignatureVerdict[],
): Level | null {
  const signers = signatures.filter(({ kind }) => kind === 'signature');
  let lowest: number = RUNGS.length;
  for (const signature of signers) {
    const rung = rungOf(signature);
    if (rung === undefined) return null;
    const isLasting = rung === 'LT' && isCovered(signature, covered);
    lowest = Math.min(lowest, RUNGS.indexOf(isLasting ? 'LTA' : rung));
  }
  const rung = RUNGS[lowest];
  if (rung === undefined) return null;
  return signers.every(({ format }) => format === 'PAdES') ? `PAdES B-${rung}` : `PKCS7-${rung}`;
}

/** Judgements against a seal that even a known key does not outweigh. */
const STANDING: readonly (IdentityCode | null)[] = ['REVOKED', 'TIME_ORDER'];

const UNKNOWN = {
  code: 'SEAL_UNKNOWN',
  message: 'the certificate is not sealed with a key known to be the service’s',
};

/**
 * Judges a valid seal by its key alone: anyone with a certificate under a trusted root could make
 * another. The key must be valid at the proven time, or else the time the seal claims.
 */
function judgeSeal(seal: SignatureVerdict, pins: readonly SealPin[]): SignatureVerdict {
  if (!seal.valid || STANDING.includes(seal.identity)) return seal;
  const at = Date.parse(seal.timestampedAt ?? seal.claimedAt ?? '');
  const isPinned = pins.some(
    ({ keySha256, notBefore, notAfter }) =>
      keySha256 === seal.signer?.keySha256 &&
      at >= Date.parse(notBefore) &&
      at <= Date.parse(notAfter),
  );
  const { problem: _, ...rest } = { ...seal, root: null };
  return isPinned
    ? { ...rest, trusted: true, identity: 'SEALED' }
    : { ...rest, trusted: false, identity: 'SEAL_UNKNOWN', problem: UNKNOWN };
}

/** Both in the order of the revisions. */
export interface AllJudged {
  readonly judged: readonly Judged[];
  readonly signatures: readonly SignatureVerdict[];
}

/**
 * Judges every signature, a seal by its key. Runs from last to first: each document timestamp
 * proves that earlier ones existed by then, so their authorities are judged at that time; the last
 * one's, now.
 */
export function judgeAll(file: Buffer, pdf: PDF, options: JudgingOptions): AllJudged {
  const rules = judgingRules(pdf, options);
  const fields = signedFields(pdf).sort((a, b) => claimedEnd(b) - claimedEnd(a));
  let existence: SigningTime | undefined;
  const judged: Judged[] = [];
  for (const field of fields) {
    const one = judgeSignature(file, field, { ...rules, existence });
    judged.push(one);
    const { kind, timestampedAt } = one.verdict;
    if (kind === 'timestamp' && timestampedAt !== null) {
      existence = { at: new Date(timestampedAt), isProven: true };
    }
  }
  judged.sort((a, b) => a.end - b.end);
  const signatures = judged.map(({ verdict, end }, index) => {
    const found = { ...verdict, coversWholeFile: end === file.length, revision: index + 1 };
    return found.field === SEAL_FIELD ? judgeSeal(found, options.seals ?? []) : found;
  });
  return { judged, signatures };
}

/** Whether the caller gave evidence beyond the file's own, or asked about another time. */
const isHelped = ({ crls = [], ocsp = [], intermediates = [], at }: JudgingOptions): boolean =>
  [crls, ocsp, intermediates].some((given) => given.length > 0) || at !== undefined;

/** The level that a file has by its own contents alone. */
export async function findLevel(
  file: Buffer,
  pdf: PDF,
  { options, all }: { readonly options: JudgingOptions; readonly all: AllJudged },
): Promise<Level | null> {
  const { roots, policies = [], now } = options;
  const own: JudgingOptions = { roots, policies, ...(now && { now }) };
  const { judged, signatures } = isHelped(options) ? judgeAll(file, pdf, own) : all;
  const last = judged.findLast(({ verdict }) => verdict.kind === 'timestamp' && verdict.trusted);
  if (last === undefined) return levelOf(signatures, []);
  if (last.end === file.length) return levelOf(signatures, signatures);
  const covered = file.subarray(0, last.end);
  return levelOf(signatures, judgeAll(covered, await loadSigned(covered), own).signatures);
}
