import type { InstallationPolicy } from '../../core/check-installation.ts';
import { checkInstallation, InstallationMismatch } from '../../core/check-installation.ts';
import { fingerprintsOf } from '../../core/installation.rules.ts';
import { openDatabase } from '../../open-database.ts';
import type { DocumentStore } from '../../store/store.ts';
import { openFiles } from './adapters-of.ts';
import type { Deployment } from './credentials.ts';

/** How to wait for an unreachable database; by default not at all. */
export interface DatabaseWait {
  readonly signal: AbortSignal;
  /** Called once, with a sentence, when waiting begins. */
  readonly onWait: (sentence: string) => void;
}

export type OpenInstallation = Awaited<ReturnType<typeof openInstallation>>;

const WAIT_MS = 60_000;

/**
 * Checks that database and files belong together and that every secret opens. The caller closes it.
 * @throws {DatabaseRefused} {SchemaBehind} {SchemaMismatch} {BucketRefused} {InstallationMismatch}
 */
export async function openInstallation(
  deployment: Deployment,
  policy: InstallationPolicy,
  wait?: DatabaseWait,
) {
  const { config, credentials, clock, release } = deployment;
  const { url, poolSize } = config.database;
  const place = { url, poolSize, release, mayMigrate: false, waitMs: wait ? WAIT_MS : 0, ...wait };
  const files = await openFiles(config.files);
  const store = await openDatabase(place, credentials.keys.sealing).catch(
    async (error: unknown) => {
      await files.close();
      throw error;
    },
  );
  const close = async () => {
    await store.close();
    await files.close();
  };
  const deps = { store, files, clock, quotas: config.limits };
  const { publicUrl, formerUrls } = config.http;
  const fingerprints = fingerprintsOf(credentials.keys);
  try {
    const installation = await checkInstallation(deps, {
      ...{ policy, publicUrl, formerUrls, fingerprints },
    });
    await assertSecretsOpen(store);
    return { ...deps, installation, close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function assertSecretsOpen(store: DocumentStore): Promise<void> {
  const { length } = await store.listUnopenedSecrets();
  if (length === 0) return;
  throw new InstallationMismatch({
    setting: 'keys.sealing',
    fault: `No key of keys.sealing opens the webhook secrets of ${length} endpoints`,
    hint: 'add the key that encrypted them',
  });
}
