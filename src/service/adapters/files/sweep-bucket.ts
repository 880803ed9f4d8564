import { CopyObjectCommand, ListObjectsV2Command, paginateListObjectsV2 } from '@aws-sdk/client-s3';
import type { Sweep, TrashEmptying } from '../../ports/file-store.ts';
import { FileMissing } from '../../ports/file-store.ts';
import { removeObject } from './bucket-objects.ts';
import { checkedKey } from './checked-files.ts';
import type { Bucket } from './connect-bucket.ts';
import { explained } from './connect-bucket.ts';
import type { SeenFile } from './sweep-unused.ts';
import { isOverSince, sweepUnused, TRASH, trashKey } from './sweep-unused.ts';

export async function sweepBucket(bucket: Bucket, sweep: Sweep): Promise<number> {
  const list = (below: string) => filesIn(bucket, below);
  const discard = (key: string) => moveToTrash(bucket, key);
  return await explained(bucket, sweep.below, () => sweepUnused({ list, discard }, sweep));
}

/** Deletes the trash days that ended long enough ago; returns how many. */
export async function emptyBucketTrash(
  bucket: Bucket,
  { olderThanMs, signal }: TrashEmptying,
): Promise<number> {
  return await explained(bucket, TRASH, async () => {
    const over = (await daysOfTrash(bucket)).filter((day) => isOverSince(day, olderThanMs));
    for (const day of over) {
      for await (const { key } of filesIn(bucket, `${TRASH}/${day}`)) {
        if (!signal.aborted) await removeObject(bucket, key);
      }
    }
    return over.length;
  });
}

/** Ignores the store's own names, which begin with a dot. */
export async function hasNoObjects({ client, name, prefix }: Bucket): Promise<boolean> {
  const request = { Bucket: name, Prefix: prefix, Delimiter: '/' };
  const { Contents = [], CommonPrefixes = [] } = await client.send(
    new ListObjectsV2Command(request),
  );
  const names = [...Contents.map(({ Key }) => Key), ...CommonPrefixes.map(({ Prefix }) => Prefix)];
  return names.every((one) => one?.slice(prefix.length).startsWith('.'));
}

async function* filesIn({ client, name, prefix }: Bucket, below: string): AsyncGenerator<SeenFile> {
  const request = { Bucket: name, Prefix: `${prefix}${checkedKey(below)}/` };
  for await (const { Contents = [] } of paginateListObjectsV2({ client }, request)) {
    for (const { Key = '', LastModified } of Contents) {
      if (LastModified)
        yield { key: Key.slice(prefix.length), writtenAtMs: LastModified.getTime() };
    }
  }
}

async function daysOfTrash({ client, name, prefix }: Bucket): Promise<string[]> {
  const trash = `${prefix}${TRASH}/`;
  const request = { Bucket: name, Prefix: trash, Delimiter: '/' };
  const { CommonPrefixes = [] } = await client.send(new ListObjectsV2Command(request));
  return CommonPrefixes.map(({ Prefix = '' }) => Prefix.slice(trash.length, -1));
}

export async function moveToTrash(bucket: Bucket, key: string): Promise<void> {
  const { client, name: Bucket, prefix } = bucket;
  const CopySource = encodeURI(`${Bucket}/${prefix}${key}`);
  const copy = new CopyObjectCommand({ Bucket, Key: `${prefix}${trashKey(key)}`, CopySource });
  try {
    await explained(bucket, key, () => client.send(copy));
  } catch (error) {
    if (error instanceof FileMissing) return;
    throw error;
  }
  await removeObject(bucket, key);
}
