import { open, readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { SignatureField } from '../signing/geometry.ts';
import { preplace } from '../signing/preplace.ts';
import { normalise } from './normalise.ts';

/** A document to be made ready for its signers: from one file into another. */
export type ArrangeJob = {
  readonly from: string;
  readonly to: string;
  readonly fields: readonly SignatureField[];
};

async function writeSynced(path: string, bytes: Buffer): Promise<void> {
  const file = await open(path, 'w', 0o600);
  try {
    await file.writeFile(bytes);
    await file.sync();
  } finally {
    await file.close();
  }
  const folder = await open(dirname(path), 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

/** Normalises a document, places the empty fields of all signers, and writes the result to disk for good. */
export async function arrangeFile({ from, to, fields }: ArrangeJob): Promise<void> {
  const original = await readFile(from);
  await writeSynced(to, await preplace(await normalise(original), fields));
}
