import { writeFile } from 'node:fs/promises';
import type { Proof } from './append-proof.ts';
import { appendProof } from './append-proof.ts';

/** A signed file that gets proof for later checks. */
export interface ProofJob {
  readonly file: Uint8Array;
  /** Receives the result. */
  readonly to: string;
  readonly proof: Proof;
}

/** Appends proof to a signed file and writes the result. Throws PdfError NOT_APPENDABLE. */
export async function proveFile({ file, to, proof }: ProofJob): Promise<void> {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength);
  await writeFile(to, await appendProof(bytes, proof), { mode: 0o600 });
}
