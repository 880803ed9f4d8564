import { env } from 'node:process';
import { S3Client, S3ServiceException } from '@aws-sdk/client-s3';
import {
  FileDamaged,
  FileExists,
  FileMissing,
  FilesUnavailable,
  FileTooLarge,
  TooManyUnused,
} from '../../ports/file-store.ts';
import { checkedKey, isMissing } from './checked-files.ts';

/** An S3 bucket. Its storage must support conditional puts (`If-None-Match`). */
export interface BucketOptions {
  readonly bucket: string;
  readonly region: string;
  /** Such as `https://objects.example.in`; AWS by default. */
  readonly endpoint?: string | undefined;
  /** Folder in the bucket, such as `esign/production`; the whole bucket by default. */
  readonly prefix?: string | undefined;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** Local folder for files in transfer. Each process uses a subfolder, emptied at its start. */
  readonly spool: string;
  /** Limit for files waiting there for upload, in megabytes; unlimited by default. */
  readonly spoolMegabytes?: number | undefined;
}

export class BucketRefused extends Error {
  override readonly name = 'BucketRefused';
}

/** Including retries, with growing pauses. */
const MOST_ATTEMPTS = 3;
/** Leaves time for a lost first packet to be sent again, after one and three seconds. */
const CONNECT_MS = 5000;
const RESPONSE_MS = 30_000;

export interface Bucket {
  readonly client: S3Client;
  readonly name: string;
  readonly where: string;
  /** Empty, or ends with a slash. */
  readonly prefix: string;
}

/** Sends nothing yet. @throws {RangeError} for an invalid prefix */
export function connect(options: BucketOptions): Bucket {
  const { bucket: name, region, endpoint, accessKeyId, secretAccessKey } = options;
  // Its notice about Node.js would stand in the log, and operators cannot act on it.
  env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED ??= 'true';
  const client = new S3Client({
    region,
    ...(endpoint && { endpoint }),
    credentials: { accessKeyId, secretAccessKey },
    // Several servers know buckets by path only, and refuse checksums after a stream.
    forcePathStyle: true,
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    retryMode: 'standard',
    maxAttempts: MOST_ATTEMPTS,
    requestHandler: {
      connectionTimeout: CONNECT_MS,
      requestTimeout: RESPONSE_MS,
      throwOnRequestTimeout: true,
    },
  });
  const folder = options.prefix?.replace(/\/$/, '') ?? '';
  const prefix = folder && `${checkedKey(folder)}/`;
  return { client, name, where: endpoint ?? `AWS, ${region}`, prefix };
}

const STATUS_TOO_MANY = 429;
const STATUS_FAULT = 500;

/** Undefined when there was no answer. */
export const statusOf = (error: unknown): number | undefined =>
  error instanceof S3ServiceException ? error.$metadata.httpStatusCode : undefined;

function refusalOf({ name, where }: Bucket, code: string): string | undefined {
  switch (code) {
    case 'NoSuchBucket':
      return `There is no bucket ${name} at ${where}. Check the name of the bucket and the endpoint.`;
    case 'InvalidAccessKeyId':
      return `${where} does not know the access key ID. Check the access key ID and the endpoint.`;
    case 'SignatureDoesNotMatch':
      return `${where} refuses the secret access key. Check that it belongs to the access key ID.`;
    case 'AccessDenied':
      return `${where} does not allow this key to use the bucket ${name}. Allow it to list, read, write and delete there.`;
    default:
      return undefined;
  }
}

const OF_THE_PORT = [
  BucketRefused,
  FileDamaged,
  FileExists,
  FileMissing,
  FilesUnavailable,
  FileTooLarge,
  TooManyUnused,
];

/** Turns an error of the storage or the network into one of the port. */
export function explain(bucket: Bucket, key: string, cause: unknown): unknown {
  if (!(cause instanceof Error) || OF_THE_PORT.some((one) => cause instanceof one)) return cause;
  if (cause.name === 'NoSuchKey') return isMissing(key, cause);
  const refusal = refusalOf(bucket, cause.name);
  if (refusal) return new BucketRefused(refusal, { cause });
  const status = statusOf(cause);
  const isAnswered = status !== undefined && status < STATUS_FAULT && status !== STATUS_TOO_MANY;
  if (isAnswered) return cause;
  const what = status === undefined ? `cannot be reached (${cause.message})` : `answers ${status}`;
  return new FilesUnavailable(`The bucket ${bucket.name} ${what}.`, { cause });
}

export async function explained<T>(
  bucket: Bucket,
  key: string,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw explain(bucket, key, error);
  }
}
