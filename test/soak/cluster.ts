import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { makeTestFolder } from '../support/cli/run-esign.ts';
import { makeBucket } from '../support/deployment/a-bucket.ts';
import { writePrivate } from '../support/deployment/a-config.ts';
import { startHaproxy } from '../support/deployment/haproxy.ts';
import { startObjectStorage } from '../support/deployment/radosgw.ts';
import type { ServeWorld } from '../support/deployment/serve-world.ts';
import { openServeWorld } from '../support/deployment/serve-world.ts';
import { lastingPort } from '../support/network/lasting-port.ts';
import type { StorageProxy } from '../support/network/storage-proxy.ts';
import { startStorageProxy } from '../support/network/storage-proxy.ts';
import { removeFolder } from '../support/remove-folder.ts';
import type { OwnPostgres } from '../support/store/own-postgres.ts';
import { openOwnPostgres } from '../support/store/own-postgres.ts';

const PROCESSES = 3;
const LIMIT = '1000000';

/** A place for a process: haproxy knows its port. */
class Place {
  readonly #world: ServeWorld;
  readonly #port: number;
  #running: Awaited<ReturnType<ServeWorld['serve']>> | undefined;

  constructor(world: ServeWorld, port: number) {
    this.#world = world;
    this.#port = port;
  }

  async start(): Promise<void> {
    this.#running = await this.#world.serve({
      ESIGN_HTTP_PORT: String(this.#port),
      ESIGN_HTTP_DRAIN_SECONDS: '5',
      ESIGN_LIMITS_ACCOUNT_PER_MINUTE: LIMIT,
    });
  }

  /** Resident memory in MB; 0 while there is no process. */
  async memory(): Promise<number> {
    const status = await readFile(`/proc/${this.#running?.child.pid}/status`, 'utf8').catch(
      () => '',
    );
    return Math.round(Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0) / 1024);
  }

  /** Ends the process; resolves to its exit code. */
  async end(signal: 'SIGKILL' | 'SIGTERM'): Promise<number | null> {
    this.#running?.child.kill(signal);
    return (await this.#running?.ended)?.code ?? null;
  }
}

/** Processes of the service behind haproxy, on a PostgreSQL and a bucket of their own. */
export interface Cluster extends ServeWorld {
  readonly places: readonly Place[];
  readonly postgres: OwnPostgres;
  readonly storage: StorageProxy;
}

async function openBucket() {
  const ceph = await startObjectStorage();
  onTestFinished(() => ceph.close());
  const storage = await startStorageProxy(ceph.url);
  onTestFinished(() => storage.close());
  const bucket = { ...(await makeBucket(ceph.url)), endpoint: storage.url };
  onTestFinished(() => removeFolder(bucket.spool));
  const secret = join(await makeTestFolder(), 's3-secret');
  await writePrivate(secret, bucket.secretAccessKey);
  const settings = `[files.s3]
bucket = "${bucket.bucket}"
region = "${bucket.region}"
endpoint = "${bucket.endpoint}"
access_key_id = "${bucket.accessKeyId}"
secret_access_key = { file = "${secret}" }
spool = "${bucket.spool}"
`;
  return { storage, settings };
}

/** Starts everything; it ends with the test. */
export async function openCluster(): Promise<Cluster> {
  const postgres = await openOwnPostgres();
  onTestFinished(() => postgres.close());
  const { storage, settings } = await openBucket();
  const ports = await Promise.all(Array.from({ length: PROCESSES }, lastingPort));
  const urls = ports.map((port) => `http://127.0.0.1:${port}`);
  const { httpUrl: publicUrl } = await startHaproxy(urls, { isPlain: true });
  const change = (text: string) =>
    text
      .replace('[files]\nfolder = "../files"\n', settings)
      .replace('[smtp]', '[webhooks]\nallowed_networks = ["127.0.0.0/8"]\n[smtp]');
  const world = await openServeWorld({ databaseUrl: postgres.url, publicUrl, change });
  const places = ports.map((port) => new Place(world, port));
  return { ...world, places, postgres, storage };
}
