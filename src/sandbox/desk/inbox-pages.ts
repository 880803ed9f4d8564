import type { FastifyReply } from 'fastify';
import type { Html } from '../../html/html.ts';
import { html } from '../../html/html.ts';
import type { DashboardPage, DashboardRoutes } from '../../service/index.ts';
import {
  DomainError,
  facts,
  mailFrame,
  pathPart,
  sendFramedMail,
  table,
  timeOf,
  writeMessage,
} from '../../service/index.ts';
import type { KeptMail, MailInbox } from '../mail-inbox.ts';
import { DESK, WORDS } from './desk-words.ts';

const { inbox: words } = WORDS;
const LINK = /(https?:\/\/[^\s<>"')]+)/;

const pathOf = ({ number }: KeptMail, end = ''): string => `${DESK.inbox}/${number}${end}`;

const mailRow = (mail: KeptMail): Html[] => [
  html`<a href="${pathOf(mail)}" dir="auto">${mail.subject}</a>`,
  html`<span dir="auto">${mail.toName}</span> ${mail.to}`,
  timeOf(new Date(mail.at)),
];

const inboxPage = (inbox: MailInbox): DashboardPage => ({
  title: words.title,
  live: { newest: inbox.mails().at(-1)?.number },
  content: html`<section class="card">${
    inbox.mails().length === 0
      ? html`<p>${words.none} <code>esign send DOCUMENT</code></p>`
      : table(words.title, words.heads, inbox.mails().toReversed().map(mailRow))
  }</section>`,
});

const VIEWS = [
  { name: words.email, end: '' },
  { name: words.text, end: '/text' },
  { name: words.source, end: '/source' },
] as const;

/** Attachments that the mail's HTML does not show. */
const attachedTo = ({ attachments = [] }: KeptMail) =>
  attachments.filter(({ contentId }) => contentId === undefined);

function sendAttached(mail: KeptMail, place: number, reply: FastifyReply): FastifyReply {
  const file = attachedTo(mail)[place];
  if (!file) throw new DomainError('not_found', words.missing);
  reply.header('content-disposition', 'attachment');
  return reply.type(file.contentType).send(file.content);
}

function mailPage(mail: KeptMail, shown: (typeof VIEWS)[number]['name'], content: Html) {
  const { at, from, fromAddress, to, toName, subject } = mail;
  const links = attachedTo(mail).map(
    ({ fileName }, place) =>
      html`<a href="${pathOf(mail, `/attached/${place}`)}" download="${fileName}">${fileName}</a> `,
  );
  const link = ({ name, end }: (typeof VIEWS)[number]) =>
    html`<li><a href="${pathOf(mail, end)}"${name === shown ? html` aria-current="page"` : null}>${name}</a></li>`;
  return {
    title: subject,
    content: html`<section class="card">${facts([
      [words.from, `${from} <${fromAddress}>`],
      [words.to, `${toName} <${to}>`],
      [words.date, timeOf(new Date(at))],
      ...(links.length > 0 ? [[words.attached, links] as const] : []),
    ])}</section>
<nav class="menu filters" aria-label="${words.views}"><ul>${VIEWS.map(link)}</ul></nav>
${content}`,
  };
}

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

const sourceOf = (mail: KeptMail): Promise<Buffer> => writeMessage(mail, mail.fromAddress);

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
  view('', (mail, reply) =>
    mailPage(mail, words.email, mailFrame(reply, words.frame, pathOf(mail, '/body'))),
  );
  view('/text', mailAsTextPage);
  view('/source', async (mail) => mailSourcePage(mail, (await sourceOf(mail)).toString()));
  send('/mail.eml', async (mail, reply) => reply.type('message/rfc822').send(await sourceOf(mail)));
  send('/body', async (mail, reply) => sendFramedMail(reply, mail));
  file(`${DESK.inbox}/:number/attached/:place`, 'sandbox.use', async (_visit, request, reply) =>
    sendAttached(mailOf(request), Number(pathPart(request, 'place')), reply),
  );
}
