import type { Html } from '../../html/html.ts';
import { html } from '../../html/html.ts';
import type { KeptMail } from '../mail/mail-inbox.ts';
import { deskPage, utc } from './desk-page.ts';

const LINK = /(https?:\/\/[^\s<>"')]+)/;

const mailRow = ({ number, at, to, toName, subject }: KeptMail): Html =>
  html`<li><a href="/inbox/${number}"><span class="who">${toName} <span class="soft">${to}</span></span>
<time datetime="${at}">${utc(at)}</time><span class="what">${subject}</span></a></li>`;

/** The mails that the service sent, newest first. */
export const inboxPage = (mails: readonly KeptMail[]): string =>
  deskPage(
    'Inbox',
    html`<h1>Inbox</h1>
<section class="card">${
      mails.length === 0
        ? html`<p>No mail yet. Signers get theirs when a document is sent: <code>esign send DOCUMENT</code></p>`
        : html`<ul class="mails">${mails.toReversed().map(mailRow)}</ul>`
    }</section>`,
  );

/** The ways to look at a mail. */
const TABS = [
  { name: 'Mail', end: '' },
  { name: 'Text', end: '/text' },
  { name: 'Source', end: '/source' },
] as const;

type Tab = (typeof TABS)[number]['name'];

const tabLink = (number: number, name: Tab, { shown, end }: { shown: Tab; end: string }): Html =>
  name === shown
    ? html`<a href="/inbox/${number}${end}" aria-current="page">${name}</a>`
    : html`<a href="/inbox/${number}${end}">${name}</a>`;

function mailPage(mail: KeptMail, shown: Tab, content: Html): string {
  const { number, at, from, fromAddress, to, toName, subject } = mail;
  return deskPage(
    subject,
    html`<h1>${subject}</h1>
<section class="card"><dl>
<dt>From</dt><dd>${from} &lt;${fromAddress}&gt;</dd>
<dt>To</dt><dd>${toName} &lt;${to}&gt;</dd>
<dt>Date</dt><dd><time datetime="${at}">${utc(at)}</time></dd>
</dl></section>
<nav class="tabs" aria-label="Ways to look at the mail">${TABS.map(({ name, end }) => tabLink(number, name, { shown, end }))}</nav>
${content}`,
  );
}

/** One mail as a mail program shows it: its HTML in a frame of its own. */
export const mailAsHtmlPage = (mail: KeptMail): string =>
  mailPage(
    mail,
    'Mail',
    html`<iframe title="The mail as HTML" src="/inbox/${mail.number}/body" sandbox="allow-top-navigation-by-user-activation"></iframe>`,
  );

const linked = (text: string): Html[] =>
  text
    .split(LINK)
    .map((part, i) =>
      i % 2 ? html`<a href="${part}" rel="noreferrer">${part}</a>` : html`${part}`,
    );

/** One mail's plain text, with its links. */
export const mailAsTextPage = (mail: KeptMail): string =>
  mailPage(mail, 'Text', html`<section class="card"><pre>${linked(mail.text)}</pre></section>`);

/** One mail as it travels. */
export const mailSourcePage = (mail: KeptMail, source: string): string =>
  mailPage(
    mail,
    'Source',
    html`<section class="card"><p><a href="/inbox/${mail.number}/mail.eml" download="mail-${mail.number}.eml">Save as mail-${mail.number}.eml</a></p>
<pre class="mono">${source}</pre></section>`,
  );
