import type { FastifyInstance, FastifyRequest } from 'fastify';
import { FifoMap } from 'toad-cache';
import { holderOf } from '../../domain/documents/links.ts';
import { DomainError } from '../../domain/domain-error.ts';
import type { ServiceDeps } from '../../use-cases/deps.ts';
import type { FailureFormat } from '../error-replies.ts';
import { TooManyRequests } from '../error-replies.ts';
import type { RequestCounts } from '../limits/request-counts.ts';
import type { Reader } from './language.ts';
import type { Page } from './layout.ts';
import { pageText } from './layout.ts';
import { linkIn } from './link-path.ts';
import { noticePage } from './notice-page.ts';
import { refusalPage } from './signing/refusal.ts';

/** Requests a minute: many people may sign behind one address, but a signer's links belong to one person. */
export const REQUEST_LIMITS = { address: 3000, link: 240 } as const;
const BY_HOLDER = { name: 'link', max: REQUEST_LIMITS.link };

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
 * Response to too many requests, by address or by signer. A signer's page still shows the document, read at most every few seconds;
 * for what pages load, and for an invalid link, nothing is read.
 */
export function writeTooMany(deps: ServiceDeps): NonNullable<FailureFormat['writeTooMany']> {
  const refusalOf = refusals(deps);
  return async (_seconds, request) => {
    const isShown = isPage(request) && holderIn(deps, request) !== undefined;
    const page = isShown && (await refusalOf(request));
    return pageText(request, page || noticePage('too-many', request));
  };
}

const holderIn = ({ links }: ServiceDeps, request: FastifyRequest): string | undefined =>
  holderOf(links, linkIn(request) ?? '');

/** Responds 429 to a signer whose links get too many requests. */
export function limitSigners(app: FastifyInstance, deps: ServiceDeps, counts: RequestCounts): void {
  app.addHook('onRequest', async (request) => {
    const holder = holderIn(deps, request);
    const seconds = holder === undefined ? undefined : counts.count(BY_HOLDER, holder);
    if (seconds !== undefined) throw new TooManyRequests(seconds);
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
