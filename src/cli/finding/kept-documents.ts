import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DocumentSummary } from '../../contract/document.ts';
import type { KeptAccount } from '../profiles/kept-files.ts';
import { indexFolder, keepDocumentWords, wordsFolder } from '../profiles/kept-files.ts';
import { harmless } from '../terminal/harmless.ts';
import type { DocumentIndex } from './document-index.ts';

type OfferedDocument = Pick<DocumentSummary, 'documentId' | 'name'>;

/** An account's documents kept on this machine: the index, and the list for shell completion. */
export interface KeptDocuments {
  /** In memory only if nothing may be kept. */
  readonly openIndex: () => Promise<DocumentIndex>;
  /** Lets shells complete the newest of these; `isWhole` if there are no others. */
  readonly offer: (documents: readonly OfferedDocument[], isWhole: boolean) => void;
}

interface KeptPlace extends KeptAccount {
  readonly configDir: string;
  readonly isKept: boolean;
  /** Whether this is the current profile's account, whose documents shells complete. */
  readonly isCurrent: boolean;
  readonly warn: (text: string) => void;
}

const MOST_WORDS = 200;
const LONGEST_NAME = 60;

const wordLine = ({ documentId, name }: OfferedDocument): string =>
  `${documentId}\t${[...harmless(name)].slice(0, LONGEST_NAME).join('')}`;

const idOf = (line: string): string => line.slice(0, line.indexOf('\t'));

function formerLines(configDir: string): string[] {
  try {
    const text = readFileSync(join(wordsFolder(configDir), 'documents'), 'utf8');
    return text.split('\n').filter((line) => line !== '');
  } catch {
    return [];
  }
}

function offer(configDir: string, rows: readonly OfferedDocument[], isWhole: boolean): void {
  const given = rows.map(wordLine);
  const ids = new Set(given.map(idOf));
  const former = isWhole ? [] : formerLines(configDir).filter((line) => !ids.has(idOf(line)));
  try {
    keepDocumentWords(configDir, [...given, ...former].slice(0, MOST_WORDS));
  } catch {
    // Completion is only a convenience.
  }
}

export function keptDocuments(place: KeptPlace): KeptDocuments {
  const { configDir, isKept, isCurrent, warn } = place;
  return {
    openIndex: async () => {
      const [{ DocumentIndex }, { IndexFile }] = await Promise.all([
        import('./document-index.ts'),
        import('./index-file.ts'),
      ]);
      const file = isKept ? new IndexFile(indexFolder(configDir, place)) : undefined;
      return DocumentIndex.open({ file, warn });
    },
    offer: (rows, isWhole) => {
      if (isKept && isCurrent) offer(configDir, rows, isWhole);
    },
  };
}
