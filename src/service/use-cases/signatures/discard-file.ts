import type { ServiceDeps } from '../deps.ts';

/**
 * Removes a file that nothing needs since an attempt has ended; the end must be committed. Never throws: the attempt has
 * ended either way, and the sweep removes a file that stays.
 */
export async function discardFile(
  { files }: Pick<ServiceDeps, 'files'>,
  key: string,
): Promise<void> {
  await files.remove(key).catch(() => undefined);
}
