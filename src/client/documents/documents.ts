import type { CreatedDocument, Document, DocumentList } from '../../contract/document.ts';
import type { ExtensionEndpoint } from '../../contract/endpoints.ts';
import type {
  ExternalId,
  FoundTexts,
  ResentLink,
  SearchResult,
  Timeline,
  WithdrawnDocument,
} from '../../contract/extensions/extensions.ts';
import type { AddedSigners, DocumentSigner, SignerInput } from '../../contract/signer.ts';
import type { Download } from '../downloads/download.ts';
import type { DownloadTarget } from '../downloads/request-download.ts';
import { openCertificate, openDownload } from '../downloads/request-download.ts';
import { callEndpoint } from '../http/call-endpoint.ts';
import type { CallOptions, Context, UnsafeCallOptions } from '../http/context.ts';
import { CALL_OPTIONS, UNSAFE_CALL_OPTIONS } from '../http/context.ts';
import type { SendResult } from '../http/response-shape.ts';
import { isSendResult } from '../http/response-shape.ts';
import type { ApiPromise, CallContext, Outcome } from '../http/run-call.ts';
import { runCall } from '../http/run-call.ts';
import { checkOptions } from '../options/check-options.ts';
import type { Probe } from '../recovery/settle.ts';
import { settle } from '../recovery/settle.ts';
import type { Given } from './add-signers-and-settle.ts';
import { addSignersAndSettle } from './add-signers-and-settle.ts';
import type { CreateOptions } from './create-and-settle.ts';
import { CREATE_OPTIONS, createAndSettle } from './create-and-settle.ts';
import type { ListParams, PageParams } from './document-reads.ts';
import {
  DocumentPages,
  LIST_OPTIONS,
  PAGE_OPTIONS,
  readDocument,
  readDocumentPage,
} from './document-reads.ts';
import type {
  ExtensionOptions,
  ResendOptions,
  SearchParams,
  WithdrawOptions,
} from './extension-calls.ts';
import { callExtension } from './extension-calls.ts';
import type { UploadSource } from './upload.ts';

function sentSigner(signer: DocumentSigner): SendResult['signers'][number] {
  const { signerId, name, email, signingOrder, signUrl } = signer;
  return { signerId, name, email, signingOrder, signUrl };
}

function rebuilt({ documentId, signers }: Document): SendResult {
  const inOrder = [...signers].sort((a, b) => a.signingOrder - b.signingOrder);
  return { documentId, status: 'SENT', creditsRemaining: null, signers: inOrder.map(sentSigner) };
}

function probe({ data, response }: Outcome<Document>): Probe<SendResult> {
  const { status } = data;
  if (status === 'SENT' || status === 'COMPLETED')
    return { kind: 'found', data: rebuilt(data), response };
  if (status === 'PENDING') return { kind: 'absent', status };
  return { kind: 'foreign', why: `the document is ${status}`, status };
}

/**
 * Sends at most once; reads the status if the outcome is unknown, or first with `isLost`. Throws
 * the errors of a call, and `OutcomeUnknownError`.
 */
function sendAndSettle(
  context: CallContext,
  { documentId, isLost }: { readonly documentId: string; readonly isLost: boolean },
): Promise<Outcome<SendResult>> {
  return settle(context, {
    operation: 'sendDocument',
    documentId,
    isLost,
    hint: `check the document ${documentId} before you send it again`,
    send: () => callEndpoint(context, { endpoint: 'sendDocument', documentId }, isSendResult),
    probe: async () => probe(await readDocument(context, documentId)),
  });
}

/**
 * The documents of the account (the endpoints below `/api/v1`). Every call throws an `EsignError`:
 * `ApiError` or a subclass for an error response, `ConnectionError`, `TimeoutError`,
 * `AbortedError`, `ResponseShapeError`, or `InvalidArgumentError` (also for an unknown option).
 * After a lost response, `create`, `addSigners` and `send` read what the service holds, and repeat
 * the request at most once; they also throw `OutcomeUnknownError`.
 */
export class Documents {
  readonly #context: Context;

  constructor(context: Context) {
    this.#context = context;
  }

  /**
   * Creates a document from a PDF of at most 10 MiB (`POST /documents`). A string is a path. Throws
   * `UploadError`, before sending, for a file that is unreadable or that the service would refuse.
   */
  create(file: UploadSource, options: CreateOptions = {}): ApiPromise<CreatedDocument> {
    const { name, lostAt } = options;
    return runCall(this.#context, { options, names: CREATE_OPTIONS }, (context) =>
      createAndSettle(context, { file, name, lostAt: lostAt?.getTime() }),
    );
  }

  /**
   * Marks documents as created elsewhere, such as by an earlier run, so that a `create` whose
   * response was lost does not take one for its own.
   */
  claim(documentIds: Iterable<string>): void {
    this.#context.known.claim(documentIds);
  }

