import type { Extensions } from '../contract/extensions/extensions.ts';
import { Documents } from './documents/documents.ts';
import { callExtension } from './documents/extension-calls.ts';
import { ApiError } from './errors/api-error.ts';
import { InvalidArgumentError } from './errors/usage-errors.ts';
import { readBaseUrl } from './http/base-url.ts';
import type { CallOptions, Context } from './http/context.ts';
import { FetchTransport } from './http/fetch-transport.ts';
import { NodeTransport } from './http/node-transport.ts';
import type { RawRequestOptions, RawResponse } from './http/raw-request.ts';
import { checkHeaders, RAW_REQUEST_OPTIONS, rawRequest } from './http/raw-request.ts';
import type { ApiPromise } from './http/run-call.ts';
import { runCall } from './http/run-call.ts';
import { ServiceTime, systemClock } from './http/system-clock.ts';
import type { Transport } from './http/transport.ts';
import { checkOptions } from './options/check-options.ts';
import type { AppInfo, ClientOptions } from './options/client-options.ts';
import { CLIENT_OPTIONS } from './options/client-options.ts';
import { givenOrSet } from './options/from-environment.ts';
import { KnownDocuments } from './recovery/known-documents.ts';
import { RetryBudget } from './recovery/retrying.ts';

/** The version of this package, as sent in the `User-Agent`. */
export const CLIENT_VERSION = '0.2.0';

const MAX_RETRIES = 2;
const MAX_RETRY_AFTER_MS = 60_000;
/** Visible ASCII, which includes every bearer token (RFC 6750, 2.1). */
const KEY_PATTERN = /^[\x21-\x7e]+$/;

function checkApiKey(apiKey: string): string {
  if (typeof apiKey === 'string' && KEY_PATTERN.test(apiKey)) return apiKey;
  throw new InvalidArgumentError(
    'apiKey',
    'the API key is empty, or holds spaces, line breaks or other characters that no key has',
  );
}

/** `esign/<version> node/<version> (<system>) <application>`. Identifies no machine or user. */
function userAgent(appInfo: AppInfo | undefined): string {
  const token = (text: string) => text.replace(/[^\w.+-]+/g, '-').slice(0, 64);
  const base = `esign/${CLIENT_VERSION} node/${process.versions.node} (${process.platform})`;
  if (appInfo === undefined) return base;
  const version = appInfo.version === undefined ? '' : `/${token(appInfo.version)}`;
  return `${base} ${token(appInfo.name)}${version}`;
}

function transportOf({ transport, fetch }: ClientOptions): Transport {
  if (fetch === undefined) return transport ?? new NodeTransport();
  if (typeof fetch !== 'function')
    throw new InvalidArgumentError('fetch', 'fetch must be a function like the global fetch');
  if (transport === undefined) return new FetchTransport(fetch);
  throw new InvalidArgumentError('fetch', 'pass either fetch or transport, not both');
}

function contextOf(options: ClientOptions): Context {
  return {
    baseUrl: readBaseUrl(givenOrSet('baseUrl', options.baseUrl), options.allowInsecure ?? false),
    apiKey: checkApiKey(givenOrSet('apiKey', options.apiKey)),
    userAgent: userAgent(options.appInfo),
    headers: checkHeaders(options.headers),
    transport: transportOf(options),
    timeouts: options.timeouts ?? {},
    maxRetries: options.maxRetries ?? MAX_RETRIES,
    maxRetryAfterMs: options.maxRetryAfterMs ?? MAX_RETRY_AFTER_MS,
    hooks: options.hooks ?? {},
    clock: options.clock ?? systemClock,
    budget: new RetryBudget(),
    serviceTime: new ServiceTime(),
    known: new KnownDocuments(),
  };
}

/**
 * A client for one account at one deployment; both default to the environment. The constructor
 * throws `InvalidArgumentError` for a missing or invalid base URL or key, and for an unknown
 * option. Reads reuse idle connections, which do not keep the process alive.
 */
export class EsignClient {
  /** The documents of the account. */
  readonly documents: Documents;
  readonly #context: Context;

  constructor(options: ClientOptions = {}) {
    checkOptions(options, CLIENT_OPTIONS);
    this.#context = contextOf(options);
    this.documents = new Documents(this.#context);
  }

  /**
   * Sends any request below the base URL, with the key. Throws the errors of a call, and
   * `OutcomeUnknownError` if a request other than GET, HEAD or OPTIONS may have been applied.
   */
  request(method: string, path: string, options: RawRequestOptions = {}): ApiPromise<RawResponse> {
    return runCall(this.#context, { options, names: RAW_REQUEST_OPTIONS }, (context) =>
      rawRequest(context, { method, path, options }),
    );
  }

  /** The names of what the deployment offers beside the specification; empty if it has none. */
  async extensions(options: CallOptions = {}): Promise<readonly string[]> {
    try {
      const endpoint = 'listExtensions';
      return (await callExtension<Extensions>(this.#context, { endpoint }, options)).extensions;
    } catch (error) {
      if (error instanceof ApiError && error.status === 404) return [];
      throw error;
    }
  }

  /** Closes idle connections. */
  close(): void {
    this.#context.transport.close?.();
  }
}
