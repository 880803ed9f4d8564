import type { Document } from '../contract/document.ts';
import { ENDPOINTS, endpointPath } from '../contract/endpoints.ts';
import { ApiError } from './api-error.ts';
import type { ApiPromise } from './api-promise.ts';
import { apiPromise } from './api-promise.ts';
import type { Call } from './attempt.ts';
import { urlBelow } from './base-url.ts';
import type { CallOptions, Context } from './context.ts';
import { withOptions } from './context.ts';
import { checkDocumentId } from './document-id.ts';
import { Download } from './download.ts';
import { InvalidArgumentError, NotCompletedError } from './esign-error.ts';
import type { OpenBody } from './open-body.ts';
import { openBody } from './open-body.ts';
import type { Outcome } from './perform.ts';
import { retryOrThrow } from './perform.ts';
import { readDocument } from './read-document.ts';
import type { Running } from './run-call.ts';
import { openScope } from './scope.ts';
import { timeLimits } from './time-limits.ts';

/** What is downloaded: a document, its id, or its `downloadUrl`. */
export type DownloadTarget = Document | string | URL;

/** How a download is opened, and the call that its failures are judged by. */
interface Opener {
  readonly call: Call;
  open(running: Running): Promise<Outcome<OpenBody>>;
}

function start(shared: Context, options: CallOptions, opener: Opener): ApiPromise<Download> {
  const context = withOptions(shared, options);
  const scope = openScope('total', timeLimits('', 0, context.timeouts).totalMs, options.signal);
  const { call } = opener;
  const run = async (): Promise<Outcome<Download>> => {
    const { data, response } = await opener.open({ context, scope });
    const source = {
      operation: call.operation,
      documentId: call.documentId,
      reopen: async () => (await opener.open({ context, scope })).data,
      retryOrThrow: (error: unknown, attempt: number) =>
        retryOrThrow(context, { call, scope, attempt }, error),
      close: scope.dispose,
    };
    return { data: new Download(source, data), response };
  };
  return apiPromise(
    run().catch((error: unknown) => {
      scope.dispose();
      throw error;
    }),
  );
}

/** Opens the completion certificate. Throws the errors of a call; `InvalidStateError` before completion. */
export function openCertificate(
  shared: Context,
  documentId: string,
  options: CallOptions,
): ApiPromise<Download> {
  checkDocumentId(documentId);
  const call: Call = {
    operation: 'downloadCertificate',
    safe: true,
    method: ENDPOINTS.downloadCertificate.method,
    url: urlBelow(shared.baseUrl, endpointPath('downloadCertificate', documentId)),
    headers: { accept: 'application/pdf, application/json' },
    documentId,
    withKey: true,
  };
  return start(shared, options, {
    call,
    open: ({ context, scope }) => openBody(context, { call, scope }),
  });
}

const isLink = (text: string): boolean => /^https?:\/\//i.test(text);

function linkCall(link: string | URL, documentId?: string | undefined): Call {
  const url = URL.canParse(String(link)) ? new URL(link) : undefined;
  if (url?.protocol !== 'https:' && url?.protocol !== 'http:')
    throw new InvalidArgumentError('url', 'a download link must begin with https:// or http://');
  return {
    operation: 'download',
    safe: true,
    method: 'GET',
    url,
    headers: { accept: 'application/pdf' },
    documentId,
    withKey: false,
    takesRedirects: true,
  };
}

/** Links that have run out are answered with one of these; asking for the document again gives a new one. */
const EXPIRED = new Set([400, 401, 403, 404, 410]);

const isExpired = (error: unknown): boolean =>
  error instanceof ApiError && EXPIRED.has(error.status);

function linkOf({ documentId, status, downloadUrl }: Document): Call {
  if (downloadUrl === null || downloadUrl === undefined)
    throw new NotCompletedError(status, { operation: 'download', documentId });
  return linkCall(downloadUrl, documentId);
}

const openDocument =
  (documentId: string, given?: Document | undefined) =>
  async (running: Running): Promise<Outcome<OpenBody>> => {
    const { context, scope } = running;
    const fresh = async () => linkOf((await readDocument(running, documentId)).data);
    if (!given?.downloadUrl) return openBody(context, { call: await fresh(), scope });
    try {
      return await openBody(context, { call: linkOf(given), scope });
    } catch (error) {
      if (!isExpired(error)) throw error;
      return openBody(context, { call: await fresh(), scope });
    }
  };

/**
 * Opens the signed PDF through its link, without the key. Of a document or an id, a link that has run out is renewed
 * once. Throws the errors of a call, and `NotCompletedError`.
 */
export function openDownload(
  shared: Context,
  target: DownloadTarget,
  options: CallOptions,
): ApiPromise<Download> {
  if (target instanceof URL || (typeof target === 'string' && isLink(target))) {
    const call = linkCall(target);
    const open = ({ context, scope }: Running) => openBody(context, { call, scope });
    return start(shared, options, { call, open });
  }
  const documentId = typeof target === 'string' ? target : target.documentId;
  checkDocumentId(documentId);
  const given = typeof target === 'string' ? undefined : target;
  const call: Call = {
    operation: 'download',
    safe: true,
    method: 'GET',
    url: urlBelow(shared.baseUrl, endpointPath('retrieveDocument', documentId)),
    documentId,
    withKey: false,
  };
  return start(shared, options, { call, open: openDocument(documentId, given) });
}
