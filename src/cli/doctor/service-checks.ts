import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { connect } from 'node:tls';
import type { Transport, TransportAnswer, TransportRequest } from '../../client/index.ts';
import { ApiError, EsignClient, NodeTransport } from '../../client/index.ts';
import { DAY_MS } from '../../contract/durations.ts';
import { codeOf } from '../../locks/error-code.ts';
import { EXIT } from '../errors/exit-codes.ts';
import type { Connection } from '../profiles/connection.ts';
import { isLocal, keyOrigin } from '../profiles/connection.ts';
import type { Proxies } from '../profiles/profile.ts';
import { counted } from '../terminal/counted.ts';
import { shortDuration } from '../terminal/times.ts';
import { transportFor } from '../transport/open-client.ts';
import type { Check } from './diagnosis.ts';
import {
  check,
  failed,
  failedBy,
  inTime,
  LIMIT_MS,
  ok,
  tooSlow,
  unknown,
  warning,
} from './diagnosis.ts';

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

/** HTTP dates are whole seconds, and a request takes time. */
const CLOCK_MS = 60_000;

interface ServiceAnswer {
  readonly tookMs: number;
  /** The service's time, from `Date`, minus ours; undefined without that header. */
  readonly aheadMs: number | undefined;
}

interface ServiceProbe {
  readonly answer: ServiceAnswer | undefined;
  readonly error: unknown;
}

class Timed implements Transport {
  readonly #inner: Transport;
  answer: ServiceAnswer | undefined;

  constructor(inner: Transport) {
    this.#inner = inner;
  }

  async send(request: TransportRequest): Promise<TransportAnswer> {
    const sentAt = Date.now();
    const answer = await this.#inner.send(request);
    const tookMs = Date.now() - sentAt;
    const theirs = Date.parse(answer.headers.date ?? '');
    const aheadMs = Number.isNaN(theirs) ? undefined : theirs - (sentAt + tookMs / 2);
    this.answer = { tookMs, aheadMs };
    return answer;
  }

  close(): void {
    this.#inner.close?.();
  }
}

async function probe(
  connection: Connection,
  proxies: Proxies,
  signal: AbortSignal,
): Promise<ServiceProbe> {
  const { baseUrl, apiKey } = connection;
  const timed = new Timed((await transportFor(baseUrl, { proxies })) ?? new NodeTransport());
  const appInfo = { name: 'cli' };
  const client = new EsignClient({ baseUrl, apiKey, transport: timed, maxRetries: 0, appInfo });
  try {
    await client.documents.page({ limit: 1, signal, timeouts: { totalMs: LIMIT_MS } });
    return { answer: timed.answer, error: undefined };
  } catch (error) {
    signal.throwIfAborted();
    return { answer: timed.answer, error };
  } finally {
    client.close();
  }
}

const isStatus = (error: unknown, status: number): boolean =>
  error instanceof ApiError && error.status === status;

/** A refusal is a response too: the service is there. */
const reachCheck = ({ answer, error }: ServiceProbe, { baseUrl }: Connection): Promise<Check> =>
  check('service', () => {
    const isRefusal = isStatus(error, 401) || isStatus(error, 403);
    if (error !== undefined && !isRefusal) return failedBy(error, baseUrl);
    return ok(`answered in ${shortDuration(answer?.tookMs ?? 0)}`);
  });

const acceptedCheck = ({ error }: ServiceProbe, connection: Connection): Promise<Check> =>
  check('access', () => {
    if (isStatus(error, 401))
      return {
        ...failedBy(error),
        ...mend(connection),
        about: 'the service refuses the key (401)',
      };
    if (error !== undefined && !isStatus(error, 403)) return unknown('the service did not say');
    return ok('the service knows the key');
  });

function mend(connection: Connection): { next: string } {
  const isVariable = connection.keySource === 'ESIGN_API_KEY';
  return { next: isVariable ? `unset ${keyOrigin(connection)}` : 'esign auth login' };
}

const subscriptionCheck = ({ error }: ServiceProbe): Promise<Check> =>
  check('subscription', () => {
    if (error === undefined) return ok('API access is enabled');
    return isStatus(error, 403) ? failedBy(error) : unknown('the service did not say');
  });

/** A sandbox's clock is advanced on purpose. */
export function clockCheck(aheadMs: number | undefined, isSandbox = false) {
  if (aheadMs === undefined) return unknown("the service's time is not known");
  const away = Math.abs(aheadMs);
  if (away <= CLOCK_MS) return ok(`within a minute of the service's`);
  if (isSandbox && aheadMs > 0)
    return ok(
      `the sandbox's clock was advanced, by ${shortDuration(away)}; "sandbox reset" ends that`,
    );
  const where = aheadMs > 0 ? 'behind' : 'ahead of';
  const about = `this machine is ${shortDuration(away)} ${where} the service`;
  return warning(about, 'set the clock, for example by NTP: certificates are judged by it');
}

/** The service reports credits only in the response to a send. */
const creditsCheck = (): Promise<Check> =>
  check('credits', () => unknown('the API reports them only when a document is sent'));

export async function checkService(
  connection: Connection,
  proxies: Proxies,
  signal: AbortSignal,
): Promise<Check[]> {
  const seen = await probe(connection, proxies, signal);
  return Promise.all([
    reachCheck(seen, connection),
    acceptedCheck(seen, connection),
    subscriptionCheck(seen),
    creditsCheck(),
    check('clock', () => clockCheck(seen.answer?.aheadMs, connection.dataDir !== undefined)),
  ]);
}
