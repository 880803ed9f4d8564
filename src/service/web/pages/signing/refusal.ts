import type { FastifyReply, FastifyRequest } from 'fastify';
import { isRecord } from '../../../../contract/is-record.ts';
import type { ServiceDeps } from '../../../core/deps.ts';
import { readEnding, readView } from '../../../core/links/open-link.ts';
import type { ViewDeps } from '../../../core/links/signing-view.ts';
import type { FailureFormat } from '../../error-replies.ts';
import type { LanguageReader } from '../language.ts';
import { linkIn, signPath } from '../language.ts';
import type { Page } from '../layout.ts';
import { pageText, sendPage } from '../layout.ts';
import { failurePage, sendNotice } from '../notice-page.ts';
import { pageFilesOf } from '../page-files.ts';
import { endedPage } from './ended-page.ts';
import type { PageProblem } from './page-problem.ts';
import { signPage } from './sign-page.ts';

/** For a link that no longer opens its document (RFC 9110, section 15.5.11). */
export const GONE = 410;

/** In the address: a new link was asked for. */
export const ASKED = 'asked';

/** Tells why a link doesn't open, if this service made it. */
export async function sendEnding(
  deps: ServiceDeps,
  token: string,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const ending = await readEnding(deps, token);
  if (!ending) return sendNotice(reply.code(404), 'unknown-link');
  const { query } = reply.request;
  const isAsked = isRecord(query) && ASKED in query;
  return sendPage(reply.code(GONE), endedPage({ ending, path: signPath(token), isAsked }));
}

/** Undefined if the link opens no document. `isInvitedNameChosen` as in `SignPage`. */
export async function refusalPage(
  deps: ViewDeps,
  request: FastifyRequest,
  ...[problem, isInvitedNameChosen]: readonly [problem: PageProblem, isInvitedNameChosen?: boolean]
): Promise<((reader: LanguageReader) => Page) | undefined> {
  const token = linkIn(request);
  const view = token === undefined ? undefined : await readView(deps, token);
  if (token === undefined || !view) return undefined;
  const files = pageFilesOf(request.server);
  return signPage({ view, path: signPath(token), problem, isInvitedNameChosen, files });
}

function statusOf(problem: PageProblem): number {
  if (typeof problem === 'object') return 429;
  return problem === 'foreign' ? 403 : 400;
}

/** Shows the signer's page with the reason for refusing its form. */
export async function sendRefusal(
  deps: ServiceDeps,
  reply: FastifyReply,
  ...[problem, isInvitedNameChosen]: readonly [problem: PageProblem, isInvitedNameChosen?: boolean]
): Promise<FastifyReply> {
  const { request } = reply;
  const page = await refusalPage(deps, request, problem, isInvitedNameChosen);
  if (!page) return await sendEnding(deps, linkIn(request) ?? '', reply);
  return sendPage(reply.code(statusOf(problem)), page);
}

/** A malformed request below a signing link gets the signer's page, others a notice. */
export const pageFailures = (deps: ViewDeps): FailureFormat => ({
  contentType: 'text/html; charset=utf-8',
  async write({ status }, request) {
    const isMalformed = status >= 400 && status < 500 && status !== 404;
    // Reports the failure even without the database.
    const page = isMalformed && (await refusalPage(deps, request, 'malformed').catch(() => null));
    return pageText(request, page || failurePage(status, request));
  },
});
