import type { Document } from '../../contract/document.ts';
import { parseUrl } from '../../contract/parse-url.ts';
import { readDocument } from '../documents/document-reads.ts';
import { ApiError } from '../errors/api-error.ts';
import { ResponseShapeError, toError } from '../errors/call-errors.ts';
import { EsignError } from '../errors/esign-error.ts';
import { InvalidArgumentError, NotCompletedError } from '../errors/usage-errors.ts';
import { isHttp } from '../http/base-url.ts';
import { endpointCall } from '../http/call-endpoint.ts';
import type { CallOptions, Context } from '../http/context.ts';
import { CALL_OPTIONS } from '../http/context.ts';
import type { Call } from '../http/perform.ts';
import { perform, retryOrThrow } from '../http/perform.ts';
import type { ApiPromise, CallContext, Outcome, Scope } from '../http/run-call.ts';
import { apiPromise, openCall } from '../http/run-call.ts';
import type { TransportAnswer } from '../http/transport.ts';
import type { OpenBody } from './download.ts';
import { Download } from './download.ts';

/** A document (only two fields are read), its id, or its `downloadUrl`. */
export type DownloadTarget = Readonly<Pick<Document, 'documentId' | 'downloadUrl'>> | string | URL;

const MOST_REDIRECTS = 5;

/** Returns a body that outlives its attempt: only the call's limit and signal still apply. */
function hold(call: Call, response: TransportAnswer, scope: Scope): OpenBody {
  const release = scope.hold();
  const { operation, documentId, url } = call;
  const { status, headers } = response;
  const { signal } = scope;
  const about = { operation, documentId, subject: url.host, attempts: 1, signal, status };
  async function* read() {
    try {
      yield* response.body;
    } catch (thrown) {
      throw toError(thrown, about);
    } finally {
      release();
    }
  }
  const discard = () => {
    response.discard();
    release();
  };
  return { status, headers, body: read(), discard };
}

function redirectUrl(call: Call, location: string | undefined, status: number): URL {
  const wrong = (message: string) => {
    const { operation, documentId } = call;
    return new ResponseShapeError(message, { operation, documentId, status });
  };
  const next = location === undefined ? undefined : parseUrl(location, call.url);
  if (!next) throw wrong('the link redirects without a valid address');
  if (!isHttp(next)) throw wrong('the link redirects to an address that is not http(s)');
  if (call.url.protocol === 'https:' && next.protocol === 'http:')
    throw wrong('the link redirects to an unencrypted address');
  return next;
}

/** Follows redirects if the call allows them. Throws the errors of a call. */
async function openBody(context: CallContext, call: Call): Promise<Outcome<OpenBody>> {
  let current = call;
  for (let hops = 0; hops <= MOST_REDIRECTS; hops += 1) {
    const at = current;
    const { data, response } = await perform(context, at, async (answer, scope) => {
      if (answer.status < 300) return hold(at, answer, scope);
      answer.discard();
      return undefined;
    });
    if (data) return { data, response };
    const url = redirectUrl(current, response.headers.location, response.status);
    current = { ...call, url };
  }
  const { operation, documentId } = call;
  throw new EsignError(`more than ${MOST_REDIRECTS} redirects`, { operation, documentId });
}

/** How to open a download, and the call whose retry rules apply. */
interface Opener {
  readonly call: Call;
  open(): Promise<Outcome<OpenBody>>;
}

/** Starts a call whose scope stays open until the download is read or cancelled. */
function start(
  shared: Context,
  options: CallOptions,
  openerOf: (context: CallContext) => Opener,
): ApiPromise<Download> {
  const run = async (context: CallContext): Promise<Outcome<Download>> => {
    const { dispose } = context.scope;
    const { call, open } = openerOf(context);
    const { data, response } = await open();
    const source = {
      operation: call.operation,
      documentId: call.documentId,
      reopen: async () => (await open()).data,
      retryOrThrow: (error: unknown, attempt: number) =>
        retryOrThrow(context, { call, attempt }, error),
      close: dispose,
    };
    return { data: new Download(source, data), response };
  };
  const begin = async () => {
    const context = openCall(shared, options, CALL_OPTIONS);
    try {
      return await run(context);
    } catch (error) {
      context.scope.dispose();
      throw error;
    }
  };
  return apiPromise(begin());
}

/** Opens the completion certificate. Throws the errors of a call, `InvalidStateError` if early. */
export function openCertificate(
  shared: Context,
  documentId: string,
  options: CallOptions,
): ApiPromise<Download> {
  return start(shared, options, (context) => {
    const headers = { accept: 'application/pdf, application/json' };
    const call = endpointCall(context, { endpoint: 'downloadCertificate', documentId, headers });
    return { call, open: () => openBody(context, call) };
  });
}

const isLink = (target: DownloadTarget): target is string | URL =>
  target instanceof URL || (typeof target === 'string' && /^https?:\/\//i.test(target));

function linkCall(link: string | URL, documentId?: string | undefined): Call {
  const url = parseUrl(String(link));
  if (!url || !isHttp(url))
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

/** Statuses of an expired link; reading the document again gives a new one. */
const EXPIRED = new Set([400, 401, 403, 404, 410]);

const isExpired = (error: unknown): boolean =>
  error instanceof ApiError && EXPIRED.has(error.status);

async function openDocument(
  context: CallContext,
  documentId: string,
  given: Exclude<DownloadTarget, string | URL> | undefined,
): Promise<Outcome<OpenBody>> {
  if (given?.downloadUrl) {
    try {
      return await openBody(context, linkCall(given.downloadUrl, documentId));
    } catch (error) {
      if (!isExpired(error)) throw error;
    }
  }
  const { status, downloadUrl } = (await readDocument(context, documentId)).data;
  if (!downloadUrl) throw new NotCompletedError(status, { operation: 'download', documentId });
  return openBody(context, linkCall(downloadUrl, documentId));
}

/**
 * Opens the link without the key; for a document or an id, renews an expired one once. Throws the
 * errors of a call, and `NotCompletedError`.
 */
export function openDownload(
  shared: Context,
  target: DownloadTarget,
  options: CallOptions,
): ApiPromise<Download> {
  return start(shared, options, (context) => {
    if (isLink(target)) {
      const call = linkCall(target);
      return { call, open: () => openBody(context, call) };
    }
    const given = typeof target === 'string' ? undefined : target;
    const documentId = typeof target === 'string' ? target : target.documentId;
    const reading = endpointCall(context, { endpoint: 'retrieveDocument', documentId });
    const call = { ...reading, operation: 'download' };
    return { call, open: () => openDocument(context, documentId, given) };
  });
}
