import { utimes, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openFolder } from '../../src/service/adapters/files/folder.ts';
import { openDatabase } from '../../src/service/open-database.ts';
import type { ServiceOptions } from '../../src/service/service-options.ts';
import { startService } from '../../src/service/start.ts';
import { lockFolder } from '../../src/service/store/embedded/embedded-folder.ts';
import { makeTestAuthority } from '../support/service/test-authority.ts';
import { temporaryFolder } from '../support/store/database.ts';

const YEAR_MS = 365 * 24 * 3_600_000;

const SECRET = Buffer.alloc(32, 3);

async function options(wishes: Partial<ServiceOptions> = {}) {
  const { path, remove } = await temporaryFolder();
  onTestFinished(remove);
  const clock = { now: () => new Date() };
  const { gateway, seal } = await makeTestAuthority(join(path, 'authority'), clock);
  return {
    folder: join(path, 'database'),
    store: openDatabase({ folder: join(path, 'database') }, [SECRET]),
    filesFolder: join(path, 'files'),
    files: openFolder(join(path, 'files')),
    installation: 'create' as const,
    keys: { links: [SECRET] as const, sealing: [SECRET] as const },
    seals: [seal],
    gateways: [gateway] as const,
    mailer: { send: async () => undefined },
    clock,
    webhookAddresses: 'loopback-too' as const,
    host: '127.0.0.1',
    port: 0,
    logger: 'silent' as const,
    version: '0.0.0-test',
    ...wishes,
  };
}

async function takenPort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return (server.address() as AddressInfo).port;
}

/** Throws while another process, or a start that failed, has the database open. */
async function expectFree(folder: string): Promise<void> {
  await (await lockFolder(folder, 'test')).release();
}

test('a service that cannot listen, or has no place for files, leaves its database to the next', async () => {
  const given = await options({ port: await takenPort() });
  await expect(startService(given)).rejects.toMatchObject({ code: 'EADDRINUSE' });
  await expectFree(given.folder);
  const taken = `${given.filesFolder}-taken`;
  await writeFile(taken, 'no folder');
  const store = openDatabase(given, [SECRET]);
  const homeless = { ...given, store, files: openFolder(taken), port: 0 };
  await expect(startService(homeless)).rejects.toMatchObject({ code: 'EEXIST' });
  await expectFree(given.folder);
});

test('a start sweeps what a crash left long ago, and serves meanwhile', async () => {
  const given = await options({ installation: 'adopt' });
  const files = await given.files;
  const key = 'documents/6f1c1f3e-0000-4000-8000-000000000000/original.pdf';
  await files.write(key, Buffer.from('left'));
  const before = new Date(Date.now() - YEAR_MS);
  await utimes(join(given.filesFolder, key), before, before);
  const service = await startService(given);
  onTestFinished(service.close);
  expect((await fetch(`${service.url}/healthz`)).status).toBe(200);
  await expect.poll(() => files.read(key).catch(() => 'gone')).toBe('gone');
});
