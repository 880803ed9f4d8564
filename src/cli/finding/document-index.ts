import type { Document, DocumentSummary } from '../../contract/document.ts';
import { fileFault } from '../errors/file-fault.ts';
import type { IndexFile } from './index-file.ts';
import type { IndexContent } from './index-lines.ts';
import { documentLine, goneLine, listedLine } from './index-lines.ts';
import type { KnownDocument } from './known-document.ts';
import { knownOf, refreshed } from './known-document.ts';

export interface IndexHome {
  readonly file?: IndexFile | undefined;
  /** Called once if the file cannot be used; the index is then kept in memory. */
  readonly warn: (text: string) => void;
}

/** Surplus lines, beyond twice the documents, that trigger a rewrite. */
const SPARE_LINES = 100;

/** Entries count only once a fresh list row agrees; only `documents` returns them unchecked. */
export class DocumentIndex {
  readonly #documents: Map<string, KnownDocument>;
  readonly #warn: IndexHome['warn'];
  readonly #unsaved = new Set<string>();
  #file: IndexFile | undefined;
  #listedAt: string | undefined;
  #isListedUnsaved = false;
  #lines: number;

  private constructor(content: IndexContent, { file, warn }: IndexHome) {
    this.#documents = content.documents;
    this.#listedAt = content.listedAt;
    this.#lines = content.lines;
    this.#file = file;
    this.#warn = warn;
  }

  static async open({ file, warn }: IndexHome): Promise<DocumentIndex> {
    const nothing = { documents: new Map(), listedAt: undefined, lines: 0 };
    try {
      return new DocumentIndex((await file?.read()) ?? nothing, { file, warn });
    } catch (error) {
      warn(unusable(error));
      return new DocumentIndex(nothing, { warn });
    }
  }

  /** All entries as last known, unordered. */
  get documents(): readonly KnownDocument[] {
    return [...this.#documents.values()];
  }

  /** When the whole list was last read, ISO 8601. */
  get listedAt(): string | undefined {
    return this.#listedAt;
  }

  /** Adds fresh rows. `wholeAt` marks them as the whole list; documents not on it are forgotten. */
  see(rows: readonly DocumentSummary[], wholeAt?: Date): void {
    for (const row of rows) {
      const before = this.#documents.get(row.documentId);
      this.#keep(before, refreshed(before, row));
    }
    if (!wholeAt) return;
    const listed = new Set(rows.map(({ documentId }) => documentId));
    for (const id of this.#documents.keys()) if (!listed.has(id)) this.forget(id);
    this.#listedAt = wholeAt.toISOString();
    this.#isListedUnsaved = true;
  }

  /** The entry of a document whose row was passed to `see`. */
  get(documentId: string): KnownDocument | undefined {
    return this.#documents.get(documentId);
  }

  learn(document: Document): void {
    this.#keep(this.#documents.get(document.documentId), knownOf(document));
  }

  forget(documentId: string): void {
    if (this.#documents.delete(documentId)) this.#unsaved.add(documentId);
  }

  /** Writes changes. A failed write only warns. */
  async save(): Promise<void> {
    const ids = [...this.#unsaved];
    const listed = this.#isListedUnsaved && this.#listedAt ? [listedLine(this.#listedAt)] : [];
    const lines = [...ids.map((id) => this.#lineOf(id)), ...listed];
    this.#unsaved.clear();
    this.#isListedUnsaved = false;
    if (lines.length === 0) return;
    this.#lines += lines.length;
    const isLong = this.#lines > 2 * this.#documents.size + SPARE_LINES;
    try {
      await this.#file?.append(lines);
      if (isLong) await this.#compact();
    } catch (error) {
      this.#file = undefined;
      this.#warn(unusable(error));
    }
  }

  async #compact(): Promise<void> {
    await this.#file?.compact();
    this.#lines = this.#documents.size;
  }

  #keep(before: KnownDocument | undefined, now: KnownDocument): void {
    if (before === now) return;
    this.#documents.set(now.row.documentId, now);
    this.#unsaved.add(now.row.documentId);
  }

  #lineOf(id: string): string {
    const known = this.#documents.get(id);
    return known ? documentLine(known) : goneLine(id);
  }
}

function unusable(error: unknown): string {
  const why = fileFault(error) ?? (error instanceof Error ? error.message : String(error));
  return `the index of documents cannot be kept: ${why}`;
}
