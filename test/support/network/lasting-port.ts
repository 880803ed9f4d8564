import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/** Ports below those that Linux gives away by itself: nobody else takes them while a process is being restarted. */
const [FIRST, LAST] = [15_000, 30_000];

/** A port that is free now, and stays so. */
export async function lastingPort(): Promise<number> {
  const port = randomInt(FIRST, LAST);
  const server = createServer();
  const isFree = await new Promise<boolean>((resolve) => {
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => resolve(true));
  });
  if (!isFree) return await lastingPort();
  server.close();
  await once(server, 'close');
  return port;
}
