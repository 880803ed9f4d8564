import { isIP } from 'node:net';
import { parseUrl } from '../../../contract/parse-url.ts';

export interface SmtpServer {
  readonly host: string;
  readonly port: number;
  /** TLS from the first byte, required STARTTLS, or none. */
  readonly tls: 'implicit' | 'starttls' | 'none';
  readonly auth: { readonly user: string; readonly pass: string } | undefined;
}

/** The message gives the reason, without the password. */
export class InvalidMailServer extends Error {
  override readonly name = 'InvalidMailServer';
}

/** Of `sign@example.in` or `Example <sign@example.in>`. */
export const addressIn = (from: string): string | undefined =>
  /^(?:[^<>\s][^<>\r\n]*<([^\s@<>]+@[^\s@<>]+)>|([^\s@<>]+@[^\s@<>]+))$/
    .exec(from)
    ?.slice(1)
    .find((address) => address !== undefined);

const SUBMISSION_PORT = 587;
const SUBMISSIONS_PORT = 465;

const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'));

const ENCODE =
  'Percent-encode special characters in user name and password: % is %25, @ is %40, # is %23, / is %2F, ^ is %5E.';

function parse(text: string): URL {
  const url = parseUrl(text);
  const isWhole = url?.hostname && !url.hash && (url.pathname === '' || url.pathname === '/');
  if (isWhole && /^smtps?:$/.test(url.protocol)) return url;
  if (/^smtps?:\/\/.*@/s.test(text)) throw new InvalidMailServer(ENCODE);
  throw new InvalidMailServer(
    'A mail server must be given as smtp://HOST:PORT or smtps://HOST:PORT.',
  );
}

function tlsOf({ protocol, searchParams }: URL, host: string): SmtpServer['tls'] {
  if (protocol === 'smtps:') return 'implicit';
  const asked = searchParams.get('tls') ?? (isLoopback(host) ? 'none' : 'starttls');
  if (asked === 'none' || asked === 'starttls') return asked;
  throw new InvalidMailServer('tls= must be none or starttls.');
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new InvalidMailServer(ENCODE);
  }
}

/**
 * `smtps://` uses TLS from the first byte; `smtp://` uses STARTTLS, or no TLS on this machine.
 * `?tls=starttls` or `?tls=none` overrides that. Certificates are always checked.
 * @throws {InvalidMailServer} also when a password would be sent in clear text
 */
export function readSmtpUrl(text: string): SmtpServer {
  const url = parse(text);
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const tls = tlsOf(url, host);
  const [user, pass] = [decoded(url.username), decoded(url.password)];
  if (user && tls === 'none' && !isLoopback(host)) {
    throw new InvalidMailServer('Without TLS, the password would be sent in clear text.');
  }
  return {
    host,
    port: Number(url.port) || (tls === 'implicit' ? SUBMISSIONS_PORT : SUBMISSION_PORT),
    tls,
    auth: user ? { user, pass } : undefined,
  };
}
