import type { Document } from '../../contract/document.ts';
import { readDocument } from '../documents/read-document.ts';
import { ApiError } from '../errors/api-error.ts';
import { InvalidArgumentError, NotCompletedError } from '../errors/esign-error.ts';
import type { Call } from '../http/attempt.ts';
import { endpointCall } from '../http/call-endpoint.ts';
import type { CallOptions, Context } from '../http/context.ts';
import type { OpenBody } from '../http/open-body.ts';
import { openBody } from '../http/open-body.ts';
import type { Outcome } from '../http/perform.ts';
import { retryOrThrow } from '../http/perform.ts';
import type { ApiPromise, Running } from '../http/run-call.ts';
import { apiPromise, openCall } from '../http/run-call.ts';
import { Download } from './download.ts';

/** What is downloaded: a document, its id, or its `downloadUrl`. */
export type DownloadTarget = Document | string | URL;

/** How a download is opened, and the call that its failures are judged by. */
interface Opener {
  readonly call: Call;
  open(): Promise<Outcome<OpenBody>>;
}

async function begin(running: Running, { call, open }: Opener): Promise<Outcome<Download>> {
  const { context, scope } = running;
  const { data, response } = await open();
  const source = {
    operation: call.operation,
    documentId: call.documentId,
    reopen: async () => (await open()).data,
    retryOrThrow: (error: unknown, attempt: number) =>
      retryOrThrow(context, { call, scope, attempt }, error),
    close: scope.dispose,
  };
  return { data: new Download(source, data), response };
}

/** Runs a call whose scope stays open until the download is read or given up. */
function start(
  shared: Context,
  options: CallOptions,
  opener: (running: Running) => Opener,
): ApiPromise<Download> {
  const running = openCall(shared, options);
  const run = async () => {
    try {
      return await begin(running, opener(running));
    } catch (error) {
      running.scope.dispose();
      throw error;
    }
  };
  return apiPromise(run());
}

/** Opens the completion certificate. Throws the errors of a call; `InvalidStateError` before completion. */
export function openCertificate(
  shared: Context,
  documentId: string,
  options: CallOptions,
): ApiPromise<Download> {
  return start(shared, options, ({ context, scope }) => {
    const headers = { accept: 'application/pdf, application/json' };
    const call = endpointCall(context, { endpoint: 'downloadCertificate', documentId, headers });
    return { call, open: () => openBody(context, { call, scope }) };
  });
}

const isLink = (target: DownloadTarget): target is string | URL =>
  target instanceof URL || (typeof target === 'string' && /^https?:\/\//i.test(target));

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

async function openDocument(
  running: Running,
  documentId: string,
  given: Document | undefined,
): Promise<Outcome<OpenBody>> {
  const { context, scope } = running;
  const openFresh = async () => {
    const { data } = await readDocument(running, documentId);
    return openBody(context, { call: linkOf(data), scope });
  };
  if (!given?.downloadUrl) return openFresh();
  try {
    return await openBody(context, { call: linkOf(given), scope });
  } catch (error) {
    if (isExpired(error)) return openFresh();
    throw error;
  }
}

/**
 * Opens the signed PDF through its link, without the key. Of a document or an id, a link that has run out is renewed
 * once. Throws the errors of a call, and `NotCompletedError`.
 */
export function openDownload(
  shared: Context,
  target: DownloadTarget,
  options: CallOptions,
): ApiPromise<Download> {
  return start(shared, options, (running) => {
    const { context, scope } = running;
    if (isLink(target)) {
      const call = linkCall(target);
      return { call, open: () => openBody(context, { call, scope }) };
    }
    const given = typeof target === 'string' ? undefined : target;
    const documentId = typeof target === 'string' ? target : target.documentId;
    const reading = endpointCall(context, { endpoint: 'retrieveDocument', documentId });
    const call = { ...reading, operation: 'download' };
    return { call, open: () => openDocument(running, documentId, given) };
  });
}
