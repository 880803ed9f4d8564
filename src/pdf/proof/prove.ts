import { writeFile } from 'node:fs/promises';
import type { PreparedSignature } from '../signing/prepare.ts';
import { appendProof } from './append-proof.ts';
import { prepareTimestamp } from './prepare-timestamp.ts';
import type { Proof } from './proof.ts';

/** The placeholder of a document timestamp, and the hash to timestamp. */
export type TimestampPlaceholder = Omit<PreparedSignature, 'bytes'>;

/** A signed file that gets proof for later checks. */
export interface ProofJob {
  readonly file: Uint8Array;
  /** Receives the result. */
  readonly to: string;
  readonly proof: Proof;
  /** Prepares a document timestamp over all that, for a token of up to so many bytes. */
  readonly reserve?: number | undefined;
}

/**
 * Appends proof to a signed file, and writes the result. Returns the placeholder, if one was asked for. Throws PdfError
 * NOT_APPENDABLE or PLACEHOLDER.
 */
export async function proveFile({
  file,
  to,
  proof,
  reserve,
}: ProofJob): Promise<TimestampPlaceholder | null> {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength);
  const proven = await appendProof(bytes, proof);
  const prepared = reserve === undefined ? null : await prepareTimestamp(proven, reserve);
  await writeFile(to, prepared?.bytes ?? proven, { mode: 0o600 });
  if (prepared === null) return null;
  const { bytes: _, ...placeholder } = prepared;
  return placeholder;
}
