import type { Transport } from '../../client/index.ts';
import { CliError } from '../errors/cli-error.ts';
import { EXIT } from '../errors/exit-codes.ts';
import { isLocal, readAddress } from '../profiles/connection.ts';
import type { Proxies } from '../profiles/profile.ts';

/** An address as proxies are often written, without its scheme, made whole. */
function proxyAddress(text: string): string {
  const whole = text === '' || text.includes('://') ? text : `http://${text}`;
  const { protocol } = whole !== '' && URL.canParse(whole) ? new URL(whole) : { protocol: '' };
  if (whole === '' || protocol === 'http:' || protocol === 'https:') return whole;
  throw new CliError({
    code: 'invalid_proxy',
    what: 'the proxy that the environment names has no address that can be used',
    why: 'it must begin with http:// or https://',
    next: 'set HTTPS_PROXY anew, or unset it',
    exitCode: EXIT.usage,
  });
}

/** How a deployment is reached. */
export interface Way {
  readonly proxies: Proxies;
  /** The size of the pool for many requests at once; undefined where a command makes few. */
  readonly connections?: number | undefined;
}

/**
 * The transport to a deployment where the environment names a proxy, or many requests are made at once; undefined where
 * the usual one will do. This machine is never reached through a proxy. Throws a `CliError` (exit 2) for a proxy that is
 * no address.
 */
export async function transportFor(
  baseUrl: string,
  { proxies, connections }: Way,
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
