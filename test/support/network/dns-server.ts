import { createSocket } from 'node:dgram';
import { onTestFinished } from 'vitest';

const HEADER = 12;
const A = 1;

/** The name and type of a question, and where it ends. */
function readQuestion(message: Buffer): { name: string; type: number; end: number } {
  const labels: string[] = [];
  let at = HEADER;
  for (let length = message[at] ?? 0; length > 0; length = message[at] ?? 0) {
    labels.push(message.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join('.'), type: message.readUInt16BE(at + 1), end: at + 5 };
}

/** A response with one address, or none. */
function reply(message: Buffer, end: number, address: string | undefined): Buffer {
  const header = Buffer.from(message.subarray(0, HEADER));
  header.writeUInt16BE(0x8180, 2);
  header.writeUInt16BE(address ? 1 : 0, 6);
  header.writeUInt32BE(0, 8);
  const question = message.subarray(HEADER, end);
  if (!address) return Buffer.concat([header, question]);
  const record = Buffer.from([0xc0, HEADER, 0, A, 0, 1, 0, 0, 0, 0, 0, 4]);
  return Buffer.concat([header, question, record, Buffer.from(address.split('.').map(Number))]);
}

/** A name server on loopback that closes when the test ends. It does not answer for unknown names. */
export async function startDnsServer(
  names: Readonly<Record<string, string>>,
): Promise<{ server: string; asked: string[] }> {
  const asked: string[] = [];
  const socket = createSocket('udp4');
  socket.on('message', (message, from) => {
    const { name, type, end } = readQuestion(message);
    asked.push(name);
    if (!(name in names)) return;
    socket.send(reply(message, end, type === A ? names[name] : undefined), from.port, from.address);
  });
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
  onTestFinished(() => new Promise<void>((resolve) => socket.close(resolve)));
  return { server: `127.0.0.1:${socket.address().port}`, asked };
}
