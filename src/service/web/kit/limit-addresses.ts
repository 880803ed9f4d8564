import type { FastifyInstance, FastifyRequest } from 'fastify';
import { TooManyRequests } from '../error-replies.ts';
import type { RequestCounts } from './request-counts.ts';
import { subjectOfAddress } from './request-counts.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** For load balancers' requests, and pages' files. */
    readonly isUncounted?: true;
  }
}

/** Per minute. Many people may share an address, but a signer's links are for one person. */
export const REQUEST_LIMITS = { address: 3000, link: 240 } as const;
const BY_ADDRESS = { name: 'address', max: REQUEST_LIMITS.address };
const BY_ACCOUNT = 'countsAccounts';

/** @throws {TooManyRequests} beyond the limit */
export function countAddress(counts: RequestCounts, { ip }: FastifyRequest): void {
  const seconds = counts.count(BY_ADDRESS, subjectOfAddress(ip));
  if (seconds !== undefined) throw new TooManyRequests(seconds);
}

/** Limits requests per address on all paths, even unknown ones, before reading anything. */
export function limitAddresses(app: FastifyInstance, counts: RequestCounts): void {
  app.addHook('onRequest', async (request) => {
    const { server, routeOptions } = request;
    if (routeOptions.config?.isUncounted || server.hasDecorator(BY_ACCOUNT)) return;
    countAddress(counts, request);
  });
}

/** Counts requests for their key's account; only those without a valid key for an address. */
export const countByAccount = (app: FastifyInstance): void => void app.decorate(BY_ACCOUNT, true);
