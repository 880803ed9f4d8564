import type { Document, DocumentList, DocumentSummary } from '../../contract/document.ts';
import { LIST_MAX } from '../../contract/sdk-limits.ts';
import { ResponseShapeError } from '../errors/call-errors.ts';
import { InvalidArgumentError } from '../errors/usage-errors.ts';
import { callEndpoint } from '../http/call-endpoint.ts';
import type { CallOptions } from '../http/context.ts';
import { CALL_OPTIONS } from '../http/context.ts';
import { isDocument, isDocumentList } from '../http/response-shape.ts';
import type { CallContext, Outcome } from '../http/run-call.ts';
import type { OptionNames } from '../options/check-options.ts';
import { checkOptions } from '../options/check-options.ts';

/** Selects one page of the list. */
export interface PageParams {
  /** Documents per page; the service clamps it to 1..100. */
  readonly limit?: number | undefined;
  /** Documents to skip. */
  readonly offset?: number | undefined;
}

/** The names of the options of `page`. */
export const PAGE_OPTIONS: OptionNames<PageParams & CallOptions> = {
  ...CALL_OPTIONS,
  limit: true,
  offset: true,
};

/** GET of a document. Throws the errors of a call, and `InvalidArgumentError` for an empty id. */
export function readDocument(context: CallContext, documentId: string): Promise<Outcome<Document>> {
  return callEndpoint(context, { endpoint: 'retrieveDocument', documentId }, isDocument);
}

/** GET of one page of the list. Throws the errors of a call. */
export function readDocumentPage(
  context: CallContext,
  { limit, offset }: PageParams,
): Promise<Outcome<DocumentList>> {
  const query = { limit, offset };
  return callEndpoint(context, { endpoint: 'listDocuments', query }, isDocumentList);
}

/** Options of `list`. */
export interface ListParams extends PageParams {
  /** Stops at the first document created before this time. */
  readonly since?: Date | string | undefined;
}

/** The names of the options of `list`. */
export const LIST_OPTIONS: OptionNames<ListParams & CallOptions> = { ...PAGE_OPTIONS, since: true };

/** Reads one page of the list. */
export type PageReader = (params: PageParams) => PromiseLike<DocumentList>;

const idsOf = (page: DocumentList): string => page.documents.map((d) => d.documentId).join(' ');

function timeOf(since: Date | string | undefined): number {
  if (since === undefined) return Number.NEGATIVE_INFINITY;
  const time = new Date(since).getTime();
  if (!Number.isNaN(time)) return time;
  throw new InvalidArgumentError('since', 'the time to list from is not a valid date');
}

function repeatedPage(): ResponseShapeError {
  return new ResponseShapeError('the list repeats itself: the service ignores offset', {
    operation: 'listDocuments',
    status: 200,
  });
}

/**
 * Iterates over all documents, newest first, page by page. Yields each document once, even if the
 * list grows meanwhile. Throws the errors of a call, and `ResponseShapeError` if the service
 * ignores `offset`.
 */
export class DocumentPages implements AsyncIterable<DocumentSummary> {
  readonly #read: PageReader;
  readonly #params: ListParams;

  constructor(read: PageReader, params: ListParams) {
    this.#read = read;
    this.#params = params;
  }

  /** Iterates over the pages as returned; a document may appear on two of them. */
  async *pages(): AsyncGenerator<DocumentList> {
    const limit = this.#params.limit ?? LIST_MAX;
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

  /** Yields each document once, newest first. Throws the errors of a call. */
  async *[Symbol.asyncIterator](): AsyncGenerator<DocumentSummary> {
    const seen = new Set<string>();
    const first = timeOf(this.#params.since);
    for await (const page of this.pages()) {
      for (const document of page.documents) {
        if (Date.parse(document.createdAt) < first) return;
        if (seen.has(document.documentId)) continue;
        seen.add(document.documentId);
        yield document;
      }
    }
  }

  /** Collects at most `max` documents. */
  async toArray(options: { readonly max?: number } = {}): Promise<DocumentSummary[]> {
    checkOptions(options, { max: true });
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
