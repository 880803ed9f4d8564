import type { FastifyServerOptions } from 'fastify';

/** Writes JSON lines of `level` and above, by default to standard output. */
export type LogChoice =
  | 'silent'
  | { readonly level: string; readonly stream?: { write(line: string): void } };

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

export function maskSecrets(text: string): string {
  return MASKS.reduce((masked, [pattern, mask]) => masked.replace(pattern, mask), text);
}

/** Redacts secrets by field, and masks them in the finished line. */
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
