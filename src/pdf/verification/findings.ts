import { nameInWords } from '../cms/certificates.ts';
import type { PdfProblem } from '../pdf-errors.ts';
import type { Changes } from './changes/analyse.ts';
import type { IdentityCode, SignatureVerdict } from './signature-verdict.ts';
import { isUnknownToken } from './signature-verdict.ts';

/** Codes are stable; messages are for people. */
export interface Finding {
  readonly code: FindingCode;
  readonly message: string;
  /** The rule that decided, a stable code. */
  readonly reason?: string;
  /** The revision of the signature in question, from 1. */
  readonly revision?: number;
  readonly address?: string;
}

type FindingCode =
  | 'AS_SIGNED'
  | 'EVIDENCE_ADDED'
  | 'PERMITTED_CHANGE'
  | 'SAME_PICTURES'
  | 'NOT_COMPARED'
  | 'PLACED'
  | 'CHANGED'
  | 'INVALID'
  | 'UNSUPPORTED'
  | 'TRUSTED'
  | 'NO_ROOT'
  | 'UNTRUSTED'
  | 'WRONG_USE'
  | 'CERT_TIME'
  | 'NO_TIME'
  | 'FUTURE'
  | 'NO_TIMESTAMP'
  | 'TIME_ORDER'
  | 'TIMESTAMPED'
  | 'REVOKED'
  | 'REVOKED_LATER'
  | 'NOT_REVOKED'
  | 'UNKNOWN'
  | 'NOT_FETCHED'
  | 'SEALED'
  | 'SEAL_UNKNOWN'
  | 'PAIR_OK'
  | 'PAIR_BAD'
  | 'NAME'
  | 'INCOMPLETE'
  | 'EVIDENCE'
  | 'AUDIT_CHAIN'
  | 'NOT_SIGNED'
  | 'UNREADABLE';

export interface FieldCount {
  readonly signed: number;
  readonly total: number;
}

const AS_SIGNED: Finding = {
  code: 'AS_SIGNED',
  message: 'Since the first signature, nothing but signing changed the document.',
};

/** Plain words for structural changes, whose own messages name objects by number. */
const STRUCTURE: Readonly<Record<string, string>> = {
  STRAY_OBJECT: 'something was added that belongs to no page, field or proof',
  XREF_FREE: 'a part of it was taken out, or replaced by another',
  XREF_OFFSET: 'its list of contents leads to something else than was added',
  XREF_KIND: 'the list of what was added is damaged',
};

/** The signer's name, or the field's if the signer is unknown. */
export function nameOf({ signer, field }: SignatureVerdict): string {
  return signer?.commonName || field;
}

/** `signatures` are in the order of `changes`. */
export function changeFinding(
  { steps, problem }: Changes,
  signatures: readonly SignatureVerdict[],
): Finding {
  if (problem) {
    const { code: reason, after, message } = problem;
    const what = STRUCTURE[reason] ?? message;
    const text = `The document was changed after signature ${after}: ${what}.`;
    return { code: 'CHANGED', reason, revision: after, message: text };
  }
  const filled = steps.find(({ level }) => level === 'filled');
  if (filled) {
    const message = `After the first signature, ${filled.what} was filled in. That is permitted, but the first signature does not cover it.`;
    return { code: 'PERMITTED_CHANGE', message };
  }
  return signedFinding(steps, signatures);
}

/** Visible signature fields added after the first signature; undefined if there are none. */
export function placedFinding({ steps }: Changes, isOnBlank: boolean): Finding | undefined {
  const placed = steps.filter(({ level }) => level === 'placed').map(({ what }) => what);
  if (placed.length === 0) return undefined;
  const added = `Signature fields were added after the first signature: ${placed.join(', ')}`;
  const uncovered = 'The first signature does not cover what they show.';
  return isOnBlank
    ? { code: 'PLACED', message: `${added}, where nothing was before. ${uncovered}` }
    : {
        code: 'PERMITTED_CHANGE',
        reason: 'PLACED',
        message: `${added}. They may hide something. ${uncovered}`,
      };
}

function signedFinding(steps: Changes['steps'], signatures: readonly SignatureVerdict[]): Finding {
  const last = signatures.findLastIndex(({ kind }) => kind === 'signature');
  const isProofAdded = steps.slice(Math.max(0, last)).some(({ level }) => level === 'evidence');
  if (!isProofAdded) return AS_SIGNED;
  const message = 'After the last signature, only proof for later checks was added.';
  return { code: 'EVIDENCE_ADDED', message };
}

function timeWords({ timestampedAt, timestampedBy, claimedAt }: SignatureVerdict): string {
  return timestampedAt === null
    ? `${claimedAt}, as claimed`
    : `${timestampedAt}, as proven by ${timestampedBy}`;
}

export function judgedAt(signature: SignatureVerdict, asked: Date | undefined): string {
  return asked ? `${asked.toISOString()}, as asked` : timeWords(signature);
}

