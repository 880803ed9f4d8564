import { randomUUID } from 'node:crypto';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CreateBucketCommand } from '@aws-sdk/client-s3';
import type { BucketOptions } from '../../../src/service/adapters/files/connect-bucket.ts';
import { connect } from '../../../src/service/adapters/files/connect-bucket.ts';
import { KEYS } from './radosgw.ts';

/** Makes an empty bucket, and a folder for its spool. Returns the options that open it. */
export async function makeBucket(endpoint: string): Promise<BucketOptions> {
  const spool = await mkdtemp(join(tmpdir(), 'esign-spool-'));
  const options = { bucket: `b-${randomUUID()}`, region: 'default', endpoint, ...KEYS, spool };
  const { client, name } = connect(options);
  await client.send(new CreateBucketCommand({ Bucket: name }));
  client.destroy();
  return options;
}
