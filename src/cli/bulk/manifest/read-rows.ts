import { decodeText } from '../../csv/decode-text.ts';
import type { CliError, InputFault } from '../../errors/cli-error.ts';
import { faultyInput } from '../../errors/usage-error.ts';
import { readInputFile } from '../../input/read-input-file.ts';
import { sha256Of } from '../../input/sha256.ts';
import { bulkCommand } from '../bulk-flags.ts';
import { readCsvRows } from './csv-rows.ts';
import type { GivenRows } from './given-row.ts';
import { readJsonRows } from './jsonl-rows.ts';

export interface WrittenRows extends GivenRows {
  readonly sha256: string;
}

/** Exit 2. Points to a report unless there is one, or only one fault. */
export function faultyManifest(
  path: string,
  faults: readonly InputFault[],
  report?: string,
): CliError {
  const check = `${bulkCommand('check', { manifest: path })} --report faults.csv`;
  const next = faults.length > 1 && report === undefined ? check : 'esign help manifest';
  return faultyInput({ code: 'invalid_manifest', path, faults, next });
}

/** Reads a CSV or JSON Lines manifest. Throws a `CliError` (exit 2) if it is not text. */
export async function readRows(path: string): Promise<WrittenRows> {
  const bytes = await readInputFile(path, 'the manifest');
  const decoded = decodeText(bytes);
  if (!decoded.ok) throw faultyManifest(path, [{ problem: decoded.problem }]);
  const { text } = decoded;
  const given = /^\s*[[{]/.test(text) ? readJsonRows(text) : await readCsvRows(text);
  const sha256 = sha256Of(bytes);
  if (given.rows.length > 0 || given.faults.length > 0) return { ...given, sha256 };
  return { rows: [], faults: [{ problem: 'it has no rows' }], sha256 };
}
