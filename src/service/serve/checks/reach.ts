import { connect, isIP } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { failureReason } from '../../../network/failure-reason.ts';

const CONNECT_MS = 5_000;
const HTTPS_PORT = 443;
const HTTP_PORT = 80;

/** Connects to the host of an https address with TLS, of an http address without. Returns why it failed. */
export function reach(url: URL): Promise<string | undefined> {
  const isTls = url.protocol === 'https:';
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const port = Number(url.port) || (isTls ? HTTPS_PORT : HTTP_PORT);
  return new Promise((resolve) => {
    const socket = isTls
      ? connectTls({ host, port, ...(isIP(host) === 0 && { servername: host }) })
      : connect({ host, port });
    const end = (reason: string | undefined) => {
      resolve(reason);
      socket.destroy();
    };
    socket.setTimeout(CONNECT_MS, () => end('timeout'));
    socket.once(isTls ? 'secureConnect' : 'connect', () => end(undefined));
    socket.on('error', (error) => end(failureReason(error)));
  });
}
