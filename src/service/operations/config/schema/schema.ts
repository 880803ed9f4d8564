import type { Static } from 'typebox';
import { Type } from 'typebox';
import { ROLES } from '../../../core/installation.rules.ts';
import { Limits, Payments, SignIn } from './accounts-schema.ts';
import {
  CLOSED,
  GIVEN,
  Identifier,
  Path,
  Secret,
  SecretUrl,
  TABLE,
  Text,
  Texts,
  Whole,
} from './kinds.ts';
import { Gateway, Keys, Seals, Timestamps } from './signing-schema.ts';

const MAX_PORT = 65_535;
const MAX_POOL = 1000;
const MAX_CONNECTIONS = 1_000_000;
const MAX_SHUTDOWN_S = 600;

const Tls = Type.Object(
  {
    certificate: Path({
      description: 'PEM file of the certificate for the name in links, followed by those above it',
      example: 'tls/certificate.pem',
    }),
    key: Path({
      description: 'private PEM file of its key, without a passphrase',
      example: 'tls/key.pem',
    }),
  },
  {
    ...CLOSED,
    description: 'HTTPS (TLS 1.2 or newer) by the service itself, instead of HTTP behind a proxy.',
  },
);

const Http = Type.Object(
  {
    host: Text({
      default: '127.0.0.1',
      description: 'address to listen on; `0.0.0.0` is every one of this machine',
    }),
    port: Whole(0, MAX_PORT, {
      default: 4010,
      description: 'port to listen on; 0 picks a free one',
    }),
    publicUrl: Text({
      description: 'base of all links: an https address without a path, or http on loopback',
      example: 'https://sign.example.in',
    }),
    formerUrls: Texts({
      description:
        'former public URLs at which the service is still reached: links that were mailed with one lead to `public_url`',
      example: ['https://old.example.in'],
    }),
    drainSeconds: Whole(0, MAX_SHUTDOWN_S, {
      default: 5,
      description:
        'time in seconds from SIGTERM, while `/readyz` responds 503, until no more requests are taken',
    }),
    maxConnections: Whole(10, MAX_CONNECTIONS, {
      default: 5000,
      description:
        'most connections that a process keeps open, those of proxies included; further ones are closed',
    }),
    trustedProxies: Texts({
      description: 'networks of proxies whose `X-Forwarded-For` counts; from others it is ignored',
      example: ['10.0.0.0/8'],
    }),
    tls: Type.Optional(Tls),
  },
  { ...TABLE, description: 'Where the service listens, and how it is reached.' },
);

const Database = Type.Object(
  {
    url: SecretUrl({
      description:
        'PostgreSQL: `postgresql://USER:PASSWORD@HOST:PORT/DATABASE`; keep one with a password in a private file or in the environment',
      example: { file: 'database-url' },
    }),
    poolSize: Whole(1, MAX_POOL, {
      default: 10,
      description: 'most connections of a process, besides the one that listens',
    }),
  },
  { ...TABLE, description: 'The database, shared by all processes.' },
);

const BUCKET = {
  pattern: '^[A-Za-z0-9][A-Za-z0-9._-]{1,61}[A-Za-z0-9]$',
  rule: 'must be the name of a bucket, without a path or address',
};

const Bucket = Type.Object(
  {
    bucket: Identifier(BUCKET, { description: 'name of the bucket', example: 'esign-documents' }),
    region: Identifier(GIVEN, { description: 'region of the bucket', example: 'ap-south-1' }),
    endpoint: Type.Optional(
      Text({
        description: 'address of the storage; by default that of AWS',
        example: 'https://objects.example.in',
      }),
    ),
    prefix: Type.Optional(
      Text({ description: 'folder in the bucket; by default the whole bucket', example: 'esign' }),
    ),
    accessKeyId: Identifier(GIVEN, { description: 'id of the access key', example: 'EXAMPLEKEY' }),
    secretAccessKey: Secret({ description: 'the access key', example: { file: 's3-secret' } }),
    spool: Path({
      description: 'folder on this machine for files on their way',
      example: '/var/lib/esign/spool',
    }),
    spoolMegabytes: Whole(100, 1_000_000, {
      description:
        'most megabytes that a process keeps there of files on their way into the bucket; further ones get 503',
      default: 2000,
    }),
  },
  { ...CLOSED, description: 'A bucket with the S3 API, instead of the folder.' },
);

