import type { JudgedFile } from '../verification/pair.ts';
import { bindPairs } from '../verification/pair.ts';
import type { PdfVerdict } from '../verification/verdict.ts';
import { verifyPdf } from '../verification/verify.ts';
import type { BuiltInTrust, ChosenTrust } from './trust.ts';
import { judgingTrust } from './trust.ts';

export interface GivenFile {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** Judges a file as `esign verify` does. Never throws. */
export const judgeFile = (
  bytes: Uint8Array,
  builtIn: BuiltInTrust,
  chosen: ChosenTrust,
): Promise<PdfVerdict> => verifyPdf(Buffer.from(bytes), judgingTrust(builtIn, chosen));

/** Judges files one after another, and compares pairs. */
export async function judgeFiles(
  files: readonly GivenFile[],
  judge: (bytes: Uint8Array) => Promise<PdfVerdict>,
): Promise<JudgedFile[]> {
  const results: JudgedFile[] = [];
  for (const { name: file, bytes } of files) results.push({ file, verdict: await judge(bytes) });
  return bindPairs(results);
}
