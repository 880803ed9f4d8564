import { writeFile } from 'node:fs/promises';
import type { PreparedSignature } from '../signing/prepare.ts';
import { embedCms } from '../signing/prepare.ts';
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
  /** A token, DER, for the placeholder of an earlier job. */
  readonly token?: Omit<TimestampPlaceholder, 'sha256'> & { readonly der: Uint8Array };
  /** Added behind the token. */
  readonly proof: Proof;
  /** Prepares a document timestamp, at the very end, for a token of up to so many bytes. */
  readonly reserve?: number | undefined;
}

/**
 * Appends proof to a signed file, and writes the result. Returns the placeholder, if one was asked for. Throws PdfError
 * NOT_APPENDABLE, PLACEHOLDER or CMS_TOO_BIG.
 */
export async function proveFile(job: ProofJob): Promise<TimestampPlaceholder | null> {
  const { file, to, token, proof, reserve } = job;
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength);
  const stamped = token ? embedCms({ ...token, bytes }, token.der) : bytes;
  const proven = await appendProof(stamped, proof);
  const prepared = reserve === undefined ? null : await prepareTimestamp(proven, reserve);
  await writeFile(to, prepared?.bytes ?? proven, { mode: 0o600 });
  if (prepared === null) return null;
  const { bytes: _, ...placeholder } = prepared;
  return placeholder;
}
