import { DOCUMENT_COLUMNS, DOCUMENT_HEADS, documentCells } from '../documents/show-document.ts';
import type { Printer } from '../terminal/printer.ts';
import { printTable } from '../terminal/table.ts';
import { localTime, shortDuration } from '../terminal/times.ts';
import type { FoundDocument } from './find-documents.ts';
import { matchText } from './match-document.ts';

export const FOUND_COLUMNS = [...DOCUMENT_COLUMNS, 'matched'];

export async function printFound(
  printer: Printer,
  documents: readonly FoundDocument[],
): Promise<void> {
  const rows = (time: (iso: string | null) => string) =>
    documents.map((item) => [
      ...documentCells(printer, item, time),
      item.matched.map(matchText).join(', '),
    ]);
  const heads = [...DOCUMENT_HEADS, 'matched'];
  await printTable(printer, { heads, rows, flexible: [4, 5] });
}

export function ageText(asOf: string, now = Date.now()): string {
  const age = shortDuration(Math.max(0, now - Date.parse(asOf)));
  return `offline: as known on this machine ${age} ago, ${localTime(asOf)}; statuses may have changed since`;
}
