import { Readable } from 'node:stream';
import { setTimeout } from 'node:timers/promises';
import { DeleteObjectCommand, GetObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import type { StoredFile } from '../../core/documents/document.rules.ts';
import type { ByteRange } from '../../ports/file-store.ts';
import { FileMissing, FilesUnavailable } from '../../ports/file-store.ts';
import { existsOtherwise, hashBytes } from './checked-files.ts';
import type { Bucket } from './connect-bucket.ts';
import { explained, statusOf } from './connect-bucket.ts';

/** For a whole file to arrive. */
const READ_MS = 60_000;
/** While other processes put the same file. */
const MOST_PUTS = 5;
const PAUSE_MS = 100;
const CONFLICT = 409;
const PRECONDITION_FAILED = 412;

const placeOf = ({ name, prefix }: Bucket, key: string) => ({
  Bucket: name,
  Key: `${prefix}${key}`,
});

/** Puts an object unless one exists; returns the status if it was refused for that. */
async function putOnce(bucket: Bucket, key: string, bytes: Buffer): Promise<number | undefined> {
  const object = { ...placeOf(bucket, key), Body: bytes, IfNoneMatch: '*' };
  try {
    await bucket.client.send(new PutObjectCommand(object));
    return undefined;
  } catch (error) {
    const status = statusOf(error);
    if (status === CONFLICT || status === PRECONDITION_FAILED) return status;
    throw error;
  }
}

/** Undefined without an object. It may be from our own put, whose answer was lost. */
async function hasBytes(bucket: Bucket, key: string, bytes: Buffer): Promise<boolean | undefined> {
  try {
    return (await getBytes(bucket, key)).equals(bytes);
  } catch (error) {
    if (error instanceof FileMissing) return undefined;
    throw error;
  }
}

/** Puts a file once. False while the result of a concurrent put is unknown. @throws {FileExists} */
async function isStored(bucket: Bucket, key: string, bytes: Buffer): Promise<boolean> {
  const refused = await putOnce(bucket, key, bytes);
  if (refused !== PRECONDITION_FAILED) return refused === undefined;
  const isSame = await hasBytes(bucket, key, bytes);
  if (isSame === false) throw existsOtherwise(key);
  return isSame === true;
}

/** Uses a single put: a multipart upload would ignore the condition. @throws {FileExists} */
export async function createObject(
  bucket: Bucket,
  key: string,
  bytes: Buffer,
): Promise<StoredFile> {
  return await explained(bucket, key, async () => {
    for (let puts = 1; puts <= MOST_PUTS; puts += 1) {
      if (await isStored(bucket, key, bytes)) return { key, ...hashBytes(bytes) };
      await setTimeout(PAUSE_MS * puts);
    }
    throw new FilesUnavailable(`${key} is being stored by others.`);
  });
}

/** The size of the whole object; in a Content-Range, it follows the slash. */
const sizeOf = (range: string | undefined, length: number | undefined): number =>
  Number(range?.split('/')[1] ?? length ?? 0);

export async function getObject(
  bucket: Bucket,
  key: string,
  { range, signal }: { range?: ByteRange | undefined; signal?: AbortSignal } = {},
): Promise<{ stream: Readable; bytes: number }> {
  return await explained(bucket, key, async () => {
    const Range = range && `bytes=${range.start}-${range.end}`;
    const request = new GetObjectCommand({ ...placeOf(bucket, key), ...(Range && { Range }) });
    const options = signal ? { abortSignal: signal } : {};
    const { Body, ContentRange, ContentLength } = await bucket.client.send(request, options);
    if (!(Body instanceof Readable)) throw new TypeError('The storage sent no body.');
    return { stream: Body, bytes: sizeOf(ContentRange, ContentLength) };
  });
}

export async function getBytes(bucket: Bucket, key: string): Promise<Buffer> {
  return await explained(bucket, key, async () => {
    const { stream } = await getObject(bucket, key, { signal: AbortSignal.timeout(READ_MS) });
    const chunks: Buffer[] = [];
    for await (const chunk of stream) chunks.push(chunk);
    return Buffer.concat(chunks);
  });
}

export async function removeObject(bucket: Bucket, key: string): Promise<void> {
  await explained(
    bucket,
    key,
    async () => void (await bucket.client.send(new DeleteObjectCommand(placeOf(bucket, key)))),
  );
}
