import type { PDF } from '@libpdf/core';
import { fail, problemOf } from '../errors.ts';
import { readObject } from '../objects.ts';
import { formFields } from '../signing/form-fields.ts';
import { oneLine } from '../signing/signature-lines.ts';
import type { SignedState } from '../verification/changes/analyse.ts';
import { analyseChanges } from '../verification/changes/analyse.ts';
import { nameOf } from '../verification/findings.ts';
import { judgeAll } from '../verification/judge-all.ts';
import type { SignatureVerdict } from '../verification/signature-verdict.ts';
import { isUnknownToken } from '../verification/signature-verdict.ts';
import { signedFields } from '../verification/signed-field.ts';
import { loadSigned } from '../verification/xref/chain.ts';

/** A signature that a file had when it was uploaded. It fits its bytes; who made it was not checked. */
export interface EarlierSignature {
  readonly kind: 'signature' | 'timestamp';
  /** The name in its certificate. */
  readonly name: string;
  /** The time that it claims, ISO 8601 in UTC. */
  readonly claimedAt: string | null;
  /** SHA-256 of the certificate, 64 hexadecimal digits. */
  readonly fingerprint: string | null;
  readonly cmsSha256: string | null;
}

/** A signed file that was found intact. */
export interface IntactFile {
  readonly pdf: PDF;
  readonly signatures: readonly EarlierSignature[];
  readonly states: readonly SignedState[];
  /** A visible signature field was added after the first signature. */
  readonly isPlaced: boolean;
}

/** The refusals of a signed file, as codes of PdfError. */
type SignedFault =
  | 'SIGNED_UNREADABLE'
  | 'SIGNED_ENCRYPTED'
  | 'SIGNED_BROKEN'
  | 'SIGNED_FILLED'
  | 'SIGNED_LOCKED'
  | 'SIGNED_OPEN';

const refuse = (code: SignedFault, message: string): never => fail(code, message);

/** Loads a signed file; what cannot be read there is not judged. */
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

/** The restrictions that forbid our changes, in words. */
const LOCKS: ReadonlyMap<string, string> = new Map([
  ['NOT_PERMITTED', 'it permits no changes (P 1)'],
  ['FIELD_LOCKED', 'it locks fields that it does not name (FieldMDP)'],
]);

/** Compares the states of a file; `fault` is what a change that no rule permits says about it. */
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

/** A field that waits for a signature of other software: ours would lock it, and the document stay incomplete. */
function checkOpen(pdf: PDF): void {
  const fields = [...formFields(pdf)];
  for (const { dict, name, type } of fields) {
    const isGroup = fields.some((other) => other.name.startsWith(`${name}.`));
    const isField = type === 'Sig' && dict.has('T') && !isGroup;
    if (isField && readObject(pdf, dict.get('V')) === undefined) refuse('SIGNED_OPEN', name);
  }
}

/** Names come from strangers, and are kept and shown in places without much room. */
const LONGEST_NAME = 120;
const MOST_SIGNATURES = 50;

function earlierOf(signature: SignatureVerdict): EarlierSignature {
  const { kind, claimedAt, cmsSha256, signer } = signature;
  const fingerprint = signer?.fingerprint ?? null;
  const name = oneLine(nameOf(signature)).slice(0, LONGEST_NAME);
  return { kind, name, claimedAt, fingerprint, cmsSha256 };
}

/**
 * Judges a file that was signed before, offline and without any root: each signature fits its bytes, and nothing changed since
 * the first one but by signing. Throws PdfError with a `SignedFault`.
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
  // Of a token that is not supported nobody knows whether it fits.
  const sound = signatures.filter(({ valid }) => valid === true);
  return { pdf, signatures: sound.map(earlierOf), states, isPlaced };
}

/**
 * Checks that what was appended to an intact file leaves its signatures intact; `field` is the field that was signed last, if
 * one was. Throws PdfError SIGNED_LOCKED, or as `readIntact`.
 */
export async function checkKept(
  file: Buffer,
  { states }: Pick<IntactFile, 'states'>,
  field?: string,
): Promise<void> {
  const own = field === undefined ? [] : [{ field, end: file.length }];
  await checkChanges(file, [...states, ...own], 'SIGNED_LOCKED');
}
