import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { writeMessage } from '../../service/index.ts';
import type { KeptMail, MailInbox } from '../mail/mail-inbox.ts';
import { sendPage } from '../pages/serve-pages.ts';
import { inboxPage, mailAsHtmlPage, mailAsTextPage, mailSourcePage } from './inbox-pages.ts';

/** A mail may bring styles and pictures of its own; nothing is loaded and nothing runs. */
const MAIL_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'self'; sandbox allow-top-navigation-by-user-activation";

/** The mail as it came, but its links leave the frame that shows it. */
const framed = (markup: string): string => markup.replace('<head>', '<head><base target="_top">');

const sourceOf = (mail: KeptMail): Promise<Buffer> => writeMessage(mail, mail.fromAddress);

function mailOf(inbox: MailInbox, { params }: FastifyRequest): KeptMail | undefined {
  const hasNumber = typeof params === 'object' && params !== null && 'number' in params;
  return inbox.mails().find(({ number }) => hasNumber && String(number) === params.number);
}

/** Adds the inbox: a list, and each mail as HTML, as text and as it travels. */
export function addInboxRoutes(app: FastifyInstance, inbox: MailInbox): void {
  const show = (
    path: string,
    answer: (mail: KeptMail, reply: FastifyReply) => FastifyReply | Promise<FastifyReply>,
  ) =>
    app.get(`/inbox/:number${path}`, (request, reply) => {
      const mail = mailOf(inbox, request);
      return mail ? answer(mail, reply) : reply.callNotFound();
    });
  app.get('/inbox', (_request, reply) => sendPage(reply, inboxPage(inbox.mails())));
  show('', (mail, reply) => sendPage(reply, mailAsHtmlPage(mail)));
  show('/text', (mail, reply) => sendPage(reply, mailAsTextPage(mail)));
  show('/source', async (mail, reply) =>
    sendPage(reply, mailSourcePage(mail, (await sourceOf(mail)).toString())),
  );
  show('/mail.eml', async (mail, reply) => reply.type('message/rfc822').send(await sourceOf(mail)));
  show('/body', (mail, reply) =>
    sendPage(reply.header('content-security-policy', MAIL_POLICY), framed(mail.html)),
  );
}
