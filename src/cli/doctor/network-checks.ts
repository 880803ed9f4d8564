import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { connect } from 'node:tls';
import { DAY_MS } from '../../contract/durations.ts';
import { codeOf } from '../../locks/error-code.ts';
import { EXIT } from '../errors/exit-codes.ts';
import { isLocal } from '../profiles/connection.ts';
import type { Proxies } from '../profiles/profile.ts';
import { counted } from '../terminal/counted.ts';
import { transportFor } from '../transport/open-client.ts';
import type { Check } from './diagnosis.ts';
import { check, failed, inTime, LIMIT_MS, ok, tooSlow, unknown, warning } from './diagnosis.ts';

const FEW_DAYS = 14;

const BY_PROXY = unknown('not checked: a proxy is set');

/** A proxy's host without its password; its address often lacks the scheme. */
const hostOf = (proxy: string): string =>
  new URL(proxy.includes('://') ? proxy : `http://${proxy}`).host;

export const checkProxy = (url: URL, proxies: Proxies): Promise<Check> =>
  check('proxy', async () => {
    const { http, https, except } = proxies;
    const given = url.protocol === 'https:' ? https : http;
    if (given === '') return ok('none');
    if (isLocal(url)) return ok('not used for this machine');
    await transportFor(url.href, { proxies });
    return ok(`${hostOf(given)}${except === '' ? '' : `, except ${except}`}`);
  });

export const checkDns = (url: URL, isProxied: boolean): Promise<Check> =>
  check('DNS', async () => {
    if (isProxied) return BY_PROXY;
    const host = url.hostname.replace(/^\[|\]$/g, '');
    if (isIP(host)) return ok('not needed: the address is a number');
    try {
      const found = await inTime('the look-up', lookup(host, { all: true }));
      return ok(`${host} is ${found.map(({ address }) => address).join(', ')}`);
    } catch (error) {
      if (codeOf(error) === 'too_slow') throw error;
      const next = 'check the address: esign auth status';
      return failed(
        `${host} is not found (${codeOf(error) ?? 'unknown error'})`,
        next,
        EXIT.unreachable,
      );
    }
  });

function handshake(url: URL): Promise<TLSSocket> {
  return new Promise((resolve, reject) => {
    const host = url.hostname.replace(/^\[|\]$/g, '');
    const socket = connect({
      host,
      port: Number(url.port || 443),
      ...(isIP(host) === 0 && { servername: host }),
      timeout: LIMIT_MS,
    });
    socket.once('secureConnect', () => resolve(socket));
    socket.once('error', reject);
    socket.once('timeout', () => socket.destroy(tooSlow('the TLS handshake')));
  });
}

export function certificateCheck(protocol: string | null, validTo: Date, now = Date.now()) {
  const days = Math.floor((validTo.getTime() - now) / DAY_MS);
  const about = `${protocol ?? 'TLS'}, certificate ends in ${counted(days, 'day')}`;
  if (days >= FEW_DAYS) return ok(about);
  return warning(about, 'tell the operator of the service that its certificate ends soon');
}

export const checkTls = (url: URL, isProxied: boolean): Promise<Check> =>
  check('TLS', async () => {
    if (url.protocol !== 'https:') return ok('not used on this machine');
    if (isProxied) return BY_PROXY;
    try {
      const socket = await handshake(url);
      const { valid_to: end } = socket.getPeerCertificate();
      const protocol = socket.getProtocol();
      socket.destroy();
      return certificateCheck(protocol, new Date(end));
    } catch (error) {
      const next =
        'check the address; for a private certificate authority, set NODE_EXTRA_CA_CERTS to its certificate';
      return failed(`no handshake (${codeOf(error) ?? 'unknown error'})`, next, EXIT.unreachable);
    }
  });
