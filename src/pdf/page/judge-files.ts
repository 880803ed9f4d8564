import type { JudgedFile } from '../verification/pair.ts';
import { bindPairs } from '../verification/pair.ts';
import { verifyPdf } from '../verification/verify.ts';
import type { BuiltInTrust, ChosenTrust } from './trust.ts';
import { judgingTrust } from './trust.ts';

export interface GivenFile {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** Judges files one after another as `esign verify` does, and compares pairs. Never throws. */
export async function judgeFiles(
  files: readonly GivenFile[],
  builtIn: BuiltInTrust,
  chosen: ChosenTrust,
): Promise<JudgedFile[]> {
  const trust = judgingTrust(builtIn, chosen);
  const results: JudgedFile[] = [];
  for (const { name: file, bytes } of files) {
    results.push({ file, verdict: await verifyPdf(Buffer.from(bytes), trust) });
  }
  return bindPairs(results);
}
