import type { AskedLimits } from '../http/context.ts';
import { TIME_LIMITS } from '../http/context.ts';
import type { Fetch } from '../http/fetch-transport.ts';
import type { Hooks } from '../http/hooks.ts';
import type { Clock } from '../http/system-clock.ts';
import type { Transport } from '../http/transport.ts';
import type { OptionNames } from './check-options.ts';

/** Your application's name and version for the `User-Agent`. */
export interface AppInfo {
  /** The name, such as `lease-bot`. */
  readonly name: string;
  /** The version, such as `1.4.0`. */
  readonly version?: string | undefined;
}

/** Options of `EsignClient`. */
export interface ClientOptions {
  /**
   * Address of the deployment, with any path prefix: `https://esign.example.com`. Default: the
   * environment variable `ESIGN_BASE_URL`.
   */
  readonly baseUrl?: string | URL | undefined;
  /**
   * The account's secret key. Never appears in errors, hooks or a printed client. Default: the
   * environment variable `ESIGN_API_KEY`.
   */
  readonly apiKey?: string | undefined;
  /** Sends the requests. Default: `NodeTransport`, over `node:http(s)`. */
  readonly transport?: Transport | undefined;
  /**
   * Sends the requests with this function instead, such as another runtime's global `fetch`; it
   * must not repeat them. It cannot prove that nothing was sent: a failed write, even by a refused
   * connection, is settled by reading or ends in `OutcomeUnknownError`. `timeouts.connectMs` does
   * not apply.
   */
  readonly fetch?: Fetch | undefined;
  /** Time limits in milliseconds: `connectMs`, `headersMs`, `bodyIdleMs`, `tryMs`, `totalMs`. */
  readonly timeouts?: AskedLimits | undefined;
  /** Retries of safe requests after the first attempt. Default: 2; 0 turns them off. */
  readonly maxRetries?: number | undefined;
  /** The longest `Retry-After` to wait for, in milliseconds. Default: 60000. */
  readonly maxRetryAfterMs?: number | undefined;
  /** Adds your application to the `User-Agent`. */
  readonly appInfo?: AppInfo | undefined;
  /** Added to every request with the key, as a gateway may want; a call's own come first. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Callbacks for logging. */
  readonly hooks?: Hooks | undefined;
  /** Allows plain http to other machines, which exposes the key. Default: only to this machine. */
  readonly allowInsecure?: boolean | undefined;
  /** Replaces the system's clock, for tests. */
  readonly clock?: Clock | undefined;
}

/** The names of the client's options. */
export const CLIENT_OPTIONS: OptionNames<ClientOptions> = {
  baseUrl: true,
  apiKey: true,
  transport: true,
  fetch: true,
  timeouts: TIME_LIMITS,
  maxRetries: true,
  maxRetryAfterMs: true,
  appInfo: { name: true, version: true },
  headers: true,
  hooks: { onRequest: true, onResponse: true, onRetry: true, onSettle: true },
  allowInsecure: true,
  clock: true,
};
