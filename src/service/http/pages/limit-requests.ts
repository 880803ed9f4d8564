import type { FastifyInstance, FastifyRequest } from 'fastify';
import { FifoMap } from 'toad-cache';
import { holderOf } from '../../domain/documents/links.ts';
import { DomainError } from '../../domain/domain-error.ts';
import type { ServiceDeps } from '../../use-cases/deps.ts';
import type { RequestCounts } from '../limits/request-counts.ts';
import { subjectOfAddress } from '../limits/request-counts.ts';
import type { Reader } from './language.ts';
import type { Page } from './layout.ts';
import { sendPage } from './layout.ts';
import { linkIn } from './link-path.ts';
import { sendNotice } from './notice-page.ts';
import { refusalPage } from './signing/refusal.ts';

/** Requests a minute: many people may sign behind one address, but a signer's links belong to one person. */
export const REQUEST_LIMITS = { address: 3000, link: 240 } as const;
const BY_ADDRESS = { name: 'address', max: REQUEST_LIMITS.address };
const BY_HOLDER = { name: 'link', max: REQUEST_LIMITS.link };

/** Seconds until the next request, beyond a limit. */
function excess(counts: RequestCounts, { ip }: FastifyRequest, holder: string | undefined) {
  const ofAddress = counts.count(BY_ADDRESS, subjectOfAddress(ip));
  return ofAddress ?? (holder === undefined ? undefined : counts.count(BY_HOLDER, holder));
}

/** True for what a person sees; the page loads the rest. */
const isPage = ({ method, routeOptions, headers }: FastifyRequest): boolean =>
  method === 'POST' ||
  routeOptions.url === '/sign/:token' ||
  String(headers.accept).includes('text/html');

/** For so long, and for so many links, a page beyond the limit is shown again as it was read. */
const READ_AGAIN = { ms: 5000, links: 1000 };

type Refusal = Promise<((reader: Reader) => Page) | undefined>;

/** The signer's page with the problem; however often it is asked for, little is read. */
function refusals(deps: ServiceDeps): (request: FastifyRequest) => Refusal {
  const recent = new FifoMap<Refusal>(READ_AGAIN.links, READ_AGAIN.ms);
  return (request) => {
    const link = linkIn(request) ?? '';
    let page = recent.get(link);
    if (page === undefined) {
      page = refusalPage(deps, request, 'too-fast');
      recent.set(link, page);
    }
    return page;
  };
}

/**
 * Responds 429 to an address with too many requests, or to a signer whose links get too many; assets are exempt. An
 * invalid link counts for its address only. A signer's page still shows the document, read at most every few seconds; for
 * what pages load, nothing is read.
 */
export function limitRequests(
  app: FastifyInstance,
  deps: ServiceDeps,
  counts: RequestCounts,
): void {
  const refusalOf = refusals(deps);
  app.addHook('onRequest', async (request, reply) => {
    if (request.routeOptions.url?.startsWith('/assets/')) return;
    const holder = holderOf(deps.links, linkIn(request) ?? '');
    const seconds = excess(counts, request, holder);
    if (seconds === undefined) return;
    reply.code(429).header('Retry-After', seconds);
    const isShown = isPage(request) && holder !== undefined;
    const page = isShown && (await refusalOf(request));
    return page ? sendPage(reply, page) : sendNotice(reply, 'too-many');
  });
  refuseOtherSpellings(app);
}

/** The router decodes paths and cuts them at `#`, but a link has one spelling only. */
function refuseOtherSpellings(app: FastifyInstance): void {
  app.addHook('onRequest', async (request) => {
    if (linkIn(request) !== undefined && /^[^?]*[%#]/.test(request.url)) {
      throw new DomainError('not_found', 'There is no such link.');
    }
  });
}
