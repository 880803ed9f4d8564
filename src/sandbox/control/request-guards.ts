import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Static, TSchema } from 'typebox';
import { Value } from 'typebox/value';
import { EVENT_TYPES } from '../../contract/webhooks/webhook-headers.ts';
import { SandboxRefused } from './sandbox-errors.ts';

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Whether a request names this machine. Other names may be DNS rebinding. */
export function isLoopbackHost(host: string | undefined): boolean {
  return /^(127\.0\.0\.1|localhost|\[::1\])(:\d+)?$/i.test(host ?? '');
}

/** Checks `Bearer TOKEN` in constant time. */
export function isAuthorised(authorization: string | undefined, token: string): boolean {
  const given = /^Bearer (\S+)$/i.exec(authorization ?? '')?.[1] ?? '';
  return timingSafeEqual(digest(given), digest(token));
}

export async function guardHost(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  if (isLoopbackHost(request.headers.host)) return;
  await reply.code(421).type('text/plain').send('This host is not served here.\n');
}

export function guardControl(token: string) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    if (isAuthorised(request.headers.authorization, token)) return;
    const message = 'The token of the data folder is missing or wrong.';
    await reply.code(401).send({ error: 'unauthorized', message });
  };
}

/** By JSON path in the body. */
const RULES: Readonly<Record<string, string>> = {
  '/ms': 'The clock can be advanced by 1 millisecond to 10 years.',
  '/credits': 'Credits must be a whole number from 0 to 1000000000.',
  '/times': 'Times must be a whole number from 1 to 1000000, or always.',
  '/delayMs': 'The delay must be at most 10 minutes.',
  '/event': `The event must be one of ${EVENT_TYPES.join(', ')}.`,
  '/limit': 'The limit must be from 1 to 1000.',
  '/sinceMs': 'Deliveries can be searched at most 10 years back.',
  '/url': 'The URL must have 1 to 2000 characters.',
};

/** Throws SandboxRefused if the body does not match the schema. */
export function bodyAs<T extends TSchema>(
  schema: T,
  { body }: Pick<FastifyRequest, 'body'>,
): Static<T> {
  if (Value.Check(schema, body)) return body;
  const [first] = Value.Errors(schema, body);
  const where = first?.instancePath || 'the body';
  const rule = first?.keyword === 'boolean' ? 'is not a known field' : first?.message;
  const message = RULES[where] ?? `${where}: ${rule ?? 'is not valid'}.`;
  throw new SandboxRefused('invalid_request', message);
}
