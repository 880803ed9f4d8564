import type { ServiceDeps } from '../deps.ts';

/** Call it after the commit. Never throws: a sweep removes leftovers. */
export async function discardFile(
  { files }: Pick<ServiceDeps, 'files'>,
  key: string,
): Promise<void> {
  await files.remove(key).catch(() => undefined);
}
