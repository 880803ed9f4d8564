import { createServer } from 'node:http';
import type { Meters } from './meters.ts';

export interface MetricsPlace {
  readonly host: string;
  /** 0 picks a free port. */
  readonly port: number;
}

/**
 * On its own listener, away from the internet, which answers even when the service takes no more
 * connections. @throws {Error} on a taken port
 */
export async function serveMetrics(
  meters: Meters,
  { host, port }: MetricsPlace,
): Promise<{ url: string; close(): Promise<void> }> {
  const server = createServer(({ url, method }, response) => {
    if (url === '/livez' && method === 'GET') {
      response.writeHead(200, { 'Content-Type': 'application/json' }).end('{"status":"ok"}');
      return;
    }
    if (url !== '/metrics' || method !== 'GET') {
      response.writeHead(404).end();
      return;
    }
    meters.text().then(
      (text) => response.writeHead(200, { 'Content-Type': meters.contentType }).end(text),
      () => response.writeHead(500).end(),
    );
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(Object.assign(error, { setting: 'metrics' })));
    server.listen(port, host, resolve);
  });
  const bound = server.address();
  const at = typeof bound === 'object' && bound ? bound.port : port;
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${at}/metrics`,
    close: async () => {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}
