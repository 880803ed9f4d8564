import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { loadFonts } from '../../src/pdf/fonts.ts';
import { startPdfWorkers } from '../../src/pdf/workers.ts';
import { openFolder } from '../../src/service/adapters/files/folder.ts';
import { openEmbeddedStore } from '../../src/service/adapters/postgres/open-embedded.ts';
import { buildApp } from '../../src/service/http/app.ts';
import type { DocumentStore } from '../../src/service/ports/document-store.ts';
import { createAccount } from '../../src/service/use-cases/create-account.ts';
import { ASSETS } from '../build/paths.ts';
import { openBenchAuthority } from './authority.ts';

/** A service in a folder of its own, listening on loopback, with one account. */
export interface BenchService {
  readonly url: string;
  readonly apiKey: string;
  readonly accountId: string;
  readonly store: DocumentStore;
  readonly folder: string;
  close(): Promise<void>;
}

const assets = pathToFileURL(`${ASSETS}/`);

/** Opens the real parts, so that one of them can also be asked directly. */
export async function openBenchService(): Promise<BenchService> {
  const folder = await mkdtemp(join(tmpdir(), 'esign-bench-'));
  const clock = { now: () => new Date() };
  const store = await openEmbeddedStore({
    folder: join(folder, 'database'),
    migrations: new URL('migrations/', assets),
    template: new URL('database.tar.gz', assets),
    sealKey: randomBytes(32),
  });
  const files = await openFolder(join(folder, 'files'));
  const pdf = startPdfWorkers({ script: new URL('pdf-worker.js', assets) });
  const { gateway, seal } = await openBenchAuthority(join(folder, 'authority'), clock);
  const links = { secret: randomBytes(32), baseUrl: 'http://127.0.0.1' };
  const fonts = loadFonts(new URL('fonts/', assets));
  const deps = { store, files, pdf, clock, gateway, seal, links, fonts, version: '0.0.0' };
  const app = buildApp(deps, { logger: 'silent', trustProxy: false });
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  const wanted = { name: 'Bench', credits: 1_000_000, subscription: 'active' as const };
  const account = await createAccount(deps, wanted);
  const close = async () => {
    await app.close();
    await pdf.close();
    await store.close();
    await rm(folder, { recursive: true });
  };
  return { url, ...account, store, folder, close };
}
