import { Documents } from './documents/documents.ts';
import { InvalidArgumentError } from './errors/esign-error.ts';
import { readBaseUrl } from './http/base-url.ts';
import type { Clock } from './http/clock.ts';
import { ServiceTime, systemClock } from './http/clock.ts';
import type { Context } from './http/context.ts';
import type { Hooks } from './http/hooks.ts';
import { NodeTransport } from './http/node-transport.ts';
import type { RawRequestOptions, RawResponse } from './http/raw-request.ts';
import { rawRequest } from './http/raw-request.ts';
import type { ApiPromise } from './http/run-call.ts';
import { runCall } from './http/run-call.ts';
import type { AskedLimits } from './http/time-limits.ts';
import type { Transport } from './http/transport.ts';
import type { AppInfo } from './http/user-agent.ts';
import { userAgent } from './http/user-agent.ts';
import { KnownDocuments } from './recovery/known-documents.ts';
import { RetryBudget } from './recovery/retry.ts';

/** What a client is made with. */
export interface ClientOptions {
  /** Address of the deployment, a path prefix included: `https://esign.example.com`. */
  readonly baseUrl: string | URL;
  /**
   * The secret key of the account; undefined, as an environment variable may be, is refused like an empty one. It never
   * shows in an error, a hook or a printed client.
   */
  readonly apiKey: string | undefined;
  /** What carries the requests; `node:http(s)` by default. */
  readonly transport?: Transport | undefined;
  /** Time limits in milliseconds: `connectMs`, `headersMs`, `bodyIdleMs`, `tryMs`, `totalMs`. */
  readonly timeouts?: AskedLimits | undefined;
  /** Retries beyond the first try, of what is safe to repeat; 2 by default, 0 means none. */
  readonly maxRetries?: number | undefined;
  /** The longest `Retry-After` that is waited for, in milliseconds; 60000 by default. */
  readonly maxRetryAfterMs?: number | undefined;
  /** Names the program in the `User-Agent`. */
  readonly appInfo?: AppInfo | undefined;
  readonly hooks?: Hooks | undefined;
  /** Sends the key over plain http to other machines too. */
  readonly allowInsecure?: boolean | undefined;
  /** Time and chance, for programs that keep their own. */
  readonly clock?: Clock | undefined;
}

const MAX_RETRIES = 2;
const MAX_RETRY_AFTER_MS = 60_000;
/** What a bearer credential may consist of, and a little more (RFC 6750, 2.1): visible ASCII. */
const KEY_PATTERN = /^[\x21-\x7e]+$/;

function checkApiKey(apiKey: string | undefined): string {
  if (typeof apiKey === 'string' && KEY_PATTERN.test(apiKey)) return apiKey;
  throw new InvalidArgumentError(
    'apiKey',
    'the API key is missing or holds spaces, line breaks or other characters that no key has',
  );
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
 * The client of one account at one deployment. Its constructor throws `InvalidArgumentError` for a base URL or key that
 * cannot be used. It keeps idle connections, which hold no process open; `close` ends them at once.
 */
export class EsignClient {
  readonly documents: Documents;
  readonly #context: Context;

  constructor(options: ClientOptions) {
    this.#context = contextOf(options);
    this.documents = new Documents(this.#context);
  }

  /** Any request below the base URL, with the key. Throws the errors of a call. */
  request(method: string, path: string, options: RawRequestOptions = {}): ApiPromise<RawResponse> {
    return runCall(this.#context, options, (running) =>
      rawRequest(running, { method, path, options }),
    );
  }

  /** Closes the connections that are kept for reads. */
  close(): void {
    this.#context.transport.close?.();
  }
}
