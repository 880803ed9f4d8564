import { Flags } from '@oclif/core';
import { nearestWord } from '../../client/options/edit-distance.ts';
import { CliError } from '../errors/cli-error.ts';
import { EXIT } from '../errors/exit-codes.ts';
import type { ColumnOrder } from './cells.ts';
import type { RowQuery } from './query.ts';
import { queryFlag } from './query.ts';

const FORMATS = ['csv', 'tsv', 'ndjson'] as const;

export interface RowFlags {
  readonly columns?: readonly string[] | undefined;
  readonly sort?: ColumnOrder | undefined;
  readonly format?: (typeof FORMATS)[number] | undefined;
  readonly raw?: boolean | undefined;
  readonly query?: RowQuery | undefined;
}

function knownColumn(name: string, known: readonly string[]): string {
  if (known.includes(name)) return name;
  const near = nearestWord(name, known);
  const meant = near === undefined ? '' : ` (did you mean ${near}?)`;
  throw new CliError({
    code: 'unknown_column',
    what: `there is no column "${name}"${meant}; the columns are ${known.join(', ')}`,
    exitCode: EXIT.usage,
  });
}

/** Parses `name,signers.signed`. Throws a `CliError` (exit 2) that lists the known columns. */
function readColumns(text: string, known: readonly string[]): string[] {
  return text.split(',').map((name) => knownColumn(name.trim(), known));
}

/** A leading `-` sorts descending. Throws a `CliError` (exit 2). */
export function readOrder(text: string, known: readonly string[]): ColumnOrder {
  const isDescending = text.startsWith('-');
  const column = knownColumn(isDescending ? text.slice(1) : text, known);
  return { column, isDescending };
}

const ROWS = 'ROWS';
const OTHERS = ['json', 'query'];

/** For rows that a query or a pipe sorts and cuts. */
export function outputFlags() {
  return {
    format: Flags.option({ options: FORMATS })({
      description: 'print rows for programs, with full ids and times as the API writes them',
      helpGroup: ROWS,
      exclusive: OTHERS,
    }),
    query: queryFlag({ helpGroup: ROWS }),
  };
}

/** `known` columns are field paths in a row's JSON. */
export function rowFlags(known: readonly string[]) {
  return {
    columns: Flags.custom<string[]>({ parse: async (text) => readColumns(text, known) })({
      description: `columns to print: ${known.join(', ')}`,
      helpGroup: ROWS,
      helpValue: 'COLUMN,…',
      exclusive: OTHERS,
    }),
    sort: Flags.custom<ColumnOrder>({ parse: async (text) => readOrder(text, known) })({
      description: 'column to sort by; --sort=-COLUMN sorts downwards',
      helpGroup: ROWS,
      helpValue: 'COLUMN',
    }),
    ...outputFlags(),
    raw: Flags.boolean({
      description: 'leave CSV cells as they are, even where a spreadsheet would run them',
      helpGroup: ROWS,
      dependsOn: ['format'],
    }),
  };
}
