import { execFile, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, open, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { vi } from 'vitest';
import { freePort } from '../network/loopback.ts';
import { removeFolder } from '../remove-folder.ts';

const run = promisify(execFile);

/** Keys of the one user. */
export const KEYS = { accessKeyId: 'TESTACCESSKEY', secretAccessKey: 'test-secret-access-key' };

/** An object storage with the S3 API, on loopback and in memory. */
export interface ObjectStorage {
  readonly url: string;
  close(): Promise<void>;
}

/** One monitor, one store of objects in memory, and the gateway, without authentication among each other. */
const settings = (folder: string, ports: { mon: number; gateway: number }, fsid: string) => `
[global]
fsid = ${fsid}
mon host = [v1:127.0.0.1:${ports.mon}/0]
ms bind msgr2 = false
public addr = 127.0.0.1
cluster addr = 127.0.0.1
auth cluster required = none
auth service required = none
auth client required = none
run dir = ${folder}
admin socket =
pid file =
heartbeat file =
log file = ${folder}/$name.log
paxos propose interval = 0.02
paxos min wait = 0.01
osd pool default size = 1
osd pool default min size = 1
osd pool default pg num = 1
osd pool default pg autoscale mode = off
mon allow pool size one = true
mon max pg per osd = 1000
osd crush chooseleaf type = 0
mon data = ${folder}/mon
osd data = ${folder}/osd
mon data avail crit = 0
osd objectstore = memstore
memstore device bytes = 2147483648
rgw frontends = beast endpoint=127.0.0.1:${ports.gateway}
rgw run sync thread = false
rgw data log num shards = 1
rgw gc max objs = 1
rgw lc max objs = 1
rgw usage max shards = 1
rgw md log max shards = 1
rgw reshard num logs = 1
rgw objexp hints num shards = 1
rgw dynamic resharding = false
`;

/** Starts Ceph's gateway. It needs Debian's ceph-mon, ceph-osd and radosgw. */
export async function startObjectStorage(): Promise<ObjectStorage> {
  const folder = await mkdtemp(join(tmpdir(), 'esign-ceph-'));
  const pids: number[] = [];
  const log = await open(join(folder, 'output'), 'a');
  const close = async () => {
    // The store of objects hangs on SIGTERM.
    for (const pid of pids) process.kill(pid, 'SIGKILL');
    await log.close();
    await removeFolder(folder);
  };
  const conf = ['-c', join(folder, 'ceph.conf')];
  const call = (command: string, ...rest: string[]) => run(command, [...conf, ...rest]);
  const keep = (command: string, ...rest: string[]) => {
    const child = spawn(command, [...conf, ...rest], { stdio: ['ignore', log.fd, log.fd] });
    if (child.pid) pids.push(child.pid);
  };
  try {
    const url = await startParts({ folder, call, keep });
    await vi.waitFor(async () => await fetch(url), { timeout: 60_000, interval: 50 });
    return { url, close };
  } catch (error) {
    await close();
    throw error;
  }
}

interface Place {
  readonly folder: string;
  call(command: string, ...rest: string[]): Promise<unknown>;
  keep(command: string, ...rest: string[]): void;
}

async function startParts({ folder, call, keep }: Place): Promise<string> {
  const [mon, gateway] = [await freePort(), await freePort()];
  const [fsid, osd] = [randomUUID(), randomUUID()];
  await writeFile(join(folder, 'ceph.conf'), settings(folder, { mon, gateway }, fsid));
  for (const name of ['mon', 'osd']) await mkdir(join(folder, name));
  const map = join(folder, 'monmap');
  const address = `[v1:127.0.0.1:${mon}/0]`;
  await run('monmaptool', ['--create', '--addv', 'a', address, '--fsid', fsid, map]);
  await call('ceph-mon', '--mkfs', '-i', 'a', '--monmap', map);
  keep('ceph-mon', '-f', '-i', 'a');
  // The monitor may not be ready for commands.
  await vi.waitFor(() => call('ceph', 'osd', 'new', osd, '0'), { timeout: 60_000, interval: 200 });
  await call('ceph-osd', '-i', '0', '--mkfs', '--osd-uuid', osd, '--no-mon-config');
  keep('ceph-osd', '-f', '-i', '0', '--no-mon-config');
  const { accessKeyId, secretAccessKey } = KEYS;
  const user = ['--uid=t', '--display-name=t', `--access-key=${accessKeyId}`];
  await call('radosgw-admin', 'user', 'create', ...user, `--secret=${secretAccessKey}`);
  keep('radosgw', '-f', '-n', 'client.rgw', '--no-mon-config');
  return `http://127.0.0.1:${gateway}`;
}
