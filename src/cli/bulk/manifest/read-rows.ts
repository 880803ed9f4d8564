import { createHash } from 'node:crypto';
import { decodeText } from '../../csv/decode-text.ts';
import type { CliError, InputFault } from '../../errors/cli-error.ts';
import { faultyInput } from '../../errors/input-faults.ts';
import { readInputFile } from '../../input/read-input-file.ts';
import type { GivenRows } from './csv-rows.ts';
import { readCsvRows } from './csv-rows.ts';
import { readJsonRows } from './jsonl-rows.ts';

/** The rows of a manifest as they are written, before any file is looked at. */
export interface WrittenRows extends GivenRows {
  /** Of the manifest's own bytes, in lower-case hex. */
  readonly sha256: string;
}

/** A manifest with faults (exit 2). */
export function faultyManifest(path: string, faults: readonly InputFault[]): CliError {
  return faultyInput({ code: 'invalid_manifest', path, faults, next: 'esign help manifest' });
}

/** Reads the rows of a manifest, in whichever form it is written. Throws a `CliError` (exit 2) when it is no text. */
export async function readRows(path: string): Promise<WrittenRows> {
  const bytes = await readInputFile(path, 'the manifest');
  const decoded = decodeText(bytes);
  if (!decoded.ok) throw faultyManifest(path, [{ problem: decoded.problem }]);
  const { text } = decoded;
  const given = /^\s*[[{]/.test(text) ? readJsonRows(text) : await readCsvRows(text);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  if (given.rows.length > 0 || given.faults.length > 0) return { ...given, sha256 };
  return { rows: [], faults: [{ problem: 'there are no rows in it' }], sha256 };
}
