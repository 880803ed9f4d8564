import { AbortedError, OutcomeUnknownError, ResponseShapeError } from '../errors/call-errors.ts';
import { EsignError, InvalidArgumentError } from '../errors/esign-error.ts';
import { redactUrl } from '../errors/redact.ts';
import { evidenceOf } from '../recovery/evidence.ts';
import type { Call } from './attempt.ts';
import { urlBelow } from './base-url.ts';
import type { CallOptions } from './context.ts';
import type { Outcome, Reader } from './perform.ts';
import { perform } from './perform.ts';
import { LARGEST_ANSWER, readBody } from './read-body.ts';
import type { Running } from './run-call.ts';
import type { AnswerHeaders } from './transport.ts';

/** What a raw request takes beside method and path. */
export interface RawRequestOptions extends CallOptions {
  readonly query?: Readonly<Record<string, string | number | undefined>> | undefined;
  /** `Authorization` is always the client's. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Bytes and text go as they are; anything else as JSON. */
  readonly body?: unknown;
}

/** A raw answer of 2xx. */
export interface RawResponse {
  readonly status: number;
  readonly headers: AnswerHeaders;
  readonly body: Buffer;
}

/** A raw request as it was asked for. */
export interface RawRequest {
  readonly method: string;
  readonly path: string;
  readonly options: RawRequestOptions;
}

const TOKEN = /^[!#$%&'*+.^_`|~\w-]+$/;
const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);
/** Set by the client itself: another value would break the request or lend its key to another. */
const RESERVED = new Set(['authorization', 'host', 'content-length', 'transfer-encoding']);

function checkHeaders(headers: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(headers)) {
    if (RESERVED.has(name.toLowerCase()))
      throw new InvalidArgumentError('headers', `${name} is set by the client`);
    if (!TOKEN.test(name) || /[^\t\x20-\x7e\x80-\xff]/.test(value))
      throw new InvalidArgumentError('headers', `the header ${JSON.stringify(name)} is not valid`);
  }
}

function encodeBody(body: unknown): { readonly bytes?: Uint8Array; readonly type?: string } {
  if (body === undefined || body === null) return {};
  if (body instanceof Uint8Array) return { bytes: body };
  if (typeof body === 'string') return { bytes: Buffer.from(body) };
  return { bytes: Buffer.from(JSON.stringify(body)), type: 'application/json' };
}

function rawCall({ context }: Running, { method, path, options }: RawRequest): Call {
  const verb = method.toUpperCase();
  if (!TOKEN.test(verb)) throw new InvalidArgumentError('method', 'that is no HTTP method');
  if (!path.startsWith('/'))
    throw new InvalidArgumentError(
      'path',
      'the path must begin with / and stay below the base URL',
    );
  const headers = options.headers ?? {};
  checkHeaders(headers);
  const { bytes, type } = encodeBody(options.body);
  return {
    operation: 'request',
    safe: SAFE_METHODS.has(verb),
    method: verb,
    url: urlBelow(context.baseUrl, path, options.query),
    headers: { accept: '*/*', ...(type === undefined ? {} : { 'content-type': type }), ...headers },
    body: bytes,
    withKey: true,
  };
}

const rawReader: Reader<RawResponse> = async (answer) => {
  const { bytes, whole } = await readBody(answer, LARGEST_ANSWER);
  const { status, headers } = answer;
  if (whole) return { status, headers, body: bytes };
  const message = `the answer is larger than ${LARGEST_ANSWER} bytes`;
  throw new ResponseShapeError(message, { operation: 'request', status });
};

function unlessUnknown(call: Call, error: unknown): unknown {
  if (!(error instanceof EsignError) || error instanceof AbortedError || call.safe) return error;
  const evidence = evidenceOf(error);
  if (evidence === 'not-applied' || evidence === 'conflict') return error;
  const asked = `${call.method} ${redactUrl(call.url.href)}`;
  return new OutcomeUnknownError(`${asked} may or may not have been applied: ${error.message}`, {
    operation: 'request',
    hint: 'look at what it would have changed before repeating it',
    cause: error,
  });
}

/**
 * Any request with the client's key, below its base URL. Throws the errors of a call; a method that changes something
 * and whose outcome is not known, `OutcomeUnknownError`.
 */
export async function rawRequest(
  running: Running,
  request: RawRequest,
): Promise<Outcome<RawResponse>> {
  const call = rawCall(running, request);
  try {
    return await perform(running.context, { call, scope: running.scope }, rawReader);
  } catch (error) {
    throw unlessUnknown(call, error);
  }
}