  /** Lists documents, newest first (`GET /documents`): use `for await`, `.pages()` or `.toArray({ max })`. */
  list(params: ListParams & CallOptions = {}): DocumentPages {
    checkOptions(params, LIST_OPTIONS);
    const { signal, timeouts, maxRetries } = params;
    const read = (page: PageParams) => this.page({ signal, timeouts, maxRetries, ...page });
    return new DocumentPages(read, params);
  }

  /** Reads one page of the list (`GET /documents`). */
  page(params: PageParams & CallOptions = {}): ApiPromise<DocumentList> {
    return runCall(this.#context, { options: params, names: PAGE_OPTIONS }, (context) =>
      readDocumentPage(context, params),
    );
  }

  /** Reads a document with each signer's progress (`GET /documents/{id}`). Throws `NotFoundError`. */
  retrieve(documentId: string, options: CallOptions = {}): ApiPromise<Document> {
    return runCall(this.#context, { options, names: CALL_OPTIONS }, (context) =>
      readDocument(context, documentId),
    );
  }

  /** Adds one to six signers, in signing order (`POST …/signers`). Throws `InvalidStateError` once sent. */
  addSigners(
    documentId: string,
    signers: Given<readonly SignerInput[]>,
    options: UnsafeCallOptions = {},
  ): ApiPromise<AddedSigners> {
    const isLost = options.lostAt !== undefined;
    return runCall(this.#context, { options, names: UNSAFE_CALL_OPTIONS }, (context) =>
      addSignersAndSettle(context, { documentId, signers, isLost }),
    );
  }

  /**
   * Emails each signer a signing link and takes one credit per signer (`POST …/send`). Throws
   * `InsufficientCreditsError` if there are too few credits, and `InvalidStateError` if it was sent
   * before.
   */
  send(documentId: string, options: UnsafeCallOptions = {}): ApiPromise<SendResult> {
    const isLost = options.lostAt !== undefined;
    return runCall(this.#context, { options, names: UNSAFE_CALL_OPTIONS }, (context) =>
      sendAndSettle(context, { documentId, isLost }),
    );
  }

  /** Downloads the completion certificate (`GET …/certificate`). Throws `InvalidStateError` before completion. */
  certificate(documentId: string, options: CallOptions = {}): ApiPromise<Download> {
    return openCertificate(this.#context, documentId, options);
  }

  /**
   * Downloads the signed PDF, given the document, its id or its `downloadUrl`. The key is never
   * sent to the link. Throws `NotCompletedError`, with `documentStatus`, before completion.
   */
  download(target: DownloadTarget, options: CallOptions = {}): ApiPromise<Download> {
    return openDownload(this.#context, target, options);
  }

  /**
   * Reads what happened to a document, and how it ended. This and the methods below are extensions:
   * a deployment without them throws `NotFoundError` (`EsignClient.extensions` tells).
   */
  timeline(documentId: string, options: CallOptions = {}): ApiPromise<Timeline> {
    return this.#extension('retrieveTimeline', documentId, options);
  }

  /**
   * Ends a document that waits for signatures: its links stop working, and the signers are told.
   * Throws `InvalidStateError` otherwise. Like `resend`, throws `OutcomeUnknownError` if the
   * response was lost.
   */
  withdraw(documentId: string, options: WithdrawOptions): ApiPromise<WithdrawnDocument> {
    return this.#extension('withdrawDocument', documentId, options);
  }

  /** Mails a signing link again and renews all links. Throws `InvalidStateError`. */
  resend(documentId: string, options: ResendOptions = {}): ApiPromise<ResentLink> {
    const endpoint = options.signerId === undefined ? 'resendLink' : 'resendToSigner';
    return this.#extension(endpoint, documentId, options);
  }

  /** Finds documents, newest first, a page at a time. */
  search(params: SearchParams = {}): ApiPromise<SearchResult> {
    return this.#extension('searchDocuments', '', params);
  }

  /** Finds where texts stand in a document, and where a signature fits beside them. */
  findText(
    documentId: string,
    texts: readonly string[],
    options: CallOptions = {},
  ): ApiPromise<FoundTexts> {
    return this.#extension('findText', documentId, { ...options, texts });
  }

  /**
   * Sets your own id of a document; null removes it. Throws `InvalidStateError` if another document
   * has it.
   */
  setExternalId(
    documentId: string,
    externalId: string | null,
    options: CallOptions = {},
  ): ApiPromise<ExternalId> {
    return this.#extension('setExternalId', documentId, { ...options, externalId });
  }

  #extension<T>(endpoint: ExtensionEndpoint, documentId: string, options: ExtensionOptions) {
    return callExtension<T>(this.#context, { endpoint, documentId }, options);
  }
}
