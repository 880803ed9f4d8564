import { Documents } from './documents/documents.ts';
import { InvalidArgumentError } from './errors/esign-error.ts';
import { readBaseUrl } from './http/base-url.ts';
import type { Clock } from './http/clock.ts';
import { ServiceTime, systemClock } from './http/clock.ts';
import type { AskedLimits, Context } from './http/context.ts';
import type { Hooks } from './http/hooks.ts';
import { NodeTransport } from './http/node-transport.ts';
import type { RawRequestOptions, RawResponse } from './http/raw-request.ts';
import { rawRequest } from './http/raw-request.ts';
import type { ApiPromise } from './http/run-call.ts';
import { runCall } from './http/run-call.ts';
import type { Transport } from './http/transport.ts';
import { KnownDocuments } from './recovery/known-documents.ts';
import { RetryBudget } from './recovery/retry.ts';

/** The version of this package, as sent in the `User-Agent`. */
export const CLIENT_VERSION = '0.1.0';

/** Your application's name and version for the `User-Agent`. */
export interface AppInfo {
  readonly name: string;
  readonly version?: string;
}

/** Options of `EsignClient`. */
export interface ClientOptions {
  /** Address of the deployment, with a path prefix if it has one: `https://esign.example.com`. */
  readonly baseUrl: string | URL;
  /**
   * The account's secret key. Undefined, as an environment variable may be, is refused like an empty key. The key never
   * appears in errors, hooks or a printed client.
   */
  readonly apiKey: string | undefined;
  /** Sends the requests. Default: `NodeTransport`, over `node:http(s)`. */
  readonly transport?: Transport | undefined;
  /** Time limits in milliseconds: `connectMs`, `headersMs`, `bodyIdleMs`, `tryMs`, `totalMs`. */
  readonly timeouts?: AskedLimits | undefined;
  /** Retries beyond the first attempt, of requests that are safe to repeat. Default: 2; 0 turns them off. */
  readonly maxRetries?: number | undefined;
  /** The longest `Retry-After` to wait for, in milliseconds. Default: 60000. */
  readonly maxRetryAfterMs?: number | undefined;
  /** Adds your application to the `User-Agent`. */
  readonly appInfo?: AppInfo | undefined;
  /** Callbacks for logging. */
  readonly hooks?: Hooks | undefined;
  /** Allows plain http to other machines, which exposes the key. Default: only to this machine. */
  readonly allowInsecure?: boolean | undefined;
  /** Replaces the system's clock, for tests. */
  readonly clock?: Clock | undefined;
}

const MAX_RETRIES = 2;
const MAX_RETRY_AFTER_MS = 60_000;
/** Visible ASCII, which includes every bearer token (RFC 6750, 2.1). */
const KEY_PATTERN = /^[\x21-\x7e]+$/;

function checkApiKey(apiKey: string | undefined): string {
  if (typeof apiKey === 'string' && KEY_PATTERN.test(apiKey)) return apiKey;
  throw new InvalidArgumentError(
    'apiKey',
    'the API key is missing, or holds spaces, line breaks or other characters that no key has',
  );
}

/** `esign/<version> node/<version> (<system>) <application>`, with nothing that identifies the machine or the user. */
function userAgent(appInfo: AppInfo | undefined): string {
  const token = (text: string) => text.replace(/[^\w.+-]+/g, '-').slice(0, 64);
  const base = `esign/${CLIENT_VERSION} node/${process.versions.node} (${process.platform})`;
  if (appInfo === undefined) return base;
  const version = appInfo.version === undefined ? '' : `/${token(appInfo.version)}`;
  return `${base} ${token(appInfo.name)}${version}`;
}

function contextOf(options: ClientOptions): Context {
  return {
    baseUrl: readBaseUrl(options.baseUrl, options.allowInsecure ?? false),
    apiKey: checkApiKey(options.apiKey),
    userAgent: userAgent(options.appInfo),
    transport: options.transport ?? new NodeTransport(),
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
 * A client for one account at one deployment. The constructor throws `InvalidArgumentError` for an invalid base URL or
 * key. Idle connections are kept for reads; they do not keep the process alive.
 */
export class EsignClient {
  readonly documents: Documents;
  readonly #context: Context;

  constructor(options: ClientOptions) {
    this.#context = contextOf(options);
    this.documents = new Documents(this.#context);
  }

  /**
   * Sends any request below the base URL, with the key. Throws the errors of a call, and `OutcomeUnknownError` when a
   * request other than GET, HEAD or OPTIONS may or may not have been applied.
   */
  request(method: string, path: string, options: RawRequestOptions = {}): ApiPromise<RawResponse> {
    return runCall(this.#context, options, (context) =>
      rawRequest(context, { method, path, options }),
    );
  }

  /** Closes the idle connections. */
  close(): void {
    this.#context.transport.close?.();
  }
}
