import type { CreatedDocument, Document, DocumentList } from '../../contract/document.ts';
import type { AddedSigners, SignerInput } from '../../contract/signer.ts';
import type { Download } from '../downloads/download.ts';
import type { DownloadTarget } from '../downloads/open-download.ts';
import { openCertificate, openDownload } from '../downloads/open-download.ts';
import type { SendResult } from '../http/answer-shape.ts';
import type { CallOptions, Context, UnsafeCallOptions } from '../http/context.ts';
import type { ApiPromise } from '../http/run-call.ts';
import { runCall } from '../http/run-call.ts';
import { addSigners } from './add-signers.ts';
import type { CreateOptions } from './create-document.ts';
import { createDocument } from './create-document.ts';
import type { ListParams } from './document-pages.ts';
import { DocumentPages } from './document-pages.ts';
import type { PageParams } from './read-document.ts';
import { readDocument, readDocumentPage } from './read-document.ts';
import type { UploadSource } from './read-upload.ts';
import { sendDocument } from './send-document.ts';

/**
 * Documents of the account. Each call throws an `EsignError`: `ApiError` or a class below it for a refusal,
 * `ConnectionError`, `TimeoutError`, `AbortedError`, `ResponseShapeError`; calls that change something also
 * `OutcomeUnknownError`.
 */
export class Documents {
  readonly #context: Context;

  constructor(context: Context) {
    this.#context = context;
  }

  /** Creates a document from a PDF (specification, 4.1). A string is a path. Throws `UploadError` before sending. */
  create(file: UploadSource, options: CreateOptions = {}): ApiPromise<CreatedDocument> {
    const { name, lostAt } = options;
    return runCall(this.#context, options, (running) =>
      createDocument(running, { file, name, lostAt: lostAt?.getTime() }),
    );
  }

  /** Names documents of other work, so that none of them is ever taken for that of a create whose answer was lost. */
  claim(documentIds: Iterable<string>): void {
    this.#context.known.claim(documentIds);
  }

  /** Walks over all documents, most recent first: `for await`, `.pages()` or `.toArray({ max })` (4.2). */
  list(params: ListParams & CallOptions = {}): DocumentPages {
    return new DocumentPages((page) => this.page({ ...params, ...page }), params);
  }

  /** One page of the list (4.2). */
  page(params: PageParams & CallOptions = {}): ApiPromise<DocumentList> {
    return runCall(this.#context, params, (running) => readDocumentPage(running, params));
  }

  /** A document with each signer's progress (4.3). */
  retrieve(documentId: string, options: CallOptions = {}): ApiPromise<Document> {
    return runCall(this.#context, options, (running) => readDocument(running, documentId));
  }

  /** Adds signers, who sign in this order (4.4). */
  addSigners(
    documentId: string,
    signers: readonly SignerInput[],
    options: UnsafeCallOptions = {},
  ): ApiPromise<AddedSigners> {
    const isLost = options.lostAt !== undefined;
    return runCall(this.#context, options, (running) =>
      addSigners(running, { documentId, signers, isLost }),
    );
  }

  /** Sends the document to its signers, one credit each (4.5). */
  send(documentId: string, options: UnsafeCallOptions = {}): ApiPromise<SendResult> {
    const isLost = options.lostAt !== undefined;
    return runCall(this.#context, options, (running) =>
      sendDocument(running, { documentId, isLost }),
    );
  }

  /** The completion certificate (4.6). */
  certificate(documentId: string, options: CallOptions = {}): ApiPromise<Download> {
    return openCertificate(this.#context, documentId, options);
  }

  /** The signed PDF of a document, its id, or its `downloadUrl`. The key is not sent to the link. */
  download(target: DownloadTarget, options: CallOptions = {}): ApiPromise<Download> {
    return openDownload(this.#context, target, options);
  }
}
