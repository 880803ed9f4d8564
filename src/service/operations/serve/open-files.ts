import { openFolder } from '../../adapters/files/folder.ts';
import { openBucket } from '../../adapters/files/open-bucket.ts';
import type { FileStore } from '../../ports/file-store.ts';
import type { Config } from '../config/schema/schema.ts';

/** @throws {BucketRefused} */
export async function openFiles({ folder, s3 }: Config['files']): Promise<FileStore> {
  if (s3) return await openBucket(s3);
  if (folder === undefined) throw new RangeError('The configuration has no place for files.');
  return await openFolder(folder);
}
