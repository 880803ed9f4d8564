import { createServer } from 'node:https';
import { onTestFinished } from 'vitest';
import { listenOnLoopback } from './loopback.ts';
import { makeTlsIdentity } from './tls-identity.ts';

/** An HTTPS server with its own certificate for `localhost`. It responds `secure`, and closes when the test ends. */
export async function startTlsServer(): Promise<{ readonly url: string; readonly ca: string }> {
  const { certificate, privateKey } = await makeTlsIdentity('localhost');
  const server = createServer({ cert: certificate, key: privateKey }, (_, response) => {
    response.end('secure');
  });
  const { port, close } = await listenOnLoopback(server);
  onTestFinished(close);
  return { url: `https://localhost:${port}/`, ca: certificate };
}
