import { mkdir, writeFile } from 'node:fs/promises';
import type { AddressInfo, Socket } from 'node:net';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

/** A mail server that keeps each mail as a file. */
export interface MailFolder {
  readonly port: number;
  close(): Promise<void>;
}

const REPLIES: Readonly<Record<string, string>> = {
  EHLO: '250 8BITMIME',
  HELO: '250 Hello',
  MAIL: '250 Ok',
  RCPT: '250 Ok',
  DATA: '354 Go ahead',
  RSET: '250 Ok',
  NOOP: '250 Ok',
  QUIT: '221 Bye',
};

type Keep = (source: string) => Promise<void>;

/** The lines of a message, up to the dot that ends it. */
async function readMessage(lines: AsyncIterator<string>): Promise<string> {
  let source = '';
  for (;;) {
    const { value, done } = await lines.next();
    if (done) throw new Error('The connection ended within a message.');
    if (value === '.') return source;
    source += `${value.replace(/^\./, '')}\r\n`;
  }
}

/** Speaks SMTP on a connection: as much of it as a client on the same machine needs. */
async function converse(socket: Socket, keep: Keep): Promise<void> {
  const say = (reply: string) => socket.write(`${reply}\r\n`);
  const lines = createInterface({ input: socket })[Symbol.asyncIterator]();
  say('220 Mails are kept in a folder');
  for (let line = await lines.next(); !line.done; line = await lines.next()) {
    const verb = line.value.slice(0, 4).toUpperCase();
    say(REPLIES[verb] ?? '502 Unknown');
    if (verb === 'QUIT') socket.end();
    if (verb !== 'DATA') continue;
    await keep(await readMessage(lines));
    say('250 Kept');
  }
}

/** Starts a mail server on loopback that writes mails to a folder, and sends none on. */
export async function startMailFolder(folder: string): Promise<MailFolder> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  let kept = 0;
  const keep: Keep = async (source) => {
    kept += 1;
    const name = `${new Date().toISOString().replaceAll(':', '-')}-${kept}.eml`;
    await writeFile(join(folder, name), source, { mode: 0o600 });
  };
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    converse(socket, keep).catch(() => socket.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
