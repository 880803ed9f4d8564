import { rm } from 'node:fs/promises';

/** Removes a folder with all that is in it; tries again while a process that is ending still writes there. */
export async function removeFolder(path: string | URL): Promise<void> {
  await rm(path, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
}
