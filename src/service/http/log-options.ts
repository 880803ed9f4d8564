import type { FastifyServerOptions } from 'fastify';

/** Where logs go: nowhere, or JSON lines of a level and above, to standard output unless a stream is given. */
export type LogChoice =
  | 'silent'
  | { readonly level: string; readonly stream?: { write(line: string): void } };

/** Fields that may hold a secret, in any logged object. */
const SECRET_FIELDS = [
  'authorization',
  'cookie',
  'token',
  'signUrl',
  'downloadUrl',
  'otp',
  'secret',
];

const MASKS: ReadonlyArray<readonly [RegExp, string]> = [
  [/\b(sk_[a-z]+_|whsec_)[\w-]+/g, '$1…'],
  [/\b(bearer|basic) +[^\s"\\]+/gi, '$1 …'],
  [/\/(sign|download)\/(?!:token)[^\s"'\\/?#]+/g, '/$1/…'],
];

/** Masks API keys, webhook secrets, credentials, and the tokens of signing and download links. */
export function maskSecrets(text: string): string {
  return MASKS.reduce((masked, [pattern, mask]) => masked.replace(pattern, mask), text);
}

/** Options of Fastify's logger: secrets are redacted by field, and masked in the finished line. */
export function logOptions(choice: LogChoice): Exclude<FastifyServerOptions['logger'], undefined> {
  if (choice === 'silent') return false;
  const { level, stream } = choice;
  return {
    level,
    ...(stream ? { stream } : {}),
    base: null,
    redact: SECRET_FIELDS.flatMap((field) => [field, `*.${field}`]),
    hooks: { streamWrite: maskSecrets },
  };
}
