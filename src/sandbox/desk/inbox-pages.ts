import type { FastifyReply } from 'fastify';
import type { Html } from '../../html/html.ts';
import { html } from '../../html/html.ts';
import type { DashboardPage, DashboardRoutes } from '../../service/index.ts';
import { DomainError, facts, pathPart, timeOf, writeMessage } from '../../service/index.ts';
import type { KeptMail, MailInbox } from '../mail-inbox.ts';
import { DESK } from './paths.ts';
import { WORDS } from './words.ts';

const { inbox: words } = WORDS;
const LINK = /(https?:\/\/[^\s<>"')]+)/;

const pathOf = ({ number }: KeptMail, end = ''): string => `${DESK.inbox}/${number}${end}`;

const mailRow = (mail: KeptMail): Html =>
  html`<li><a class="what" href="${pathOf(mail)}">${mail.subject}</a> <span dir="auto">${mail.toName}</span> <span>${mail.to}</span> <span class="hint">${timeOf(new Date(mail.at))}</span></li>`;

/** The mails, newest first. */
const inboxPage = (inbox: MailInbox): DashboardPage => ({
  title: words.title,
  live: { newest: inbox.mails().at(-1)?.number },
  content: html`<section class="card" aria-label="${words.title}">${
    inbox.mails().length === 0
      ? html`<p>${words.none} <code>esign send DOCUMENT</code></p>`
      : html`<ul class="rows">${inbox.mails().toReversed().map(mailRow)}</ul>`
  }</section>`,
});

const VIEWS = [
  { name: words.email, end: '' },
  { name: words.text, end: '/text' },
  { name: words.source, end: '/source' },
] as const;

function mailPage(mail: KeptMail, shown: (typeof VIEWS)[number]['name'], content: Html) {
  const { at, from, fromAddress, to, toName, subject } = mail;
  const link = ({ name, end }: (typeof VIEWS)[number]) =>
    html`<li><a href="${pathOf(mail, end)}"${name === shown ? html` aria-current="page"` : null}>${name}</a></li>`;
  return {
    title: subject,
    content: html`<section class="card">${facts([
      [words.from, `${from} <${fromAddress}>`],
      [words.to, `${toName} <${to}>`],
      [words.date, timeOf(new Date(at))],
    ])}</section>
<nav class="menu filters" aria-label="${words.views}"><ul>${VIEWS.map(link)}</ul></nav>
${content}`,
  };
}

/** The mail as a mail program shows it: its HTML in a frame of its own. */
const mailAsHtmlPage = (mail: KeptMail): DashboardPage =>
  mailPage(
    mail,
    words.email,
    html`<iframe title="${words.frame}" src="${pathOf(mail, '/body')}" sandbox="allow-top-navigation-by-user-activation"></iframe>`,
  );

const linked = (text: string): Html[] =>
  text
    .split(LINK)
    .map((part, i) =>
      i % 2 ? html`<a href="${part}" rel="noreferrer">${part}</a>` : html`${part}`,
    );

const mailAsTextPage = (mail: KeptMail): DashboardPage =>
  mailPage(
    mail,
    words.text,
    html`<section class="card"><pre class="wrapped">${linked(mail.text)}</pre></section>`,
  );

function mailSourcePage(mail: KeptMail, source: string): DashboardPage {
  const name = `mail-${mail.number}.eml`;
  return mailPage(
    mail,
    words.source,
    html`<section class="card"><p><a href="${pathOf(mail, '/mail.eml')}" download="${name}">${words.save(name)}</a></p>
<pre class="wrapped">${source}</pre></section>`,
  );
}

/** A mail may have its own styles and pictures; nothing is loaded, nothing runs, and it has no origin: not even the dashboard's. */
const MAIL_HEADERS = {
  'content-security-policy':
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:; form-action 'none'; frame-ancestors 'self'; sandbox allow-top-navigation-by-user-activation",
  'x-frame-options': 'SAMEORIGIN',
  'referrer-policy': 'no-referrer',
  // A document without an origin cannot be kept apart by it, and browsers warn
  'origin-agent-cluster': '?0',
};

/** Lets a page show frames from its own origin, which the dashboard's policy refuses. */
function allowFrames(reply: FastifyReply): void {
  const policy = reply.getHeader('content-security-policy');
  reply.header('content-security-policy', `${policy};frame-src 'self'`);
}

/** Makes the mail's links leave the frame. */
const framed = (markup: string): string => markup.replace('<head>', '<head><base target="_top">');

const sourceOf = (mail: KeptMail): Promise<Buffer> => writeMessage(mail, mail.fromAddress);

/** Adds the inbox: the list, and each mail as HTML, as text and as its source. */
export function addInbox({ page, file }: DashboardRoutes, inbox: MailInbox): void {
  const mailOf = (request: Parameters<typeof pathPart>[0]): KeptMail => {
    const asked = pathPart(request, 'number');
    const found = inbox.mails().find(({ number }) => String(number) === asked);
    if (found) return found;
    throw new DomainError('not_found', words.missing);
  };
  const view = (
    end: string,
    show: (mail: KeptMail, reply: FastifyReply) => DashboardPage | Promise<DashboardPage>,
  ) =>
    page(`${DESK.inbox}/:number${end}`, 'sandbox.use', async (_visit, request, reply) =>
      show(mailOf(request), reply),
    );
  const send = (
    end: string,
    write: (mail: KeptMail, reply: FastifyReply) => Promise<FastifyReply>,
  ) =>
    file(`${DESK.inbox}/:number${end}`, 'sandbox.use', async (_visit, request, reply) =>
      write(mailOf(request), reply),
    );
  page(DESK.inbox, 'sandbox.use', async () => inboxPage(inbox));
  view('', (mail, reply) => {
    allowFrames(reply);
    return mailAsHtmlPage(mail);
  });
  view('/text', mailAsTextPage);
  view('/source', async (mail) => mailSourcePage(mail, (await sourceOf(mail)).toString()));
  send('/mail.eml', async (mail, reply) => reply.type('message/rfc822').send(await sourceOf(mail)));
  send('/body', async (mail, reply) =>
    reply.headers(MAIL_HEADERS).type('text/html; charset=utf-8').send(framed(mail.html)),
  );
}
