import type { Hooks } from '../../client/index.ts';
import { EsignClient } from '../../client/index.ts';
import type { Proxies } from '../profiles/profile.ts';
import { debugHooks, joinedHooks } from './debug-hooks.ts';
import { metered, transportFor } from './transport-for.ts';

/** The client options a command may set. */
export interface ClientOptions {
  /** Pool size, for concurrent requests. */
  readonly connections?: number | undefined;
  readonly maxRetries?: number | undefined;
  readonly hooks?: Hooks | undefined;
}

/** Where a client goes, and how. */
export interface ClientPlace {
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly proxies: Proxies;
  /** Logs requests to stderr. */
  readonly isLogged: boolean;
  /** Shows how far large transfers have come. */
  readonly hasBars: boolean;
}

/** A client through the proxy of the environment. */
export async function openClient(
  { baseUrl, apiKey, proxies, isLogged, hasBars }: ClientPlace,
  { connections, hooks, ...options }: ClientOptions,
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
