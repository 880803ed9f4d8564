import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Html } from '../../html/html.ts';
import { html } from '../../html/html.ts';
import { withPictures, writeMessage } from '../../service/index.ts';
import type { KeptMail, MailInbox } from '../mail-inbox.ts';
import { sendPage } from '../pages/page-server.ts';
import { dashboardLayout, utc } from './dashboard-pages.ts';

const LINK = /(https?:\/\/[^\s<>"')]+)/;

const mailRow = ({ number, at, to, toName, subject }: KeptMail): Html =>
  html`<li><a href="/inbox/${number}"><span class="who">${toName} <span class="soft">${to}</span></span>
<time datetime="${at}">${utc(at)}</time><span class="what">${subject}</span></a></li>`;

/** The mails, newest first. */
const inboxPage = (mails: readonly KeptMail[]): string =>
  dashboardLayout(
    'Inbox',
    html`<h1>Inbox</h1>
<section class="card">${
      mails.length === 0
        ? html`<p>No email yet. Signers get one when a document is sent: <code>esign send DOCUMENT</code></p>`
        : html`<ul class="mails">${mails.toReversed().map(mailRow)}</ul>`
    }</section>`,
  );

const TABS = [
  { name: 'Email', end: '' },
  { name: 'Text', end: '/text' },
  { name: 'Source', end: '/source' },
] as const;

type Tab = (typeof TABS)[number];

const tabLink = (number: number, { name, end }: Tab, shown: Tab['name']): Html =>
  name === shown
    ? html`<a href="/inbox/${number}${end}" aria-current="page">${name}</a>`
    : html`<a href="/inbox/${number}${end}">${name}</a>`;

function mailPage(mail: KeptMail, shown: Tab['name'], content: Html): string {
  const { number, at, from, fromAddress, to, toName, subject } = mail;
  return dashboardLayout(
    subject,
    html`<h1>${subject}</h1>
<section class="card"><dl>
<dt>From</dt><dd>${from} &lt;${fromAddress}&gt;</dd>
<dt>To</dt><dd>${toName} &lt;${to}&gt;</dd>
<dt>Date</dt><dd><time datetime="${at}">${utc(at)}</time></dd>
</dl></section>
<nav class="tabs" aria-label="Views of the email">${TABS.map((tab) => tabLink(number, tab, shown))}</nav>
${content}`,
  );
}

/** The mail as a mail program shows it: its HTML in a frame of its own. */
const mailAsHtmlPage = (mail: KeptMail): string =>
  mailPage(
    mail,
    'Email',
    html`<iframe title="The email as HTML" src="/inbox/${mail.number}/body" sandbox="allow-top-navigation-by-user-activation"></iframe>`,
  );

const linked = (text: string): Html[] =>
  text
    .split(LINK)
    .map((part, i) =>
      i % 2 ? html`<a href="${part}" rel="noreferrer">${part}</a>` : html`${part}`,
    );

const mailAsTextPage = (mail: KeptMail): string =>
  mailPage(mail, 'Text', html`<section class="card"><pre>${linked(mail.text)}</pre></section>`);

const mailSourcePage = (mail: KeptMail, source: string): string =>
  mailPage(
    mail,
    'Source',
    html`<section class="card"><p><a href="/inbox/${mail.number}/mail.eml" download="mail-${mail.number}.eml">Save as mail-${mail.number}.eml</a></p>
<pre class="mono">${source}</pre></section>`,
  );

/** A mail may have its own styles and pictures; nothing is loaded and nothing runs. */
const MAIL_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'self'; sandbox allow-top-navigation-by-user-activation";

/** Makes the mail's links leave the frame, and puts in the pictures that came along. */
const framed = (mail: KeptMail): string =>
  withPictures(mail).replace('<head>', '<head><base target="_top">');

const sourceOf = (mail: KeptMail): Promise<Buffer> => writeMessage(mail, mail.fromAddress);

function mailOf(inbox: MailInbox, { params }: FastifyRequest): KeptMail | undefined {
  const hasNumber = typeof params === 'object' && params !== null && 'number' in params;
  return inbox.mails().find(({ number }) => hasNumber && String(number) === params.number);
}

/** Adds the inbox: the list, and each mail as HTML, as text and as its source. */
export function addInboxRoutes(app: FastifyInstance, inbox: MailInbox): void {
  const show = (
    path: string,
    handler: (mail: KeptMail, reply: FastifyReply) => FastifyReply | Promise<FastifyReply>,
  ) =>
    app.get(`/inbox/:number${path}`, (request, reply) => {
      const mail = mailOf(inbox, request);
      return mail ? handler(mail, reply) : reply.callNotFound();
    });
  app.get('/inbox', (_request, reply) => sendPage(reply, inboxPage(inbox.mails())));
  show('', (mail, reply) => sendPage(reply, mailAsHtmlPage(mail)));
  show('/text', (mail, reply) => sendPage(reply, mailAsTextPage(mail)));
  show('/source', async (mail, reply) =>
    sendPage(reply, mailSourcePage(mail, (await sourceOf(mail)).toString())),
  );
  show('/mail.eml', async (mail, reply) => reply.type('message/rfc822').send(await sourceOf(mail)));
  show('/body', (mail, reply) =>
    sendPage(reply.header('content-security-policy', MAIL_POLICY), framed(mail)),
  );
}
