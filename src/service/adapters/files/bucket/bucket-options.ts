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
