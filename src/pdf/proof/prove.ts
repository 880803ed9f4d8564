import { writeFile } from 'node:fs/promises';
import type { PreparedSignature } from '../signing/prepare.ts';
import { appendProof } from './append-proof.ts';
import { prepareTimestamp } from './prepare-timestamp.ts';
import type { Proof } from './proof.ts';

export type TimestampPlaceholder = Omit<PreparedSignature, 'bytes'>;

export interface ProofJob {
  readonly file: Uint8Array;
  readonly to: string;
  readonly proof: Proof;
  /** Also prepares a document timestamp over it all, for a token of up to this many bytes. */
  readonly reserve?: number | undefined;
}

/**
 * Appends proof to a signed file and writes the result. Returns the placeholder, if requested.
 * Throws PdfError NOT_APPENDABLE, PLACEHOLDER or NO_SUCH_PAGE.
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
