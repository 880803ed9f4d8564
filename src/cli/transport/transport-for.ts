import type { Transport } from '../../client/index.ts';
import { NodeTransport } from '../../client/index.ts';
import { CliError } from '../errors/cli-error.ts';
import { EXIT } from '../errors/exit-codes.ts';
import { isLocal, readAddress } from '../profiles/connection.ts';
import type { Proxies } from '../profiles/profile.ts';
import { openBar } from '../terminal/progress-line.ts';

/** Adds the scheme that proxy addresses often lack. */
function proxyAddress(text: string): string {
  const whole = text === '' || text.includes('://') ? text : `http://${text}`;
  const { protocol } = whole !== '' && URL.canParse(whole) ? new URL(whole) : { protocol: '' };
  if (whole === '' || protocol === 'http:' || protocol === 'https:') return whole;
  throw new CliError({
    code: 'invalid_proxy',
    what: 'the address of the proxy in the environment is not valid',
    why: 'it must start with http:// or https://',
    next: 'correct HTTPS_PROXY, or unset it',
    exitCode: EXIT.usage,
  });
}

export interface Route {
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
export async function metered(transport: Transport | undefined): Promise<Transport> {
  const { MeteredTransport } = await import('./metered-transport.ts');
  return new MeteredTransport(transport ?? new NodeTransport(), openBar);
}
