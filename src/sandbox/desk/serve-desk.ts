import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { TestPhone } from '../authority/test-phone.ts';
import type { SandboxControl } from '../control-face.ts';
import type { MailInbox } from '../mail-inbox.ts';
import { createPageServer, sendPage } from '../pages/serve-pages.ts';
import { addControlRoutes } from './control-routes.ts';
import { guardHost } from './guard-desk.ts';
import type { Whole } from './pages.ts';
import { dashboardPage, inboxPage, mailPage, noticePage, phonePage } from './pages.ts';

/** What the desk shows and steers. */
export interface DeskOptions {
  readonly control: SandboxControl;
  readonly token: string;
  readonly inbox: MailInbox;
  readonly phone: TestPhone;
  readonly look: () => Promise<Whole>;
}

const MISSING = 'There is no such page.';
const BUSY = 'The sandbox is busy with something else. Load this page again in a moment.';

/** A mail may bring styles and pictures of its own; nothing is loaded and nothing runs. */
const MAIL_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'self'; sandbox allow-top-navigation-by-user-activation";

/** The mail as it came, but its links leave the frame that shows it. */
const framed = (markup: string): string => markup.replace('<head>', '<head><base target="_top">');

function mailOf(inbox: MailInbox, { params }: FastifyRequest) {
  const hasNumber = typeof params === 'object' && params !== null && 'number' in params;
  return inbox.mails().find(({ number }) => hasNumber && String(number) === params.number);
}

/** The desk's web server, for this machine only: dashboard, inbox, test phone, control; it does not listen yet. */
export async function serveDesk(options: DeskOptions): Promise<FastifyInstance> {
  const { inbox, phone, look } = options;
  const app = await createPageServer();
  app.addHook('onRequest', guardHost);
  app.setErrorHandler((_error, _request, reply) => sendPage(reply, noticePage(BUSY), 503));
  app.setNotFoundHandler((_request, reply) => sendPage(reply, noticePage(MISSING), 404));
  app.get('/', async (_request, reply) => sendPage(reply, dashboardPage(await look())));
  app.get('/inbox', (_request, reply) => sendPage(reply, inboxPage(inbox.mails())));
  app.get('/phone', (_request, reply) => sendPage(reply, phonePage(phone.messages())));
  app.get('/inbox/:number', (request, reply) => {
    const mail = mailOf(inbox, request);
    return mail ? sendPage(reply, mailPage(mail)) : sendPage(reply, noticePage(MISSING), 404);
  });
  app.get('/inbox/:number/body', (request, reply) => {
    const mail = mailOf(inbox, request);
    reply.header('content-security-policy', MAIL_POLICY);
    return mail ? sendPage(reply, framed(mail.html)) : sendPage(reply, noticePage(MISSING), 404);
  });
  await addControlRoutes(app, options);
  return app;
}
