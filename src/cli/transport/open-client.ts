import type { Hooks, Transport } from '../../client/index.ts';
import { EsignClient, logHooks, NodeTransport } from '../../client/index.ts';
import { parseUrl } from '../../contract/parse-url.ts';
import { CliError } from '../errors/cli-error.ts';
import { EXIT } from '../errors/exit-codes.ts';
import { isLocal, readAddress } from '../profiles/connection.ts';
import type { Proxies } from '../profiles/profile.ts';
import { harmless } from '../terminal/harmless.ts';
import { openBar } from '../terminal/progress-line.ts';

/** Adds the scheme that proxy addresses often lack. */
function proxyAddress(text: string): string {
  const whole = text === '' || text.includes('://') ? text : `http://${text}`;
  const { protocol } = parseUrl(whole) ?? { protocol: '' };
  if (whole === '' || protocol === 'http:' || protocol === 'https:') return whole;
  throw new CliError({
    code: 'invalid_proxy',
    what: 'the address of the proxy in the environment is not valid',
    why: 'it must start with http:// or https://',
    next: 'correct HTTPS_PROXY, or unset it',
    exitCode: EXIT.usage,
  });
}

interface Route {
  readonly proxies: Proxies;
  readonly connections?: number | undefined;
}

/**
 * Undefined if the client's own will do. This machine is never reached through a proxy. Throws a
 * `CliError` (exit 2) for an invalid proxy address.
 */
export async function transportFor(
  baseUrl: string,
  { proxies, connections }: Route,
): Promise<Transport | undefined> {
  const { http, https, except } = proxies;
  const isDirect = (http === '' && https === '') || isLocal(readAddress(baseUrl));
  if (isDirect && connections === undefined) return undefined;
  const usable = isDirect
    ? undefined
    : { http: proxyAddress(http), https: proxyAddress(https), except };
  const { UndiciTransport } = await import('./undici-transport.ts');
  return new UndiciTransport({ proxies: usable, connections });
}

/** Adds a progress bar for large files to the given transport or the client's own. */
async function metered(transport: Transport | undefined): Promise<Transport> {
  const { MeteredTransport } = await import('./metered-transport.ts');
  return new MeteredTransport(transport ?? new NodeTransport(), openBar);
}

/** Logs to stderr; the client has already masked keys, links, phones and emails. */
const log = (text: string): void => {
  process.stderr.write(`debug: ${harmless(text)}\n`);
};

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
    hooks: isLogged ? joinedHooks(logHooks(log), hooks) : hooks,
  });
}
