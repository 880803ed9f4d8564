import { X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { PDF } from '@libpdf/core';
import { checkToken, judgeAuthority } from '../cms/check-timestamp.ts';
import { readCms } from '../cms/read-cms.ts';
import { digestOf, readSignedBytes, signedFields } from './byte-range.ts';
import type { AllJudged, Level } from './judge-all.ts';
import { findLevel, judgeAll } from './judge-all.ts';
import type { JudgingOptions } from './judging-rules.ts';
import { judgingRules } from './judging-rules.ts';
import { proofEnd } from './signature-verdict.ts';
import { loadSigned } from './xref/chain.ts';

/** A file whose proof is judged, but not its changes. Certificates are DER. */
export interface StandingJob {
  readonly path: string;
  /** The time to judge at, ISO 8601: a clock may be ahead of the machine's. */
  readonly now: string;
  readonly roots: readonly Uint8Array[];
}

export interface Standing {
  /** Null if a signature is not valid. */
  readonly level: Level | null;
  /** As `proofEnd` says. */
  readonly endsAt: string | null;
  /** Path of the last trusted document timestamp's authority, DER, root last; empty without one. */
  readonly authority: readonly Uint8Array[];
}

interface Judging {
  readonly file: Buffer;
  readonly pdf: PDF;
  readonly options: JudgingOptions;
  readonly all: AllJudged;
}

function lastAuthority({ file, pdf, options, all }: Judging): Uint8Array[] {
  const last = all.signatures.findLast(({ kind, trusted }) => kind === 'timestamp' && trusted);
  const signed = signedFields(pdf).find(({ field }) => field === last?.field);
  if (signed === undefined) return [];
  const { cms, ...range } = readSignedBytes(file, signed);
  const token = checkToken(readCms(cms), (name) => digestOf(file, range, name));
  const judged = judgeAuthority(token, judgingRules(pdf, options));
  return judged.code === 'TRUSTED' ? judged.path.map(({ raw }) => raw) : [];
}

/** Throws if the file cannot be read. */
export async function readStanding({ path, roots, now }: StandingJob): Promise<Standing> {
  const file = await readFile(path);
  const pdf = await loadSigned(file);
  const options = { roots: roots.map((der) => new X509Certificate(der)), now: new Date(now) };
  const all = judgeAll(file, pdf, options);
  return {
    level: await findLevel(file, pdf, { options, all }),
    endsAt: proofEnd(all.signatures),
    authority: lastAuthority({ file, pdf, options, all }),
  };
}
