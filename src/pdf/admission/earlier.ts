import type { PDF } from '@libpdf/core';
import { readObject } from '../objects.ts';
import { fail, problemOf } from '../pdf-errors.ts';
import { formFields } from '../signing/form-fields.ts';
import { oneLine } from '../signing/signature-lines.ts';
import { signedFields } from '../verification/byte-range.ts';
import type { SignedState } from '../verification/changes/analyse.ts';
import { analyseChanges } from '../verification/changes/analyse.ts';
import { nameOf } from '../verification/findings.ts';
import { judgeAll } from '../verification/judge-all.ts';
import type { SignatureVerdict } from '../verification/signature-verdict.ts';
import { isUnknownToken } from '../verification/signature-verdict.ts';
import { loadSigned } from '../verification/xref/chain.ts';

/** A signature that an upload already had. It fits its bytes; who made it was not checked. */
export interface EarlierSignature {
  readonly kind: 'signature' | 'timestamp';
  readonly name: string;
  /** The time the signature claims, ISO 8601 in UTC. */
  readonly claimedAt: string | null;
  /** SHA-256 of the certificate, 64 hexadecimal digits. */
  readonly fingerprint: string | null;
  readonly cmsSha256: string | null;
}

export interface IntactFile {
  readonly pdf: PDF;
  readonly signatures: readonly EarlierSignature[];
  readonly states: readonly SignedState[];
  /** A visible signature field was added after the first signature. */
  readonly isPlaced: boolean;
}

type SignedFault =
  | 'SIGNED_UNREADABLE'
  | 'SIGNED_ENCRYPTED'
  | 'SIGNED_BROKEN'
  | 'SIGNED_FILLED'
  | 'SIGNED_LOCKED'
  | 'SIGNED_OPEN';

const refuse = (code: SignedFault, message: string): never => fail(code, message);

async function load(file: Buffer): Promise<PDF> {
  try {
    return await loadSigned(file);
  } catch (error) {
    const { code, message } = problemOf(error);
    return refuse(code === 'ENCRYPTED' ? 'SIGNED_ENCRYPTED' : 'SIGNED_UNREADABLE', message);
  }
}

function checkSound(signatures: readonly SignatureVerdict[]): void {
  for (const signature of signatures) {
    if (signature.valid === true || isUnknownToken(signature)) continue;
    const why = `that in ${signature.field || 'a field without a name'}, since ${signature.problem?.message ?? 'it cannot be read'}`;
    refuse(signature.valid === null ? 'SIGNED_UNREADABLE' : 'SIGNED_BROKEN', why);
  }
}

const LOCKS: ReadonlyMap<string, string> = new Map([
  ['NOT_PERMITTED', 'it permits no changes (P 1)'],
  ['FIELD_LOCKED', 'it locks fields that it does not name (FieldMDP)'],
]);

/** Refuses forbidden changes with `fault`. Returns whether a visible field was added. */
async function checkChanges(file: Buffer, states: readonly SignedState[], fault: SignedFault) {
  const { steps, problem } = await analyseChanges(file, states).catch((error: unknown) =>
    refuse('SIGNED_UNREADABLE', problemOf(error).message),
  );
  if (problem) {
    const lock = fault === 'SIGNED_LOCKED' ? LOCKS.get(problem.code) : undefined;
    refuse(fault, lock ?? problem.message);
  }
  const filled = steps.find(({ level }) => level === 'filled');
  if (filled) refuse('SIGNED_FILLED', `${filled.what} was filled in later`);
  return steps.some(({ level }) => level === 'placed');
}

/** Other software's empty field: ours would lock it, and the file would stay incomplete. */
function checkOpen(pdf: PDF): void {
  const fields = [...formFields(pdf)];
  const groups = new Set(fields.map(({ name }) => name.slice(0, name.lastIndexOf('.'))));
  for (const { dict, name, type } of fields) {
    const isField = type === 'Sig' && dict.has('T') && !groups.has(name);
    if (isField && readObject(pdf, dict.get('V')) === undefined) refuse('SIGNED_OPEN', name);
  }
}

/** Names come from strangers and are shown where there is little room. */
const LONGEST_NAME = 120;
const MOST_SIGNATURES = 50;

function earlierOf(signature: SignatureVerdict): EarlierSignature {
  const { kind, claimedAt, cmsSha256, signer } = signature;
  const fingerprint = signer?.fingerprint ?? null;
  const name = oneLine(nameOf(signature)).slice(0, LONGEST_NAME);
  return { kind, name, claimedAt, fingerprint, cmsSha256 };
}

/**
 * Judges a signed file offline, without roots: each signature fits its bytes, and only signing
 * changed the file since the first one. Throws PdfError with a `SignedFault`.
 */
export async function readIntact(file: Buffer): Promise<IntactFile> {
  const pdf = await load(file);
  if (signedFields(pdf).length > MOST_SIGNATURES) {
    refuse('SIGNED_UNREADABLE', `it has more than ${MOST_SIGNATURES}`);
  }
  const { judged, signatures } = judgeAll(file, pdf, { roots: [] });
  checkSound(signatures);
  const states = judged.map(({ verdict, end }) => ({ field: verdict.field, end }));
  const isPlaced = await checkChanges(file, states, 'SIGNED_BROKEN');
  checkOpen(pdf);
  // Whether an unsupported token fits is unknown.
  const sound = signatures.filter(({ valid }) => valid === true);
  return { pdf, signatures: sound.map(earlierOf), states, isPlaced };
}

/** `field` is the field signed last, if any. Throws PdfError SIGNED_LOCKED, or as `readIntact`. */
export async function checkKept(
  file: Buffer,
  { states }: Pick<IntactFile, 'states'>,
  field?: string,
): Promise<void> {
  const own = field === undefined ? [] : [{ field, end: file.length }];
  await checkChanges(file, [...states, ...own], 'SIGNED_LOCKED');
}
