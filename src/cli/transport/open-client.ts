import type { Hooks } from '../../client/index.ts';
import { EsignClient } from '../../client/index.ts';
import type { Proxies } from '../profiles/profile.ts';
import { harmless } from '../terminal/harmless.ts';
import { metered, transportFor } from './transport-for.ts';

const log = (text: string): void => {
  process.stderr.write(`debug: ${harmless(text)}\n`);
};

/** Logs to stderr; the client has already masked keys, links, phones and emails. */
function debugHooks(): Hooks {
  return {
    onRequest: ({ method, url, attempt }) => log(`→ ${method} ${url} (attempt ${attempt})`),
    onResponse: ({ method, url, status, durationMs }) =>
      log(`← ${status} ${method} ${url} in ${Math.round(durationMs)} ms`),
    onRetry: ({ operation, afterMs, error }) =>
      log(`${operation} again in ${Math.round(afterMs)} ms: ${error.message}`),
    onSettle: ({ operation, step, note }) => log(`${operation} ${step}: ${note}`),
  };
}

function joinedHooks(one: Hooks, other: Hooks = {}): Hooks {
  return {
    onRequest: (event) => [one, other].map((hooks) => hooks.onRequest?.(event)),
    onResponse: (event) => [one, other].map((hooks) => hooks.onResponse?.(event)),
    onRetry: (event) => [one, other].map((hooks) => hooks.onRetry?.(event)),
    onSettle: (event) => [one, other].map((hooks) => hooks.onSettle?.(event)),
  };
}

export interface OpenClientOptions {
  /** Pool size, for concurrent requests. */
  readonly connections?: number | undefined;
  readonly maxRetries?: number | undefined;
  readonly hooks?: Hooks | undefined;
}

export interface ClientPlace {
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly proxies: Proxies;
  readonly isLogged: boolean;
  readonly hasBars: boolean;
}

export async function openClient(
  { baseUrl, apiKey, proxies, isLogged, hasBars }: ClientPlace,
  { connections, hooks, ...options }: OpenClientOptions,
): Promise<EsignClient> {
  const own = await transportFor(baseUrl, { proxies, connections });
  return new EsignClient({
    ...options,
    baseUrl,
    apiKey,
    appInfo: { name: 'cli' },
    transport: hasBars && connections === undefined ? await metered(own) : own,
    hooks: isLogged ? joinedHooks(debugHooks(), hooks) : hooks,
  });
}
