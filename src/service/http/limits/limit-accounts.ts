import type { FastifyInstance } from 'fastify';
import { callerOf } from '../api/authenticate.ts';
import { TooManyRequests } from '../error-replies.ts';
import type { RequestCounts } from './request-counts.ts';

/** Responds 429 to an account with more requests a minute. Needs the caller. */
export function limitAccounts(app: FastifyInstance, counts: RequestCounts, max: number): void {
  app.addHook('onRequest', async (request) => {
    const { accountId } = callerOf(request).account;
    const seconds = counts.count({ name: 'account', max }, accountId);
    if (seconds !== undefined) throw new TooManyRequests(seconds);
  });
}
