import { harmless } from '../../terminal/harmless.ts';
import type { Printer } from '../../terminal/printer.ts';
import type { BulkRow } from '../manifest/manifest.ts';
import type { BulkPlan } from './plan.ts';

/** The parts of a dry run's report beside its numbers. */
export interface Sample {
  /** The first row that the run would process, as it would be sent; null if there is none. */
  readonly sample: Omit<BulkRow, 'expectSha256' | 'searchedSha256'> | null;
  /** Columns that are not of the manifest's own: kept for the export, and not sent. */
  readonly unknownColumns: readonly string[];
}

/** The sample of a plan. */
export function sampleOf({ all, rows }: BulkPlan): Sample {
  const unknownColumns = [...new Set(all.flatMap(({ row }) => Object.keys(row.columns)))];
  const [first] = rows;
  if (!first) return { sample: null, unknownColumns };
  const { row, line, file, name, signers, columns } = first.row;
  return { sample: { row, line, file, name, signers, columns }, unknownColumns };
}

/** Prints a sample on stderr. */
export function printSample(printer: Printer, { sample, unknownColumns }: Sample): void {
  if (sample) {
    printer.note(`\nrow ${sample.row}, line ${sample.line}: ${harmless(sample.name)}`);
    printer.note(`    ${harmless(sample.file)}`);
    for (const [at, { name, email, phone }] of sample.signers.entries())
      printer.note(`    ${at + 1}  ${harmless(`${name} <${email}> ${phone}`)}`);
    for (const [label, value] of Object.entries(sample.columns))
      printer.note(`    ${harmless(`${label}: ${value}`)}`);
  }
  if (unknownColumns.length > 0)
    printer.note(
      `columns of your own, only kept for the export: ${harmless(unknownColumns.join(', '))}`,
    );
}
