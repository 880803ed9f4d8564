import type { AddressInfo, Socket } from 'node:net';
import { connect, createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** Passes bytes on a while after they came, in order. */
async function pass(from: Socket, to: Socket, ms: number): Promise<void> {
  let last = Promise.resolve();
  for await (const chunk of from) {
    const due = sleep(ms);
    last = last.then(() => due).then(() => void to.write(chunk));
  }
  await last;
  to.end();
}

/** An address on this machine behind which a service is as far away as the round trip says. */
export async function openFarAway(url: string, roundTripMs: number) {
  const { port, hostname } = new URL(url);
  const sockets = new Set<Socket>();
  const server = createServer((near) => {
    const far = connect(Number(port), hostname);
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from);
      // A connection that one side drops ends on the other
      pass(from, to, roundTripMs / 2).catch(() => to.destroy());
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port: own } = server.address() as AddressInfo;
  const close = () => {
    server.close();
    for (const socket of sockets) socket.destroy();
  };
  return { url: `http://127.0.0.1:${own}`, close };
}
