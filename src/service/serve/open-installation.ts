import { fingerprintsOf } from '../domain/installation.ts';
import { openDatabase } from '../open-database.ts';
import type { InstallationPolicy } from '../use-cases/installation/check-installation.ts';
import { checkInstallation } from '../use-cases/installation/check-installation.ts';
import type { Deployment } from './deployment.ts';
import { openFiles } from './open-files.ts';

/** The database of a deployment, which has its schema already. Who waits for it has done so before. */
export const databaseOf = ({ config: { database }, credentials, release }: Deployment) => {
  const { url, poolSize } = database;
  const place = { url, poolSize, release, mayMigrate: false, waitMs: 0 };
  return openDatabase(place, credentials.keys.sealing);
};

/**
 * Opens database and files of a deployment, without its server, and checks that they belong together. Close it in the end.
 * @throws {DatabaseRefused} {SchemaBehind} {SchemaMismatch} {BucketRefused} {InstallationMismatch}
 */
export async function openInstallation(deployment: Deployment, policy: InstallationPolicy) {
  const { config, credentials, clock } = deployment;
  const files = await openFiles(config.files);
  const store = await databaseOf(deployment).catch(async (error: unknown) => {
    await files.close();
    throw error;
  });
  const close = async () => {
    await store.close();
    await files.close();
  };
  const deps = { store, files, clock };
  const { publicUrl } = config.http;
  const fingerprints = fingerprintsOf(credentials.keys);
  try {
    const installation = await checkInstallation(deps, { policy, publicUrl, fingerprints });
    return { ...deps, installation, close };
  } catch (error) {
    await close();
    throw error;
  }
}
