import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { removeFolder } from '../remove-folder.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Folder in which packages are packed and installed once for all files of a run. */
    sharedPackages: string;
  }
}

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'esign-packages-'));
  project.provide('sharedPackages', folder);
  return () => removeFolder(folder);
}
