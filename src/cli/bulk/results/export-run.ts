import type { EsignClient } from '../../../client/index.ts';
import type { DocumentStatus, DocumentSummary } from '../../../contract/document.ts';
import { LIMITS } from '../../../contract/limits.ts';
import type { DocumentSigner } from '../../../contract/signer.ts';
import { csvText } from '../../csv/write-csv.ts';
import { eachAtOnce } from '../each-at-once.ts';
import type { Standing } from '../journal/row-state.ts';
import type { KnownRow } from './known-run.ts';
import { sentRows } from './known-run.ts';
import { readSummaries } from './read-summaries.ts';

/** What became of a row, in the field names of the API where it has them. */
export interface ExportedRow {
  readonly row: number;
  readonly line: number;
  readonly file: string;
  readonly name: string;
  /** Whether the run sent it. */
  readonly state: Standing;
  readonly documentId: string | null;
  /** The document's, as the service has it now; null for a row that was not sent. */
  readonly status: DocumentStatus | null;
  readonly signers: DocumentSummary['signers'] | null;
  /** Why it was not sent. */
  readonly code: string | null;
  readonly message: string | null;
  /** The manifest's further columns. */
  readonly columns: Readonly<Record<string, string>>;
  /** The signers and their links; only when these were asked for. */
  readonly links?: readonly SignerLink[];
}

/** A signer with their link. Whoever has the link can open the document. */
type SignerLink = Pick<
  DocumentSigner,
  'name' | 'email' | 'signingOrder' | 'hasSigned' | 'signedAt' | 'signUrl'
>;

const AT_ONCE = 8;

function toLink(signer: DocumentSigner): SignerLink {
  const { name, email, signingOrder, hasSigned, signedAt, signUrl } = signer;
  return { name, email, signingOrder, hasSigned, signedAt, signUrl };
}

function exported(row: KnownRow, summary: DocumentSummary | undefined): ExportedRow {
  const { line, file, name, columns, standing, state } = row;
  const isSent = standing === 'sent';
  return {
    row: row.row,
    line,
    file,
    name,
    state: standing,
    documentId: state?.documentId ?? null,
    status: summary?.status ?? null,
    signers: summary?.signers ?? null,
    code: isSent ? null : (state?.code ?? null),
    message: isSent ? null : (state?.message ?? null),
    columns,
  };
}

/** Reads what became of each row: statuses by pages of the list; links, when asked for, by one request a document. */
export async function exportRows(
  client: EsignClient,
  rows: readonly KnownRow[],
  { signal, hasLinks }: { readonly signal: AbortSignal; readonly hasLinks: boolean },
): Promise<ExportedRow[]> {
  const sent = sentRows(rows);
  const summaries = await readSummaries(client, new Set(sent.keys()), { signal });
  const plain = rows.map((row) => exported(row, summaries.get(row.state?.documentId ?? '')));
  if (!hasLinks) return plain;
  const linked: ExportedRow[] = [...plain];
  await eachAtOnce(plain.entries(), AT_ONCE, async ([at, row]) => {
    if (row.documentId === null || row.state !== 'sent') return;
    const { signers } = await client.documents.retrieve(row.documentId, { signal });
    linked[at] = { ...row, links: signers.map(toLink) };
  });
  return linked;
}

const OWN = ['row', 'line', 'file', 'name', 'state', 'documentId', 'status'] as const;
const REST = ['signed', 'signers', 'code', 'message'] as const;
const LINK = ['name', 'email', 'signedAt', 'signUrl'] as const;
const NUMBERS = Array.from({ length: LIMITS.signersPerDocument }, (_, at) => at + 1);

const text = (value: string | number | null | undefined): string => `${value ?? ''}`;

function linkCells({ links = [] }: ExportedRow): string[] {
  return NUMBERS.flatMap((number) => LINK.map((field) => text(links[number - 1]?.[field])));
}

/** Rows as CSV: a column a field, the manifest's further columns behind them. */
export function exportCsv(rows: readonly ExportedRow[], hasLinks: boolean): string {
  const further = [...new Set(rows.flatMap(({ columns }) => Object.keys(columns)))];
  const links = NUMBERS.flatMap((number) => LINK.map((field) => `signer${number}_${field}`));
  const own: string[] = [...OWN, ...REST, ...(hasLinks ? links : [])];
  // A column of the user's own may be called like one of ours
  const heads = further.map((head) => (own.includes(head) ? `manifest_${head}` : head));
  const lines = rows.map((row) => [
    ...OWN.map((field) => text(row[field])),
    text(row.signers?.signed),
    text(row.signers?.total),
    text(row.code),
    text(row.message),
    ...(hasLinks ? linkCells(row) : []),
    ...further.map((head) => text(row.columns[head])),
  ]);
  return csvText([[...own, ...heads], ...lines]);
}
