import type { EsignClient } from '../../client/index.ts';
import type { DocumentSummary } from '../../contract/document.ts';
import type { Choice, Choices } from '../terminal/plain-prompts.ts';
import { askDocument } from '../terminal/prompts.ts';
import type { DocumentIndex } from './document-index.ts';
import { readUndecided } from './find-here.ts';
import type { KeptDocuments } from './kept-documents.ts';
import { ANYTHING, folded, judge, matchText, wordsOf } from './match-document.ts';

interface Picking {
  readonly client: EsignClient;
  readonly kept: KeptDocuments;
  readonly signal: AbortSignal;
}

/** The picker's documents. Missing signers are read in the background once the user searches. */
class Searching {
  readonly #rows: readonly DocumentSummary[];
  readonly #client: EsignClient;
  readonly #kept: KeptDocuments;
  readonly #stop = new AbortController();
  #index: Promise<DocumentIndex> | undefined;
  #reading: Promise<void> | undefined;
  #state: 'reading' | 'done' | 'failed' = 'reading';

  constructor(rows: readonly DocumentSummary[], { client, kept }: Picking) {
    this.#rows = rows;
    this.#client = client;
    this.#kept = kept;
  }

  /** Matches by name, status, id or signer. Waits for the signers only if nothing else matches. */
  async choices(term = ''): Promise<Choices> {
    const words = wordsOf(term);
    if (words.length === 0) return { documents: this.#rows.map((row) => ({ row })) };
    this.#index ??= this.#open();
    const index = await this.#index;
    this.#reading ??= this.#read(index);
    const matching = () => this.#rows.flatMap((row) => asChoice(row, { index, words, term }) ?? []);
    if (matching().length === 0) await this.#reading;
    return { documents: matching(), note: this.#note() };
  }

  async close(): Promise<void> {
    this.#stop.abort();
    await this.#reading;
  }

  async #open(): Promise<DocumentIndex> {
    const index = await this.#kept.openIndex();
    index.see(this.#rows);
    return index;
  }

  async #read(index: DocumentIndex): Promise<void> {
    const ids = this.#rows.map(({ documentId }) => documentId);
    const unread = ids.filter((id) => index.get(id)?.signers === undefined);
    try {
      if (unread.length > 0)
        await readUndecided(this.#client, unread, { index, signal: this.#stop.signal });
      this.#state = 'done';
    } catch {
      // Names and ids can still be picked
      this.#state = 'failed';
    }
  }

  #note(): string | undefined {
    if (this.#state === 'done') return undefined;
    return this.#state === 'failed'
      ? 'not all signers could be read, so names and ids alone may match'
      : 'signers are still being read; search again for more';
  }
}

interface SoughtDocument {
  readonly index: DocumentIndex;
  readonly words: readonly string[];
  readonly term: string;
}

function asChoice(
  row: DocumentSummary,
  { index, words, term }: SoughtDocument,
): Choice | undefined {
  const verdict = judge(index.get(row.documentId) ?? { row }, { ...ANYTHING, words });
  if (typeof verdict !== 'string') return { row, why: verdict.map(matchText).join(', ') };
  const shown = `${row.name}  ${row.status}  ${row.documentId}`;
  return folded(shown).includes(folded(term)) ? { row } : undefined;
}

/** With a `term`, opens on what matches it. */
export async function pickDocument(
  rows: readonly DocumentSummary[],
  picking: Picking,
  term?: string,
): Promise<string> {
  const searching = new Searching(rows, picking);
  try {
    return await askDocument((typed) => searching.choices(typed), term, picking.signal);
  } finally {
    await searching.close();
  }
}
