import { randomUUID } from 'node:crypto';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, expect, onTestFinished, test, vi } from 'vitest';
import type { BucketOptions } from '../../../src/service/adapters/files/connect-bucket.ts';
import { BucketRefused } from '../../../src/service/adapters/files/connect-bucket.ts';
import { openBucket } from '../../../src/service/adapters/files/open-bucket.ts';
import { FileMissing, FilesUnavailable } from '../../../src/service/ports/file-store.ts';
import { verifyFileStore } from '../../service/ports/verify-file-store.ts';
import { makeBucket } from '../../support/deployment/a-bucket.ts';
import { startObjectStorage } from '../../support/deployment/radosgw.ts';
import { removeFolder } from '../../support/remove-folder.ts';

const storage = await startObjectStorage();
afterAll(() => storage.close());

async function openNew(wishes: Partial<BucketOptions> = {}) {
  const options = { ...(await makeBucket(storage.url)), ...wishes };
  const files = await openBucket(options);
  onTestFinished(async () => {
    await files.close();
    await removeFolder(options.spool);
  });
  return { options, files };
}

verifyFileStore(async () => (await openNew({ prefix: 'esign/test' })).files);

test('a stream that is cut leaves neither an object nor a file in the spool', async () => {
  const { options, files } = await openNew();
  const source = new Readable({ read: () => undefined });
  source.push(Buffer.alloc(100_000));
  const written = files.write('documents/a/original.pdf', source);
  source.destroy(new Error('the client went away'));
  await expect(written).rejects.toThrow('the client went away');
  await expect(files.read('documents/a/original.pdf')).rejects.toThrow(FileMissing);
  expect(await files.isEmpty()).toBe(true);
  expect(await readdir(options.spool, { recursive: true })).toHaveLength(1);
});

test('a full spool refuses further bytes until those that wait are stored', async () => {
  const { options, files } = await openNew({ spoolMegabytes: 0.2 });
  const slow = new Readable({ read: () => undefined });
  slow.push(Buffer.alloc(150_000));
  const first = files.write('documents/a/original.pdf', slow);
  const small = Buffer.alloc(100_000);
  const isTaken = () =>
    files.write(`documents/${randomUUID()}/original.pdf`, small).then(
      () => true,
      (error: Error) => error.message,
    );
  await vi.waitFor(async () => expect(await spooledBytes(options.spool)).toBe(150_000), 60_000);
  expect(await isTaken()).toBe('The spool is full.');
  slow.push(null);
  expect(await first).toMatchObject({ bytes: 150_000 });
  expect(await isTaken()).toBe(true);
});

async function spooledBytes(spool: string): Promise<number> {
  const names = await readdir(spool, { recursive: true });
  const sizes = names.map(async (name) => {
    const entry = await stat(join(spool, name));
    return entry.isFile() ? entry.size : 0;
  });
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}

test('two prefixes of one bucket hold different files', async () => {
  const { options, files } = await openNew({ prefix: 'one/' });
  const other = await openBucket({ ...options, prefix: 'two', spool: `${options.spool}/other` });
  onTestFinished(() => other.close());
  await files.write('documents/a/original.pdf', Buffer.from('one'));
  expect([await files.isEmpty(), await other.isEmpty()]).toEqual([false, true]);
  await other.write('documents/a/original.pdf', Buffer.from('two'));
  expect(String(await files.read('documents/a/original.pdf'))).toBe('one');
});

test.each([
  ['access key ID', { accessKeyId: 'UNKNOWN' }, 'does not know the access key ID'],
  ['secret', { secretAccessKey: 'wrong' }, 'refuses the secret access key'],
  ['bucket', { bucket: 'no-such-bucket' }, 'There is no bucket no-such-bucket at'],
])('a wrong %s is named', async (_, wrong, message) => {
  const options = { ...(await makeBucket(storage.url)), ...wrong };
  onTestFinished(() => removeFolder(options.spool));
  const opened = openBucket(options);
  await expect(opened).rejects.toThrow(BucketRefused);
  await expect(opened).rejects.toThrow(message);
});

test('a storage that cannot be reached is said so', async () => {
  const options = { ...(await makeBucket(storage.url)), endpoint: 'http://127.0.0.1:1' };
  onTestFinished(() => removeFolder(options.spool));
  const opened = openBucket(options);
  await expect(opened).rejects.toThrow(FilesUnavailable);
  await expect(opened).rejects.toThrow('cannot be reached');
});
