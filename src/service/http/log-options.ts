import type { FastifyServerOptions } from 'fastify';
import { maskSecrets } from './mask-secrets.ts';

/** What is logged, and where to: nothing, or lines of JSON from a level on (standard output unless a stream is given). */
export type LogChoice =
  | 'silent'
  | { readonly level: string; readonly stream?: { write(line: string): void } };

/** The last words of every field that may hold a secret, whatever object is logged. */
const SECRET_FIELDS = [
  'authorization',
  'cookie',
  'token',
  'signUrl',
  'downloadUrl',
  'otp',
  'secret',
];

/** Fastify's logger: secrets are cut out of known fields, and of the finished line whatever field they are in. */
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
