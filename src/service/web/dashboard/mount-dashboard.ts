import formbody from '@fastify/formbody';
import multipart from '@fastify/multipart';
import type { FastifyInstance } from 'fastify';
import { creditsRoutes } from '../../billing/pages/credits.routes.ts';
import type { ServiceDeps } from '../../core/deps.ts';
import { auditRoutes, membersRoutes } from '../../members/members.routes.ts';
import { confirmRoutes } from '../../members/sign-in/confirm.routes.ts';
import { meRoutes, passkeyRoutes } from '../../members/sign-in/me.routes.ts';
import { signInRoutes } from '../../members/sign-in/sign-in.routes.ts';
import { deliveryRoutes } from '../../webhooks/deliveries.routes.ts';
import { webhookRoutes } from '../../webhooks/endpoints.routes.ts';
import { formatFailures } from '../error-replies.ts';
import type { RequestCounts } from '../kit/request-counts.ts';
import { parseForm } from '../kit/request-text.ts';
import { IS_TEST } from '../pages/layout.ts';
import { addPageFiles } from '../pages/page-files.ts';
import { keyRoutes } from './account/key-routes.ts';
import { replyAddressRoutes } from './account/reply-address-routes.ts';
import { requestRoutes } from './account/request-pages.ts';
import { previewRoutes, settingsRoutes } from './account/settings-routes.ts';
import type { ShownAddition } from './dashboard-shell.ts';
import { ADDITION, DASHBOARD_FAILURES } from './dashboard-shell.ts';
import { documentRoutes } from './documents-pages.ts';
import { draftRoutes } from './drafts/draft-routes.ts';
import { homeRoutes } from './home-page.ts';
import type { DashboardRoutes } from './routes.ts';
import { dashboardRoutes } from './routes.ts';

/** In bytes; a passkey's answer is the longest field. */
export const FORM_BYTES = 64 * 1024;

/** Own forms are recognised by their origin, which browsers hide without a referrer. */
const HEADERS = { 'referrer-policy': 'same-origin', 'cache-control': 'no-store' };

export interface DashboardAddition extends ShownAddition {
  addRoutes(routes: DashboardRoutes): void;
}

const NOTHING: DashboardAddition = {
  menu: { label: '', entries: [] },
  addRoutes: () => undefined,
};

export interface DashboardOptions {
  readonly deps: ServiceDeps;
  readonly files: URL;
  readonly counts: RequestCounts;
  readonly addition?: DashboardAddition | undefined;
}

export function dashboard(
  app: FastifyInstance,
  { deps, files, counts, addition = NOTHING }: DashboardOptions,
  done: () => void,
): void {
  addPageFiles(app, files);
  app.decorate(IS_TEST, deps.gateways[0].isTest);
  app.decorate(ADDITION, addition);
  app.register(formbody, { bodyLimit: FORM_BYTES, parser: parseForm });
  app.register(multipart);
  formatFailures(app, DASHBOARD_FAILURES);
  app.addHook('onRequest', async (_request, reply) => void reply.headers(HEADERS));
  app.register((pages, _options, ready) => {
    signInRoutes(pages, deps, counts);
    ready();
  });
  replyAddressRoutes(app, deps);
  const routes = dashboardRoutes(app, deps);
  homeRoutes(routes);
  draftRoutes(routes);
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
  passkeyRoutes(routes);
  confirmRoutes(routes);
  addition.addRoutes(routes);
  done();
}
