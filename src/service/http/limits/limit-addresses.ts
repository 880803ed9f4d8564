import type { FastifyInstance, FastifyRequest } from 'fastify';
import { TooManyRequests } from '../error-replies.ts';
import { REQUEST_LIMITS } from '../pages/limit-requests.ts';
import type { RequestCounts } from './request-counts.ts';
import { subjectOfAddress } from './request-counts.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Requests that count for no address: those of load balancers, and files that pages load. */
    readonly isUncounted?: true;
  }
}

const BY_ADDRESS = { name: 'address', max: REQUEST_LIMITS.address };
const BY_ACCOUNT = 'countsAccounts';

/** Counts a request for its address. @throws {TooManyRequests} beyond the limit */
export function countAddress(counts: RequestCounts, { ip }: FastifyRequest): void {
  const seconds = counts.count(BY_ADDRESS, subjectOfAddress(ip));
  if (seconds !== undefined) throw new TooManyRequests(seconds);
}

/**
 * Counts the requests to every route of a server and its scopes, and those to unknown paths, for the address that they come from,
 * before anything is read for them. Beyond the limit they get 429.
 */
export function limitAddresses(app: FastifyInstance, counts: RequestCounts): void {
  app.addHook('onRequest', async (request) => {
    const { server, routeOptions } = request;
    if (routeOptions.config?.isUncounted || server.hasDecorator(BY_ACCOUNT)) return;
    countAddress(counts, request);
  });
}

/** Lets a scope count its requests for the account whose key they have, and only those without a valid one for their address. */
export const countByAccount = (app: FastifyInstance): void => void app.decorate(BY_ACCOUNT, true);
