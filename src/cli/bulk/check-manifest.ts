import { readFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { Flags } from '@oclif/core';
import { saveFile } from '../../client/index.ts';
import { csvText } from '../../contract/write-csv.ts';
import type { CommandContext } from '../command-context.ts';
import type { InputFault } from '../errors/cli-error.ts';
import { CliError } from '../errors/cli-error.ts';
import { EXIT } from '../errors/exit-codes.ts';
import { coveredFlag } from '../sending/warn-of-covered-text.ts';
import { counted } from '../terminal/counted.ts';
import { harmless } from '../terminal/harmless.ts';
import type { CheckedManifest, ManifestOptions } from './manifest/manifest.ts';
import { checkManifest } from './manifest/manifest.ts';
import { faultyManifest } from './manifest/read-rows.ts';

export const checkFlags = {
  report: Flags.string({
    description: 'also write all faults to this CSV file, replacing an earlier report',
    helpValue: 'FILE',
  }),
  'allow-repeats': Flags.boolean({ description: 'accept duplicate rows' }),
  'refuse-covered': coveredFlag,
};

export interface ManifestCheck {
  readonly manifest: string;
  readonly rows: number;
  readonly faults: readonly InputFault[];
}

const FIELDS = ['row', 'line', 'column', 'value', 'problem'] as const;
const HEAD = `\ufeff${FIELDS.join(',')}\r\n`;

const reportText = (faults: readonly InputFault[]): string =>
  HEAD + csvText(faults.map((fault) => FIELDS.map((field) => harmless(`${fault[field] ?? ''}`))));

/** Throws a `CliError` (exit 2) if another file would be lost. */
async function writeReport(path: string, faults: readonly InputFault[]): Promise<void> {
  const former = await readFile(path, 'utf8').catch(() => undefined);
  if (former !== undefined && !former.startsWith(HEAD))
    throw new CliError({
      code: 'file_exists',
      what: `${path} exists already, and is no report of faults`,
      next: 'name another file with --report',
      exitCode: EXIT.usage,
    });
  const text = Readable.from([Buffer.from(reportText(faults))]);
  await saveFile(text, path, { force: former !== undefined });
}

/** Says that form fields of PDFs stay empty, and where. */
export function warnOfEmptyFields(
  { linesWithEmptyFields: lines }: Pick<CheckedManifest, 'linesWithEmptyFields'>,
  out: Pick<CommandContext['out'], 'warn'>,
): void {
  if (lines.length === 0) return;
  const rows = counted(lines.length, 'row');
  out.warn(
    `the PDFs of ${rows} have empty form fields, which signers cannot fill in: the first is on line ${lines[0]}`,
  );
}

/** Throws a `CliError` (exit 2) with all faults. */
export async function checkOnly(
  path: string,
  report: string | undefined,
  {
    out,
    progress,
    ...options
  }: ManifestOptions & { readonly out: CommandContext['out'] } & Pick<CommandContext, 'progress'>,
): Promise<ManifestCheck> {
  const checked: CheckedManifest = await progress('checking the manifest', () =>
    checkManifest(path, options),
  );
  const { rows, faults } = checked;
  if (report !== undefined) {
    await writeReport(report, faults);
    out.note(`${harmless(report)}  ${counted(faults.length, 'fault')}`);
  }
  if (faults.length > 0) throw faultyManifest(path, faults, report);
  warnOfEmptyFields(checked, out);
  out.result(`${harmless(path)}  ${counted(rows.length, 'row')}, no faults`);
  return { manifest: checked.path, rows: rows.length, faults };
}
