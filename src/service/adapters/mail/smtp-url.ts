import { isIP } from 'node:net';

/** Where mails are handed over, and how. */
export interface SmtpServer {
  readonly host: string;
  readonly port: number;
  /** From the first byte, after STARTTLS (and never without), or not at all. */
  readonly tls: 'implicit' | 'starttls' | 'none';
  readonly auth: { readonly user: string; readonly pass: string } | undefined;
}

/** What was given is no mail server to hand mails to; the message says why, and holds no password. */
export class InvalidMailServer extends Error {
  override readonly name = 'InvalidMailServer';
}

const SUBMISSION_PORT = 587;
const SUBMISSIONS_PORT = 465;

const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'));

function parse(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.hostname && /^smtps?:$/.test(url.protocol)) return url;
  throw new InvalidMailServer('A mail server is given as smtp://HOST:PORT or smtps://HOST:PORT.');
}

function tlsOf({ protocol, searchParams }: URL, host: string): SmtpServer['tls'] {
  if (protocol === 'smtps:') return 'implicit';
  const asked = searchParams.get('tls') ?? (isLoopback(host) ? 'none' : 'starttls');
  if (asked === 'none' || asked === 'starttls') return asked;
  throw new InvalidMailServer('What follows tls= is none or starttls.');
}

/**
 * Reads a mail server's URL: `smtps://` speaks TLS from the first byte, `smtp://` after STARTTLS, but to this machine
 * without; `?tls=starttls` and `?tls=none` say otherwise. Certificates are always checked.
 * @throws {InvalidMailServer} also when a password would travel in clear
 */
export function readSmtpUrl(text: string): SmtpServer {
  const url = parse(text);
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const tls = tlsOf(url, host);
  const user = decodeURIComponent(url.username);
  if (user && tls === 'none' && !isLoopback(host)) {
    throw new InvalidMailServer('Without TLS a password would travel in clear.');
  }
  return {
    host,
    port: Number(url.port) || (tls === 'implicit' ? SUBMISSIONS_PORT : SUBMISSION_PORT),
    tls,
    auth: user ? { user, pass: decodeURIComponent(url.password) } : undefined,
  };
}