const Files = Type.Object(
  {
    folder: Type.Optional(
      Path({
        description: 'folder of the documents, shared by all processes, unless there is a bucket',
        example: '/var/lib/esign/files',
        isUsual: true,
      }),
    ),
    s3: Type.Optional(Bucket),
  },
  { ...TABLE, description: 'Where documents are stored: in a folder or in a bucket.' },
);

const Smtp = Type.Object(
  {
    url: SecretUrl({
      description:
        'mail server: `smtps://USER:PASSWORD@HOST` (TLS), or `smtp://…` (STARTTLS), with special characters percent-encoded: `%` is `%25`, `@` is `%40`, `#` is `%23`; keep one with a password in a private file or in the environment',
      example: { file: 'smtp-url' },
    }),
    from: Text({
      description:
        'sender address of mails; bounces go there too, unless they have a domain. A display name before it is not used: mails name their sender',
      example: 'sign@example.in',
    }),
    bounceDomain: Type.Optional(
      Text({
        description:
          'domain whose mails `bounce+…@DOMAIN` are piped into `esign admin bounce`; bounces go there',
        example: 'bounces.example.in',
      }),
    ),
  },
  { ...TABLE, description: 'The mail server.' },
);

const Webhooks = Type.Object(
  {
    allowedNetworks: Texts({
      description: 'networks that webhooks may reach besides public addresses, also without TLS',
      example: ['10.1.0.0/16'],
    }),
  },
  { ...TABLE, description: 'Deliveries of webhooks.' },
);

const Metrics = Type.Object(
  {
    host: Text({ default: '127.0.0.1', description: 'address of the metrics' }),
    port: Whole(0, MAX_PORT, {
      default: 0,
      description: 'port of `/metrics`, for Prometheus; 0 serves none',
    }),
  },
  { ...TABLE, description: 'Metrics of a process, on a listener of their own.' },
);

const Log = Type.Object(
  {
    level: Type.Enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal'], {
      default: 'info',
      description: 'lowest level that is logged to standard error, as JSON lines',
    }),
  },
  { ...TABLE, description: 'The log.' },
);

/** All settings, with their manual text. Names in file and environment follow from their place. */
export const ConfigSchema = Type.Object(
  {
    environment: Type.Enum(['production', 'test'], {
      default: 'production',
      description:
        'whether signatures are real; `test` marks signatures, pages and mails as TEST, and takes TEST certificates',
    }),
    shutdownSeconds: Whole(1, MAX_SHUTDOWN_S, {
      default: 40,
      description: 'longest time in seconds to finish requests after SIGTERM or SIGINT',
    }),
    roles: Type.Array(Type.Enum([...ROLES]), {
      minItems: 1,
      uniqueItems: true,
      default: [...ROLES],
      description:
        'what a process does: `web` serves API and pages, `delivery` sends mails and webhooks and resumes signatures, `housekeeping` sweeps files and removes what is no longer kept; each must be in at least one process',
    }),
    http: Http,
    database: Database,
    files: Files,
    keys: Keys,
    seals: Seals,
    gateways: Type.Array(Gateway, {
      minItems: 1,
      description:
        'The certifying authorities that sign for signers (CCA eSign API 2.1), in the order in which they are offered.',
    }),
    timestamps: Timestamps,
    smtp: Smtp,
    payments: Type.Optional(Payments),
    signIn: SignIn,
    webhooks: Webhooks,
    limits: Limits,
    metrics: Metrics,
    log: Log,
  },
  CLOSED,
);

/** Checked settings. Secrets are their texts; paths are absolute. */
export type Config = Static<typeof ConfigSchema>;
