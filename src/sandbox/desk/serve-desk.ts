import type { FastifyInstance } from 'fastify';
import type { TestPhone } from '../authority/test-phone.ts';
import type { SandboxControl } from '../control/control-face.ts';
import type { Listeners } from '../listeners/open-listeners.ts';
import type { MailInbox } from '../mail/mail-inbox.ts';
import { createPageServer, sendPage } from '../pages/serve-pages.ts';
import { addControlRoutes } from './control-routes.ts';
import { guardHost } from './guard-desk.ts';
import { addInboxRoutes } from './inbox-routes.ts';
import type { Whole } from './pages.ts';
import { dashboardPage, noticePage, phonePage } from './pages.ts';

/** What the desk shows and steers. */
export interface DeskOptions {
  readonly control: SandboxControl;
  readonly listeners: Listeners;
  readonly token: string;
  readonly inbox: MailInbox;
  readonly phone: TestPhone;
  readonly look: () => Promise<Whole>;
}

const MISSING = 'There is no such page.';
const BUSY = 'The sandbox is busy with something else. Load this page again in a moment.';

/** The desk's web server, for this machine only: dashboard, inbox, test phone, control; it does not listen yet. */
export async function serveDesk(options: DeskOptions): Promise<FastifyInstance> {
  const { inbox, phone, look } = options;
  const app = await createPageServer();
  app.addHook('onRequest', guardHost);
  app.setErrorHandler((_error, _request, reply) => sendPage(reply, noticePage(BUSY), 503));
  app.setNotFoundHandler((_request, reply) => sendPage(reply, noticePage(MISSING), 404));
  app.get('/', async (_request, reply) => sendPage(reply, dashboardPage(await look())));
  addInboxRoutes(app, inbox);
  app.get('/phone', (_request, reply) => sendPage(reply, phonePage(phone.messages())));
  await addControlRoutes(app, options);
  return app;
}
