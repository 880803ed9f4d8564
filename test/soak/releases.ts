import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { makeTestFolder } from '../support/cli/run-esign.ts';
import { addMigration } from '../support/store/add-migration.ts';

/** What a release runs from. */
const PARTS = ['bin', 'dist', 'oclif.manifest.json', 'package.json'];

/** Where this release is. */
export const THIS_RELEASE = fileURLToPath(new URL('../../', import.meta.url));

/** Where the release before this one is. @throws {Error} when nobody set it */
export function previousRelease(): string {
  const folder = process.env.ESIGN_TEST_PREVIOUS;
  if (!folder) throw new Error('Set ESIGN_TEST_PREVIOUS to the folder of a built release.');
  return folder;
}

/** A copy of a release that has one more migration. Gone once the test ends. */
export async function withMigration(
  root: string,
  migration: Parameters<typeof addMigration>[1],
): Promise<string> {
  const folder = await makeTestFolder();
  for (const part of PARTS) await cp(join(root, part), join(folder, part), { recursive: true });
  await addMigration(join(folder, 'dist/assets/migrations'), migration);
  return folder;
}
