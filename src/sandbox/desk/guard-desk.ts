import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/** True when a request names this machine: a page elsewhere that points its name here does not (DNS rebinding). */
export function isLoopbackHost(host: string | undefined): boolean {
  return /^(127\.0\.0\.1|localhost|\[::1\])(:\d+)?$/i.test(host ?? '');
}

/** True for `Bearer TOKEN` with the right token, compared in constant time. */
export function isAuthorised(authorization: string | undefined, token: string): boolean {
  const given = /^Bearer (\S+)$/i.exec(authorization ?? '')?.[1] ?? '';
  return timingSafeEqual(digest(given), digest(token));
}

/** Refuses requests that do not name this machine. */
export async function guardHost(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  if (isLoopbackHost(request.headers.host)) return;
  await reply.code(421).type('text/plain').send('This address is not served here.\n');
}

/** Refuses requests to the control interface without its token. */
export function guardControl(token: string) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    if (isAuthorised(request.headers.authorization, token)) return;
    const message = 'The token of the data folder is missing or wrong.';
    await reply.code(401).send({ error: 'unauthorized', message });
  };
}
