import { Readable } from 'node:stream';
import type { Interfaces } from '@oclif/core';
import { Flags } from '@oclif/core';
import type { EsignClient } from '../../../client/index.ts';
import { saveFile } from '../../../client/index.ts';
import type { DocumentStatus, DocumentSummary } from '../../../contract/document.ts';
import { LIMITS } from '../../../contract/limits.ts';
import type { DocumentSigner } from '../../../contract/signer.ts';
import { csvText } from '../../../contract/write-csv.ts';
import { readSummaries } from '../../documents/list-documents.ts';
import { misuse } from '../../errors/usage-error.ts';
import { counted } from '../../terminal/counted.ts';
import { harmless } from '../../terminal/harmless.ts';
import type { RunName } from '../bulk-flags.ts';
import { journalFlag } from '../bulk-flags.ts';
import { mapConcurrently } from '../concurrency.ts';
import type { RowStatus } from '../journal/row-state.ts';
import type { KnownRow, KnownRunContext } from './known-run.ts';
import { readKnownRun, sentRows } from './known-run.ts';

export const exportFlags = {
  ...journalFlag,
  format: Flags.option({
    description: 'format of the export',
    options: ['csv', 'json'] as const,
    default: 'csv' as const,
  })(),
  output: Flags.string({
    description: 'file to write to (default: stdout)',
    char: 'o',
    helpValue: 'FILE',
  }),
  force: Flags.boolean({ description: 'overwrite an existing file' }),
  signers: Flags.boolean({ description: 'include the signers, and when each signed' }),
  links: Flags.boolean({
    description: 'include the signers and their signing links; only to a file or pipe',
  }),
  delimiter: Flags.option({
    description: 'cell separator of the CSV',
    options: ['comma', 'semicolon', 'tab'] as const,
    default: 'comma' as const,
  })(),
  bom: Flags.boolean({ description: 'start the CSV with a byte order mark, for Excel' }),
};

const DELIMITERS = { comma: ',', semicolon: ';', tab: '\t' } as const;

type ExportFlags = Interfaces.InferredFlags<typeof exportFlags>;

/** A row's outcome, with the API's field names where they exist. */
export interface ExportedRow {
  readonly row: number;
  readonly line: number;
  readonly file: string;
  readonly name: string;
  readonly state: RowStatus;
  readonly documentId: string | null;
  /** The document's current status; null for an unsent row. */
  readonly status: DocumentStatus | null;
  readonly signers: DocumentSummary['signers'] | null;
  readonly code: string | null;
  readonly message: string | null;
  readonly columns: Readonly<Record<string, string>>;
  /** With `--signers`. */
  readonly progress?: ReadonlyArray<Omit<SignerLink, 'signUrl'>>;
  readonly links?: readonly SignerLink[];
}

/** Anyone with the link can open the document. */
type SignerLink = Pick<
  DocumentSigner,
  'name' | 'email' | 'signingOrder' | 'hasSigned' | 'signedAt' | 'signUrl'
>;

/** How much is exported about signers. */
type Detail = 'none' | 'progress' | 'links';

export type BulkExport =
  | { readonly rows: readonly ExportedRow[] }
  | { readonly path: string; readonly rows: number; readonly bytes: number };

const CONCURRENCY = 8;
const OWNER_ONLY = 0o600;
const BOM = '\ufeff';

function toLink(signer: DocumentSigner): SignerLink {
  const { name, email, signingOrder, hasSigned, signedAt, signUrl } = signer;
  return { name, email, signingOrder, hasSigned, signedAt, signUrl };
}

function exported(known: KnownRow, summary: DocumentSummary | undefined): ExportedRow {
  const { row, line, file, name, columns, status, state } = known;
  const isSent = status === 'sent';
  return {
    row,
    line,
    file,
    name,
    state: status,
    documentId: state?.documentId ?? null,
    status: summary?.status ?? null,
    signers: summary?.signers ?? null,
    code: isSent ? null : (state?.code ?? null),
    message: isSent ? null : (state?.message ?? null),
    columns,
  };
}

