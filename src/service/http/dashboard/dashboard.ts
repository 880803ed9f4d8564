import formbody from '@fastify/formbody';
import multipart from '@fastify/multipart';
import type { FastifyInstance } from 'fastify';
import type { ServiceDeps } from '../../use-cases/deps.ts';
import { readFailure } from '../error-replies.ts';
import type { RequestCounts } from '../limits/request-counts.ts';
import { subjectOfAddress } from '../limits/request-counts.ts';
import { IS_TEST } from '../pages/layout.ts';
import { REQUEST_LIMITS } from '../pages/limit-requests.ts';
import { addPageFiles } from '../pages/page-files.ts';
import { auditRoutes } from './audit/audit-routes.ts';
import { creditsRoutes } from './credits/credits-routes.ts';
import { documentRoutes } from './documents/document-routes.ts';
import { homeRoutes } from './home/home-page.ts';
import { keyRoutes } from './keys/key-routes.ts';
import { confirmRoutes } from './me/confirm-routes.ts';
import { meRoutes } from './me/me-routes.ts';
import { membersRoutes } from './members/members-routes.ts';
import type { MenuLink } from './navigation.ts';
import { MENU_LINKS } from './navigation.ts';
import { requestRoutes } from './requests/request-routes.ts';
import { dashboardRoutes } from './routes.ts';
import { previewRoutes } from './settings/preview-routes.ts';
import { replyAddressRoutes } from './settings/reply-address-routes.ts';
import { settingsRoutes } from './settings/settings-routes.ts';
import { noticePage, sendDashboard } from './shell.ts';
import { signInRoutes } from './sign-in/sign-in-routes.ts';
import { deliveryRoutes } from './webhooks/delivery-routes.ts';
import { webhookRoutes } from './webhooks/webhook-routes.ts';

const BODY_BYTES = 64 * 1024;
const BY_ADDRESS = { name: 'address', max: REQUEST_LIMITS.address };

/** Its own forms are told from other sites' by the origin, which browsers hide where there is no referrer. */
const HEADERS = { 'referrer-policy': 'same-origin', 'cache-control': 'no-store' };

/** Options of the dashboard's scope. */
export interface DashboardOptions {
  readonly deps: ServiceDeps;
  /** Folder of the files that pages load. */
  readonly files: URL;
  readonly counts: RequestCounts;
  /** Further entries of the menu; none by default. */
  readonly menu?: (() => readonly MenuLink[]) | undefined;
}

/** The dashboard: sign-in, and the pages of those who are signed in. */
export function dashboard(
  app: FastifyInstance,
  { deps, files, counts, menu = () => [] }: DashboardOptions,
  done: () => void,
): void {
  addPageFiles(app, files);
  app.decorate(IS_TEST, deps.gateways[0].isTest);
  app.decorate(MENU_LINKS, menu);
  app.register(formbody, { bodyLimit: BODY_BYTES });
  app.register(multipart);
  app.addHook('onRequest', async ({ ip }, reply) => {
    reply.headers(HEADERS);
    const seconds = counts.count(BY_ADDRESS, subjectOfAddress(ip));
    if (seconds === undefined) return;
    const words = `There were too many requests from your network. Try again in ${seconds} seconds.`;
    reply.header('Retry-After', seconds);
    return sendDashboard(reply, noticePage(429, 'Too many requests', { words }));
  });
  replyWithPages(app);
  app.register((pages, _options, ready) => {
    signInRoutes(pages, deps, counts);
    ready();
  });
  replyAddressRoutes(app, deps);
  const routes = dashboardRoutes(app, deps);
  homeRoutes(routes);
  documentRoutes(routes);
  requestRoutes(routes);
  webhookRoutes(routes);
  deliveryRoutes(routes);
  keyRoutes(routes);
  creditsRoutes(routes);
  membersRoutes(routes);
  settingsRoutes(routes);
  previewRoutes(routes);
  auditRoutes(routes);
  meRoutes(routes);
  confirmRoutes(routes);
  done();
}

const WORDS: Readonly<Record<string, { title: string; words: string }>> = {
  400: { title: 'That did not work', words: 'The request is malformed.' },
  503: {
    title: 'We cannot open this right now',
    words: 'The service is not available for a moment. Please try again shortly.',
  },
};

function replyWithPages(app: FastifyInstance): void {
  app.setErrorHandler((error, request, reply) => {
    const { status } = readFailure(error);
    if (status >= 500) request.log.error({ err: error }, 'request failed');
    const { title, words } = WORDS[status] ?? {
      title: 'Something went wrong',
      words: `Nobody but us can mend that. Tell us this number: ${request.id}`,
    };
    return sendDashboard(reply, noticePage(status, title, { words }));
  });
}
