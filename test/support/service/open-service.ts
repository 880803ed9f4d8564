import { randomBytes } from 'node:crypto';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { openFolder } from '../../../src/service/adapters/files/folder.ts';
import type { NewAccount } from '../../../src/service/core/accounts/create-account.ts';
import { createAccount } from '../../../src/service/core/accounts/create-account.ts';
import type { ServiceDeps } from '../../../src/service/core/deps.ts';
import type { FileStore } from '../../../src/service/ports/file-store.ts';
import { buildApp } from '../../../src/service/web/app.ts';
import { testFonts } from '../drawing/pdf-fonts.ts';
import { sharedPdfWorkers } from '../pdf/pdf-worker.ts';
import { removeFolder } from '../remove-folder.ts';
import { openAnyStore } from '../store/any-store.ts';
import { testPageFiles } from './page-files.ts';
import type { TestAuthority } from './test-authority.ts';
import { makeTestAuthority } from './test-authority.ts';

const BASE_URL = 'http://esign.example.in';

/** An account with the header that its key makes. */
export interface TestAccount {
  readonly accountId: string;
  readonly apiKey: string;
  readonly headers: { readonly authorization: string };
}

/** The whole service behind its HTTP face, every part real, but nothing that listens. */
export interface TestService {
  readonly app: FastifyInstance;
  readonly deps: ServiceDeps;
  readonly authority: TestAuthority;
  /** Folder that uploads are kept in. */
  readonly files: string;
  /** Every line logged, JSON. */
  readonly log: string[];
  /** Moves the service's clock on, in milliseconds. */
  advance(ms: number): void;
  account(account?: Partial<NewAccount>): Promise<TestAccount>;
  close(): Promise<void>;
}

/** Opens a service in a folder of its own, removed when it is closed. */
export async function openService(
  openStore = openAnyStore,
  openFiles: (folder: string) => Promise<FileStore> = openFolder,
): Promise<TestService> {
  const folder = await mkdtemp(join(tmpdir(), 'esign-http-'));
  let offsetMs = 0;
  const clock = { now: () => new Date(Date.now() + offsetMs) };
  const files = join(folder, 'files');
  const store = await openStore();
  const authority = await makeTestAuthority(join(folder, 'authority'), clock);
  const pdf = await sharedPdfWorkers();
  const deps: ServiceDeps = {
    store,
    files: await openFiles(files),
    pdf,
    clock,
    sessionClock: clock,
    gateways: [authority.gateway],
    links: { secret: randomBytes(32), baseUrl: BASE_URL },
    seals: [authority.seal],
    fonts: async () => testFonts(),
    version: '0.0.0-test',
  };
  const log: string[] = [];
  const logger = { level: 'trace', stream: { write: (line: string) => void log.push(line) } };
  const app = buildApp(deps, { logger, pageFiles: await testPageFiles(folder) });
  return {
    app,
    deps,
    authority,
    files,
    log,
    advance(ms) {
      offsetMs += ms;
    },
    async account(wishes = {}) {
      const wanted = { name: 'Northwind Homes', credits: 100, subscription: 'active' as const };
      const made = await createAccount(deps, { ...wanted, ...wishes });
      return { ...made, headers: { authorization: `Bearer ${made.apiKey}` } };
    },
    async close() {
      await app.close();
      await pdf.close();
      await store.close();
      await removeFolder(folder);
    },
  };
}
