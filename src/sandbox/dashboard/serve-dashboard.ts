import type { FastifyInstance } from 'fastify';
import type { ControlOptions } from '../control/control-handlers.ts';
import { addControlRoutes } from '../control/control-handlers.ts';
import { guardHost } from '../control/request-guards.ts';
import { createPageServer, sendPage } from '../pages/page-server.ts';
import type { Overview } from './dashboard-pages.ts';
import { dashboardPage, noticePage, phonePage } from './dashboard-pages.ts';
import { guardDesk } from './guard-desk.ts';
import { addInboxRoutes } from './inbox-pages.ts';

/** The dashboard's parts. */
export interface DashboardOptions extends ControlOptions {
  readonly overview: () => Promise<Overview>;
}

const MISSING = 'There is no such page.';
const BUSY = 'The sandbox is busy. Reload this page in a moment.';

/**
 * Creates the server of the desk (overview, inbox and test phone, behind a cookie) and of the control interface (behind
 * its token), for this machine only.
 */
export async function serveDashboard(options: DashboardOptions): Promise<FastifyInstance> {
  const { overview, parts, runner } = options;
  const app = await createPageServer();
  app.addHook('onRequest', guardHost);
  app.setErrorHandler((_error, _request, reply) => sendPage(reply, noticePage(BUSY), 503));
  app.setNotFoundHandler((_request, reply) => sendPage(reply, noticePage(MISSING), 404));
  await app.register((desk, _options, done) => {
    desk.addHook(
      'onRequest',
      guardDesk(
        parts.desk,
        () => parts.places.dashboardUrl,
        async (headers) => await runner.service().admin.isSignedIn(headers),
      ),
    );
    desk.get('/dashboard', (_request, reply) => reply.redirect(`${runner.url}/dashboard`, 303));
    desk.get('/', async (_request, reply) => sendPage(reply, dashboardPage(await overview())));
    addInboxRoutes(desk, parts.inbox);
    desk.get('/phone', (_request, reply) => sendPage(reply, phonePage(parts.phone.messages())));
    done();
  });
  await addControlRoutes(app, options);
  return app;
}
