import { spawn } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { freePort } from './debian-webhook.ts';
import { makeTestFolder } from './run-esign.ts';
import { makeTlsIdentity } from './tls-identity.ts';

const SAMPLE = new URL('../../deploy/haproxy.cfg', import.meta.url);
const HOST = 'localhost';

/** The sample with other addresses; each must stand there once. */
async function sampleWith(addresses: Readonly<Record<string, string>>): Promise<string> {
  let text = await readFile(SAMPLE, 'utf8');
  for (const [address, other] of Object.entries(addresses)) {
    expect(text.split(address), address).toHaveLength(2);
    text = text.replace(address, other);
  }
  return text;
}

/** Whether something listens there. */
function listens(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('error', () => resolve(false));
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
  });
}

/** A load balancer that ends with the test. */
export interface Haproxy {
  readonly httpUrl: string;
  readonly port: number;
  /** What TLS clients need to trust it. */
  readonly trust: { readonly ca: string; readonly servername: string };
}

/** Starts haproxy with the sample configuration before two processes. */
export async function startHaproxy(first: string, second: string): Promise<Haproxy> {
  const { certificate, privateKey } = await makeTlsIdentity(HOST);
  const folder = await makeTestFolder({ 'tls.pem': `${certificate}\n${privateKey}` });
  const [plain, port] = [await freePort(), await freePort()];
  const config = await sampleWith({
    'bind :80': `bind 127.0.0.1:${plain}`,
    'bind :443': `bind 127.0.0.1:${port}`,
    '/etc/haproxy/certificates/sign.example.in.pem': join(folder, 'tls.pem'),
    '127.0.0.1:4010': new URL(first).host,
    '127.0.0.1:4011': new URL(second).host,
  });
  const file = join(folder, 'haproxy.cfg');
  await writeFile(file, config);
  const child = spawn('/usr/sbin/haproxy', ['-db', '-f', file], { stdio: 'ignore' });
  onTestFinished(() => void child.kill('SIGKILL'));
  await expect.poll(() => listens(port), { timeout: 30_000 }).toBe(true);
  return {
    httpUrl: `http://127.0.0.1:${plain}`,
    port,
    trust: { ca: certificate, servername: HOST },
  };
}
