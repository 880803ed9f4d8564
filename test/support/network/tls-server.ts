import { createServer } from 'node:https';
import { onTestFinished } from 'vitest';
import { makeTlsIdentity } from './tls-identity.ts';

/** An HTTPS server with its own certificate for `localhost`. It responds `secure`, and closes when the test ends. */
export async function startTlsServer(): Promise<{ readonly url: string; readonly ca: string }> {
  const { certificate, privateKey } = await makeTlsIdentity('localhost');
  const server = createServer({ cert: certificate, key: privateKey }, (_, response) => {
    response.end('secure');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : 0;
  return { url: `https://localhost:${port}/`, ca: certificate };
}
