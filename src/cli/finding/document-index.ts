import type { Document, DocumentSummary } from '../../contract/document.ts';
import { fileFault } from '../errors/file-fault.ts';
import type { IndexContent, IndexFile } from './index-file.ts';
import type { KnownDocument } from './known-document.ts';
import { knownOf, refreshed } from './known-document.ts';

export interface IndexHome {
  readonly file?: IndexFile | undefined;
  /** Called once if the file cannot be used; the index is then kept in memory. */
  readonly warn: (text: string) => void;
}

/** Entries count only once a fresh list row agrees; only `documents` returns them unchecked. */
export class DocumentIndex {
  readonly #documents: Map<string, KnownDocument>;
  readonly #warn: IndexHome['warn'];
  readonly #unsaved = new Set<string>();
  #file: IndexFile | undefined;
  #listedAt: string | undefined;
  #isListedUnsaved = false;

  private constructor(content: IndexContent, { file, warn }: IndexHome) {
    this.#documents = content.documents;
    this.#listedAt = content.listedAt;
    this.#file = file;
    this.#warn = warn;
  }

  static async open({ file, warn }: IndexHome): Promise<DocumentIndex> {
    const nothing = { documents: new Map(), listedAt: undefined };
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
    const documents = new Map([...this.#unsaved].map((id) => [id, this.#documents.get(id)]));
    const listedAt = this.#isListedUnsaved ? this.#listedAt : undefined;
    this.#unsaved.clear();
    this.#isListedUnsaved = false;
    if (documents.size === 0 && listedAt === undefined) return;
    try {
      await this.#file?.change({ documents, listedAt });
    } catch (error) {
      this.#file = undefined;
      this.#warn(unusable(error));
    }
  }

  #keep(before: KnownDocument | undefined, now: KnownDocument): void {
    if (before === now) return;
    this.#documents.set(now.row.documentId, now);
    this.#unsaved.add(now.row.documentId);
  }
}

function unusable(error: unknown): string {
  const why = fileFault(error) ?? (error instanceof Error ? error.message : String(error));
  return `the index of documents cannot be kept: ${why}`;
}
