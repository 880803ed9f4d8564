import type { Problem } from '../errors.ts';
import type { Changes } from './changes/analyse.ts';
import type { SignatureVerdict } from './judge-signature.ts';

/** What a verification found. The codes are stable; the messages are for people. */
export interface Finding {
  readonly code: FindingCode;
  readonly message: string;
  /** The rule that decided, a stable code. */
  readonly reason?: string;
  /** The signature that the finding is about: its revision, from 1. */
  readonly revision?: number;
}

type FindingCode =
  | 'AS_SIGNED'
  | 'EVIDENCE_ADDED'
  | 'PERMITTED_CHANGE'
  | 'CHANGED'
  | 'INVALID'
  | 'TRUSTED'
  | 'NO_ROOT'
  | 'UNTRUSTED'
  | 'WRONG_USE'
  | 'CERT_TIME'
  | 'NO_TIME'
  | 'TIMESTAMPED'
  | 'UNKNOWN'
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

/** How many of a document's signature fields are signed. */
export interface FieldCount {
  readonly signed: number;
  readonly total: number;
}

const AS_SIGNED: Finding = {
  code: 'AS_SIGNED',
  message: 'Since the first signature, nothing but signing changed the document.',
};

function nameOf({ signer, field }: SignatureVerdict): string {
  return signer?.commonName || field;
}

/** What changed after the first signature; `signatures` are in the order of `changes`. */
export function changeFinding(
  { steps, problem }: Changes,
  signatures: readonly SignatureVerdict[],
): Finding {
  if (problem) {
    const { code: reason, after, message } = problem;
    const text = `The document was changed after signature ${after}: ${message}.`;
    return { code: 'CHANGED', reason, revision: after, message: text };
  }
  const filled = steps.find(({ level }) => level === 'filled');
  if (filled) {
    const message = `After the first signature, ${filled.what} was filled in. That is permitted, but the first signature does not cover it.`;
    return { code: 'PERMITTED_CHANGE', message };
  }
  const last = signatures.findLastIndex(({ kind }) => kind === 'signature');
  const isProofAdded = steps.slice(Math.max(0, last)).some(({ level }) => level === 'evidence');
  if (!isProofAdded) return AS_SIGNED;
  const message = 'After the last signature, only proof for later checks was added.';
  return { code: 'EVIDENCE_ADDED', message };
}

/** When a signature was made, and by whose word. */
function timeWords({ timestampedAt, timestampedBy, claimedAt }: SignatureVerdict): string {
  return timestampedAt === null
    ? `${claimedAt}, as claimed`
    : `${timestampedAt}, as proven by ${timestampedBy}`;
}

type Words = Pick<Finding, 'code' | 'message'>;

function wordsOf(signature: SignatureVerdict, at: string): Words {
  const name = nameOf(signature);
  switch (signature.identity) {
    case 'TRUSTED':
      return {
        code: 'TRUSTED',
        message: `The certificate of ${name} leads to ${signature.root} and was valid at ${at}.`,
      };
    case 'NO_ROOT':
      return {
        code: 'NO_ROOT',
        message: `The issuer of ${name}'s certificate is not trusted: no root was given.`,
      };
    case 'UNTRUSTED':
      return {
        code: 'UNTRUSTED',
        message: `The issuer of ${name}'s certificate is not trusted: ${signature.problem?.message ?? 'no root fits'}.`,
      };
    case 'WRONG_USE':
      return {
        code: 'WRONG_USE',
        message: `The certificate of ${name} was not issued for signing documents.`,
      };
    case 'CERT_TIME':
      return { code: 'CERT_TIME', message: `The certificate of ${name} was not valid at ${at}.` };
    case 'NO_TIME':
      return {
        code: 'NO_TIME',
        message: `The signature of ${name} does not say when it was made.`,
      };
    case 'SEALED':
      return { code: 'SEALED', message: `Sealed by ${name} with a key known to be the service's.` };
    case 'SEAL_UNKNOWN':
      return {
        code: 'SEAL_UNKNOWN',
        message: "The certificate is not sealed with a key known to be the service's.",
      };
    case null:
      return {
        code: 'INVALID',
        message: `The signature of ${name} does not fit the document or its certificate: ${signature.problem?.message ?? 'it cannot be read'}.`,
      };
  }
}

function timestampWords(timestamp: SignatureVerdict): Words {
  const name = nameOf(timestamp);
  const { timestampedAt } = timestamp;
  return timestampedAt === null
    ? { code: 'UNTRUSTED', message: `The issuer of ${name}'s timestamp is not trusted.` }
    : {
        code: 'TIMESTAMPED',
        message: `${name} proves that the document was there at ${timestampedAt}.`,
      };
}

/** The finding about a signature's signer, or why the signature is not valid; `at` replaces the time of signing. */
export function signatureFinding(signature: SignatureVerdict, at?: Date): Finding {
  const { kind, valid, problem, revision } = signature;
  const time = at ? `${at.toISOString()}, as asked` : timeWords(signature);
  const words =
    kind === 'timestamp' && valid ? timestampWords(signature) : wordsOf(signature, time);
  return { ...words, ...(problem && { reason: problem.code }), revision };
}

/** Revocation is not looked up, and a reader must not take silence for an answer. */
export const REVOCATION: Finding = { code: 'UNKNOWN', message: 'Revocation was not checked.' };

/** A document whose fields are not all signed. */
export function incompleteFinding({ signed, total }: FieldCount): Finding {
  const message = `${signed} of ${total} signature fields are signed; the document is not complete.`;
  return { code: 'INCOMPLETE', message };
}

/** A file that cannot be read is not judged. */
export function unreadableFinding({ message }: Problem): Finding {
  const text = `This program cannot read the file (${message}); its signatures are not judged.`;
  return { code: 'UNREADABLE', message: text };
}

/** A file without a signature. */
export const NOT_SIGNED: Finding = { code: 'NOT_SIGNED', message: 'The file is not signed.' };
