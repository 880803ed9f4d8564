import { Flags } from '@oclif/core';
import { saveFile } from '../../../client/index.ts';
import type { CommandContext } from '../../command-context.ts';
import { CliError } from '../../errors/cli-error.ts';
import { EXIT } from '../../errors/exit-codes.ts';
import { counted } from '../../terminal/counted.ts';
import { harmless } from '../../terminal/harmless.ts';
import { journalFlag } from '../bulk-flags.ts';
import type { RunName } from '../run/run-end.ts';
import type { ExportedRow } from './export-run.ts';
import { exportCsv, exportRows } from './export-run.ts';
import type { KnownRunOptions } from './known-run.ts';
import { readKnownRun } from './known-run.ts';

/** The flags of `bulk export`. */
export const exportFlags = {
  ...journalFlag,
  format: Flags.option({
    description: 'form of the export',
    options: ['csv', 'json'] as const,
    default: 'csv' as const,
  })(),
  output: Flags.string({
    description: 'file to write to (default: stdout)',
    char: 'o',
    helpValue: 'FILE',
  }),
  force: Flags.boolean({ description: 'overwrite a file that exists' }),
  links: Flags.boolean({
    description: 'with the signers and their links, which are theirs alone: into a file or pipe',
  }),
  bom: Flags.boolean({ description: 'mark the CSV as UTF-8, which Excel needs for other scripts' }),
};

/** The flags as they were given. */
export interface ExportFlags {
  readonly journal?: string | undefined;
  readonly format: 'csv' | 'json';
  readonly output?: string | undefined;
  readonly force: boolean;
  readonly links: boolean;
  readonly bom: boolean;
}

/** What became of every row; beside a file, where it lies. */
export type BulkExport =
  | { readonly rows: readonly ExportedRow[] }
  | { readonly path: string; readonly rows: number; readonly bytes: number };

const OWNER_ONLY = 0o600;
const BOM = '\ufeff';

function textOf(rows: readonly ExportedRow[], { format, links, bom }: ExportFlags): string {
  if (format === 'json') return `${JSON.stringify({ rows }, null, 2)}\n`;
  return `${bom ? BOM : ''}${exportCsv(rows, links)}`;
}

function refuseLinksOnScreen({ links, output }: ExportFlags): void {
  if (!links || output !== undefined || !process.stdout.isTTY) return;
  throw new CliError({
    code: 'usage',
    what: "signers' links are not written to a terminal",
    why: 'whoever has a link can open the document that it is for',
    next: 'name a file with -o',
    exitCode: EXIT.usage,
  });
}

async function* once(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text);
}

/** Exports what became of a run: to stdout, or to a file that is written whole. Throws `CliError`s and the client's errors. */
export async function exportRun(
  name: RunName,
  flags: ExportFlags,
  context: CommandContext & KnownRunOptions,
): Promise<BulkExport> {
  refuseLinksOnScreen(flags);
  const { client, out, signal } = context;
  const known = await readKnownRun(name, context);
  const wishes = { signal, hasLinks: flags.links };
  const rows = await context.progress('reading', () => exportRows(client, known, wishes));
  if (flags.output === undefined) {
    if (!out.isJson) process.stdout.write(textOf(rows, flags));
    return { rows };
  }
  const options = { force: flags.force, mode: flags.links ? OWNER_ONLY : undefined };
  const { path, bytes } = await saveFile(once(textOf(rows, flags)), flags.output, options);
  out.result(`${harmless(path)}  ${counted(rows.length, 'row')}`);
  return { path, rows: rows.length, bytes };
}
