import type { FileStore } from '../../ports/file-store.ts';
import type { BucketOptions } from './connect-bucket.ts';

/**
 * Opens a file store in a bucket, tested with a small file. Loads the library only if needed.
 * @throws {BucketRefused} when keys or bucket are wrong, or the storage ignores `If-None-Match`
 * @throws {FilesUnavailable} when the storage cannot be reached
 */
export async function openBucket(options: BucketOptions): Promise<FileStore> {
  const { openBucketStore } = await import('./bucket-store.ts');
  return await openBucketStore(options);
}