export type FindingWords = Pick<Finding, 'code' | 'message'>;

interface JudgedFinding {
  readonly signature: SignatureVerdict;
  readonly name: string;
  readonly at: string;
}

function pathWords({ signer, root }: SignatureVerdict): string {
  const [issuer, anchor] = [signer?.issuer, root].map((name) => nameInWords(name ?? ''));
  return issuer === anchor
    ? `issued by the trusted ${anchor}`
    : `issued by ${issuer} under the trusted root ${anchor}`;
}

const SENTENCES: Readonly<Record<IdentityCode, (judged: JudgedFinding) => string>> = {
  TRUSTED: ({ signature, name, at }) =>
    `The certificate of ${name}, ${pathWords(signature)}, was valid at ${at}.`,
  NO_ROOT: ({ name }) => `The issuer of ${name}'s certificate is not trusted: no root was given.`,
  UNTRUSTED: ({ signature, name }) =>
    `The issuer of ${name}'s certificate is not trusted: ${signature.problem?.message ?? 'no root fits'}.`,
  WRONG_USE: ({ name }) => `The certificate of ${name} was not issued for signing documents.`,
  CERT_TIME: ({ signature, name, at }) =>
    `The certificate of ${name} was not valid at ${at}: ${signature.problem?.message ?? ''}.`,
  REVOKED: ({ signature, name }) =>
    `The certificate of ${name} is not trusted: ${signature.problem?.message ?? 'it was revoked'}.`,
  TIME_ORDER: ({ name }) =>
    `The signature of ${name} claims to be later than the timestamp over it.`,
  FUTURE: ({ name }) =>
    `The signature of ${name} claims a time that the clock of this machine has not reached.`,
  NO_TIME: ({ name }) => `The signature of ${name} does not say when it was made.`,
  SEALED: ({ name }) => `Sealed by ${name} with a key known to be the service's.`,
  SEAL_UNKNOWN: () => "The certificate is not sealed with a key known to be the service's.",
};

function wordsOf(signature: SignatureVerdict, at: string): FindingWords {
  const name = nameOf(signature);
  const { identity, problem } = signature;
  if (identity) return { code: identity, message: SENTENCES[identity]({ signature, name, at }) };
  const why = problem?.message ?? 'it cannot be read';
  if (signature.valid === null) {
    const message = `The signature of ${name} is of a kind that this program does not support, and was not judged: ${why}.`;
    return { code: 'UNSUPPORTED', message };
  }
  const message = `The signature of ${name} does not fit the document or its certificate: ${why}.`;
  return { code: 'INVALID', message };
}

function timestampWords(timestamp: SignatureVerdict): FindingWords {
  const name = nameOf(timestamp);
  if (isUnknownToken(timestamp)) {
    const message = `The timestamp in ${name} is of a kind that this program does not support, so it proves no time. That says nothing against the signatures.`;
    return { code: 'UNTRUSTED', message };
  }
  const { timestampedAt } = timestamp;
  return timestampedAt === null
    ? {
        code: 'UNTRUSTED',
        message: `The issuer of ${name}'s timestamp is not trusted, so it proves no time. That says nothing against the signatures.`,
      }
    : {
        code: 'TIMESTAMPED',
        message: `${name} proves that the document was there at ${timestampedAt}.`,
      };
}

/** `at` replaces the time of signing. */
export function signatureFinding(signature: SignatureVerdict, at?: Date): Finding {
  const { kind, valid, problem, revision } = signature;
  const isTimestamp = kind === 'timestamp' && (valid === true || isUnknownToken(signature));
  const words = isTimestamp
    ? timestampWords(signature)
    : wordsOf(signature, judgedAt(signature, at));
  return { ...words, ...(problem && { reason: problem.reason ?? problem.code }), revision };
}

/** Timestamps in signatures that prove nothing: people who rely on the time must know. */
export function timestampFindings(signatures: readonly SignatureVerdict[]): Finding[] {
  return signatures.flatMap((signature) => {
    const { timestampProblem, revision } = signature;
    if (!timestampProblem) return [];
    const { code: reason, message: why } = timestampProblem;
    const message = `The timestamp in the signature of ${nameOf(signature)} proves no time: ${why}.`;
    return [{ code: 'NO_TIMESTAMP' as const, reason, message, revision }];
  });
}

export function incompleteFinding({ signed, total }: FieldCount): Finding {
  const message = `${signed} of ${total} signature fields are signed; the document is not complete.`;
  return { code: 'INCOMPLETE', message };
}

export function unreadableFinding({ message }: PdfProblem): Finding {
  const text = `This program cannot read the file (${message}); its signatures are not judged.`;
  return { code: 'UNREADABLE', message: text };
}

export const NOT_SEALED: Finding = {
  code: 'SEAL_UNKNOWN',
  message: "The file has the contents of a completion certificate, but not the service's seal.",
};

export const NOT_SIGNED: Finding = { code: 'NOT_SIGNED', message: 'The file is not signed.' };
