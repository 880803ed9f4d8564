import type { DocumentList, DocumentSummary } from '../../contract/document.ts';
import { LIMITS } from '../../contract/limits.ts';
import { ResponseShapeError } from '../errors/call-errors.ts';
import { InvalidArgumentError } from '../errors/esign-error.ts';
import type { PageParams } from './read-document.ts';

/** What a walk over the documents takes. */
export interface ListParams extends PageParams {
  /** Ends the walk at the first document created before this moment. */
  readonly since?: Date | string | undefined;
}

/** Reads one page of the list. */
export type PageReader = (params: PageParams) => PromiseLike<DocumentList>;

const idsOf = (page: DocumentList): string => page.documents.map((d) => d.documentId).join(' ');

function momentOf(since: Date | string | undefined): number {
  if (since === undefined) return Number.NEGATIVE_INFINITY;
  const moment = new Date(since).getTime();
  if (!Number.isNaN(moment)) return moment;
  throw new InvalidArgumentError('since', 'the moment to list from is no date');
}

function repeatedPage(): ResponseShapeError {
  return new ResponseShapeError('the list repeats itself: the service ignores offset', {
    operation: 'listDocuments',
    status: 200,
  });
}

/**
 * All documents, most recent first, read page by page while they are walked over; each document once, though the list
 * grows meanwhile. Every step throws the errors of a call, and `ResponseShapeError` when the list never moves on.
 */
export class DocumentPages implements AsyncIterable<DocumentSummary> {
  readonly #read: PageReader;
  readonly #params: ListParams;

  constructor(read: PageReader, params: ListParams) {
    this.#read = read;
    this.#params = params;
  }

  /** The pages as the service gives them, duplicates included. */
  async *pages(): AsyncGenerator<DocumentList> {
    const limit = this.#params.limit ?? LIMITS.listMax;
    let offset = this.#params.offset ?? 0;
    let before = '';
    for (;;) {
      const page = await this.#read({ limit, offset });
      const ids = idsOf(page);
      if (ids !== '' && ids === before) throw repeatedPage();
      if (ids !== '') yield page;
      if (page.documents.length < page.limit) return;
      before = ids;
      offset += page.limit;
    }
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<DocumentSummary> {
    const seen = new Set<string>();
    const first = momentOf(this.#params.since);
    for await (const page of this.pages()) {
      for (const document of page.documents) {
        if (Date.parse(document.createdAt) < first) return;
        if (seen.has(document.documentId)) continue;
        seen.add(document.documentId);
        yield document;
      }
    }
  }

  /** The documents in an array, `max` of them at most. */
  async toArray(options: { readonly max?: number } = {}): Promise<DocumentSummary[]> {
    const max = options.max ?? Number.POSITIVE_INFINITY;
    const documents: DocumentSummary[] = [];
    if (max <= 0) return documents;
    for await (const document of this) {
      documents.push(document);
      if (documents.length >= max) break;
    }
    return documents;
  }
}
