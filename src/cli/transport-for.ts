import type { Transport } from '../client/index.ts';
import { CliError } from './cli-error.ts';
import { isLocal, readAddress } from './connection.ts';
import { EXIT } from './exit-codes.ts';
import type { Proxies } from './undici-transport.ts';

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

/**
 * The transport to a deployment where the environment names a proxy; undefined where the usual one will do, which it
 * does on this machine always. Throws a `CliError` (exit 2) for a proxy that is no address.
 */
export async function transportFor(
  baseUrl: string,
  proxies: Proxies,
): Promise<Transport | undefined> {
  const { http, https, except } = proxies;
  if ((http === '' && https === '') || isLocal(readAddress(baseUrl))) return undefined;
  const usable = { http: proxyAddress(http), https: proxyAddress(https), except };
  const { UndiciTransport } = await import('./undici-transport.ts');
  return new UndiciTransport({ proxies: usable });
}