async function exportRows(
  client: EsignClient,
  rows: readonly KnownRow[],
  { signal, detail }: { readonly signal: AbortSignal; readonly detail: Detail },
): Promise<ExportedRow[]> {
  const summaries = await readSummaries(client, new Set(sentRows(rows).keys()), { signal });
  const plain = rows.map((row) => exported(row, summaries.get(row.state?.documentId ?? '')));
  if (detail === 'none') return plain;
  return mapConcurrently(plain, CONCURRENCY, async (row) => {
    if (row.documentId === null || row.state !== 'sent') return row;
    const { signers } = await client.documents.retrieve(row.documentId, { signal });
    const links = signers.map(toLink);
    if (detail === 'links') return { ...row, links };
    return { ...row, progress: links.map(({ signUrl: _, ...rest }) => rest) };
  });
}

const OWN = ['row', 'line', 'file', 'name', 'state', 'documentId', 'status'] as const;
const REST = ['signed', 'signers', 'code', 'message'] as const;
const FIELDS = {
  none: [],
  progress: ['name', 'email', 'signedAt'],
  links: ['name', 'email', 'signedAt', 'signUrl'],
} as const;
const NUMBERS = Array.from({ length: LIMITS.signersPerDocument }, (_, at) => at + 1);

const text = (value: string | number | null | undefined): string => `${value ?? ''}`;

function signerCells({ links, progress = [] }: ExportedRow, detail: Detail): string[] {
  const given: ReadonlyArray<Partial<SignerLink>> = links ?? progress;
  return NUMBERS.flatMap((number) =>
    FIELDS[detail].map((field) => text(given[number - 1]?.[field])),
  );
}

function exportCsv(rows: readonly ExportedRow[], detail: Detail, delimiter: string): string {
  const further = [...new Set(rows.flatMap(({ columns }) => Object.keys(columns)))];
  const ofSigners = NUMBERS.flatMap((number) =>
    FIELDS[detail].map((field) => `signer${number}_${field}`),
  );
  const own: string[] = [...OWN, ...REST, ...ofSigners];
  // A user's column may have the name of one of ours
  const heads = further.map((head) => (own.includes(head) ? `manifest_${head}` : head));
  const lines = rows.map((row) => [
    ...OWN.map((field) => text(row[field])),
    text(row.signers?.signed),
    text(row.signers?.total),
    text(row.code),
    text(row.message),
    ...signerCells(row, detail),
    ...further.map((head) => text(row.columns[head])),
  ]);
  return csvText([[...own, ...heads], ...lines], { delimiter });
}

function detailOf({ links, signers }: ExportFlags): Detail {
  if (links) return 'links';
  return signers ? 'progress' : 'none';
}

function textOf(rows: readonly ExportedRow[], flags: ExportFlags): string {
  if (flags.format === 'json') return `${JSON.stringify({ rows }, null, 2)}\n`;
  const csv = exportCsv(rows, detailOf(flags), DELIMITERS[flags.delimiter]);
  return `${flags.bom ? BOM : ''}${csv}`;
}

function refuseLinksOnTerminal({ links, output }: ExportFlags): void {
  if (!links || output !== undefined || !process.stdout.isTTY) return;
  const what = 'signing links are not written to a terminal';
  throw misuse(what, 'name a file with -o', 'anyone who sees a link can open the document');
}

/** Exports to stdout or a file. Throws `CliError`s and the client's errors. */
export async function exportRun(
  name: RunName,
  flags: ExportFlags,
  context: KnownRunContext,
): Promise<BulkExport> {
  refuseLinksOnTerminal(flags);
  const { client, out, signal } = context;
  const known = await readKnownRun(name, context);
  const options = { signal, detail: detailOf(flags) };
  const rows = await context.progress('reading', () => exportRows(client, known, options));
  const content = textOf(rows, flags);
  if (flags.output === undefined) {
    if (!out.isJson) process.stdout.write(content);
    return { rows };
  }
  const mode = flags.links ? OWNER_ONLY : undefined;
  const { path, bytes } = await saveFile(Readable.from([Buffer.from(content)]), flags.output, {
    force: flags.force,
    mode,
  });
  out.result(`${harmless(path)}  ${counted(rows.length, 'row')}`);
  return { path, rows: rows.length, bytes };
}
