import type { FastifyInstance, FastifyRequest } from 'fastify';
import { FifoMap } from 'toad-cache';
import type { ServiceDeps } from '../../core/deps.ts';
import { DomainError } from '../../core/domain-error.rules.ts';
import { holderOf } from '../../core/links/links.rules.ts';
import type { FailureFormat } from '../error-replies.ts';
import { TooManyRequests } from '../error-replies.ts';
import { REQUEST_LIMITS } from '../kit/limit-addresses.ts';
import type { RequestCounts } from '../kit/request-counts.ts';
import { linkIn } from './language.ts';
import { pageText } from './layout.ts';
import { noticePage } from './notice-page.ts';
import { refusalPage } from './signing/refusal.ts';

const BY_HOLDER = { name: 'link', max: REQUEST_LIMITS.link };

/** For requests by a person; the rest is loaded by pages. */
const isPage = ({ method, routeOptions, headers }: FastifyRequest): boolean =>
  method === 'POST' ||
  routeOptions.url === '/sign/:token' ||
  String(headers.accept).includes('text/html');

/** How long, and for how many links, a signer's page beyond the limit is cached. */
const READ_AGAIN = { ms: 5000, links: 1000 };

type LimitRefusal = ReturnType<typeof refusalPage>;

/** The signer's page with the problem, cached: repeated requests read little. */
function refusals(deps: ServiceDeps): (request: FastifyRequest) => LimitRefusal {
  const recent = new FifoMap<LimitRefusal>(READ_AGAIN.links, READ_AGAIN.ms);
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
 * For an address or a signer above the limit. Signers still see their document, read only every few
 * seconds. For pages' files and invalid links, nothing is read.
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

export function limitSigners(app: FastifyInstance, deps: ServiceDeps, counts: RequestCounts): void {
  app.addHook('onRequest', async (request) => {
    const holder = holderIn(deps, request);
    const seconds = holder === undefined ? undefined : counts.count(BY_HOLDER, holder);
    if (seconds !== undefined) throw new TooManyRequests(seconds);
  });
  refuseOtherSpellings(app);
}

/** The router decodes paths and cuts them at `#`, but a link has only one spelling. */
function refuseOtherSpellings(app: FastifyInstance): void {
  app.addHook('onRequest', async (request) => {
    if (linkIn(request) !== undefined && /^[^?]*[%#]/.test(request.url)) {
      throw new DomainError('not_found', 'There is no such link.');
    }
  });
}
