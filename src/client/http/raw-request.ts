import { AbortedError, OutcomeUnknownError, ResponseShapeError } from '../errors/call-errors.ts';
import { EsignError } from '../errors/esign-error.ts';
import { redactRequestUrl } from '../errors/redact.ts';
import { InvalidArgumentError } from '../errors/usage-errors.ts';
import type { OptionNames } from '../options/check-options.ts';
import { evidenceOf } from '../recovery/retrying.ts';
import { urlBelow } from './base-url.ts';
import type { CallOptions, Context } from './context.ts';
import { CALL_OPTIONS } from './context.ts';
import type { Call } from './perform.ts';
import { perform } from './perform.ts';
import { LARGEST_RESPONSE, readBody } from './read-response.ts';
import type { CallContext, Outcome } from './run-call.ts';
import type { AnswerHeaders, TransportAnswer } from './transport.ts';

/** Options of a raw request. */
export interface RawRequestOptions extends CallOptions {
  /** Query parameters; undefined ones are omitted. */
  readonly query?: Readonly<Record<string, string | number | undefined>> | undefined;
  /** `Authorization`, `Host`, `Content-Length` and `Transfer-Encoding` are set by the client. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Bytes and strings are sent unchanged, anything else as JSON. */
  readonly body?: unknown;
}

/** The names of the options of a raw request; `query` and `headers` may have any names. */
export const RAW_REQUEST_OPTIONS: OptionNames<RawRequestOptions> = {
  ...CALL_OPTIONS,
  query: true,
  headers: true,
  body: true,
};

/** A successful (2xx) raw response. */
export interface RawResponse {
  /** The HTTP status, 200 to 299. */
  readonly status: number;
  /** The headers of the response. */
  readonly headers: AnswerHeaders;
  /** The whole body. */
  readonly body: Buffer;
}

/** A raw request by the caller. */
export interface RawRequest {
  readonly method: string;
  readonly path: string;
  readonly options: RawRequestOptions;
}

const TOKEN = /^[!#$%&'*+.^_`|~\w-]+$/;
const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);
/** Other values would break the request or send the key to another host. */
const RESERVED = new Set(['authorization', 'host', 'content-length', 'transfer-encoding']);

/** Throws `InvalidArgumentError` for a header that HTTP or the client does not allow. */
export function checkHeaders(
  headers: Readonly<Record<string, string>> = {},
): Readonly<Record<string, string>> {
  for (const [name, value] of Object.entries(headers)) {
    if (RESERVED.has(name.toLowerCase()))
      throw new InvalidArgumentError('headers', `${name} is set by the client`);
    if (!TOKEN.test(name) || /[^\t\x20-\x7e\x80-\xff]/.test(value))
      throw new InvalidArgumentError('headers', `the header ${JSON.stringify(name)} is not valid`);
  }
  return headers;
}

function encodeBody(body: unknown): { readonly bytes?: Uint8Array; readonly type?: string } {
  if (body === undefined || body === null) return {};
  if (body instanceof Uint8Array) return { bytes: body };
  if (typeof body === 'string') return { bytes: Buffer.from(body) };
  return { bytes: Buffer.from(JSON.stringify(body)), type: 'application/json' };
}

function rawCall({ baseUrl }: Context, { method, path, options }: RawRequest): Call {
  const verb = method.toUpperCase();
  if (!TOKEN.test(verb)) throw new InvalidArgumentError('method', 'the HTTP method is not valid');
  if (!path.startsWith('/'))
    throw new InvalidArgumentError(
      'path',
      'the path must begin with / and stay below the base URL',
    );
  const headers = checkHeaders(options.headers);
  const { bytes, type } = encodeBody(options.body);
  return {
    operation: 'request',
    safe: SAFE_METHODS.has(verb),
    method: verb,
    url: urlBelow(baseUrl, path, options.query),
    headers: { accept: '*/*', ...(type === undefined ? {} : { 'content-type': type }), ...headers },
    body: bytes,
    withKey: true,
  };
}

async function readRaw(response: TransportAnswer): Promise<RawResponse> {
  const { bytes, whole } = await readBody(response);
  const { status, headers } = response;
  if (whole) return { status, headers, body: bytes };
  const message = `the response is larger than ${LARGEST_RESPONSE} bytes`;
  throw new ResponseShapeError(message, { operation: 'request', status });
}

/** Converts an unsafe call's error to `OutcomeUnknownError` unless it shows the outcome. */
export function orUnknown(call: Call, error: unknown): unknown {
  if (!(error instanceof EsignError) || error instanceof AbortedError || call.safe) return error;
  const evidence = evidenceOf(error);
  if (evidence === 'not-applied' || evidence === 'conflict') return error;
  const request = `${call.method} ${redactRequestUrl(call.url)}`;
  return new OutcomeUnknownError(`${request} may or may not have been applied: ${error.message}`, {
    operation: call.operation,
    documentId: call.documentId,
    hint: 'check its effect before you repeat it',
    cause: error,
  });
}

/** Throws the errors of a call; `OutcomeUnknownError` if an unsafe request may be applied. */
export async function rawRequest(
  context: CallContext,
  request: RawRequest,
): Promise<Outcome<RawResponse>> {
  const call = rawCall(context, request);
  try {
    return await perform(context, call, readRaw);
  } catch (error) {
    throw orUnknown(call, error);
  }
}
