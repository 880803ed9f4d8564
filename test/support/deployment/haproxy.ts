import { spawn } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { makeTestFolder } from '../cli/run-esign.ts';
import { freePort } from '../network/loopback.ts';
import { makeTlsIdentity } from '../network/tls-identity.ts';

const SAMPLE = new URL('../../../deploy/haproxy.cfg', import.meta.url);
const HOST = 'localhost';

const SERVERS = ['    server esign-4010 127.0.0.1:4010', '    server esign-4011 127.0.0.1:4011'];
const REDIRECT = '    http-request redirect scheme https code 301 unless { ssl_fc }\n';

/** The sample with other texts; each must stand there once. */
async function sampleWith(changes: Readonly<Record<string, string>>): Promise<string> {
  let text = await readFile(SAMPLE, 'utf8');
  for (const [old, other] of Object.entries(changes)) {
    expect(text.split(old), old).toHaveLength(2);
    text = text.replace(old, other);
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

/** Starts haproxy with the sample configuration before processes, told by their URLs; `isPlain` takes HTTP, too. */
export async function startHaproxy(
  urls: readonly string[],
  { isPlain = false } = {},
): Promise<Haproxy> {
  const { certificate, privateKey } = await makeTlsIdentity(HOST);
  const folder = await makeTestFolder({ 'tls.pem': `${certificate}\n${privateKey}` });
  const [plain, port] = [await freePort(), await freePort()];
  const config = await sampleWith({
    'bind :80': `bind 127.0.0.1:${plain}`,
    'bind :443': `bind 127.0.0.1:${port}`,
    '/etc/haproxy/certificates/sign.example.in.pem': join(folder, 'tls.pem'),
    [SERVERS.join('\n')]: urls
      .map((url, at) => `    server esign-${at} ${new URL(url).host}`)
      .join('\n'),
    ...(isPlain && { [REDIRECT]: '' }),
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
