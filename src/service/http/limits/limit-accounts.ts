import type { FastifyInstance } from 'fastify';
import { callerOf } from '../api/authenticate.ts';
import type { RequestCounts } from './request-counts.ts';

/**
 * Responds 429 to an account with more requests a minute, in plain text as a proxy does: the API has no code for it
 * (specification, section 7). Needs the caller.
 */
export function limitAccounts(app: FastifyInstance, counts: RequestCounts, max: number): void {
  app.addHook('onRequest', async (request, reply) => {
    const { accountId } = callerOf(request).account;
    const seconds = counts.count({ name: 'account', max }, accountId);
    if (seconds === undefined) return;
    reply.code(429).header('Retry-After', seconds).type('text/plain; charset=utf-8');
    return await reply.send(`Too many requests. Try again in ${seconds} s.\n`);
  });
}
