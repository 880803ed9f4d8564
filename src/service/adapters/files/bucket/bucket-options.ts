/** A bucket of object storage with the S3 API, whose conditional puts (`If-None-Match`) work. */
export interface BucketOptions {
  readonly bucket: string;
  readonly region: string;
  /** Such as `https://objects.example.in`; AWS by default. */
  readonly endpoint?: string | undefined;
  /** Folder in the bucket, such as `esign/production`; the whole bucket by default. */
  readonly prefix?: string | undefined;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** Folder on this machine for files on their way. Each process empties a folder of its own in it. */
  readonly spool: string;
  /** Most megabytes that it keeps there of files on their way into the bucket; no limit by default. */
  readonly spoolMegabytes?: number | undefined;
}

/** The bucket cannot be used with these settings. */
export class BucketRefused extends Error {
  override readonly name = 'BucketRefused';
}
