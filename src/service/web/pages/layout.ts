import { gzipSync } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Html, Insert } from '../../../html/html.ts';
import { html } from '../../../html/html.ts';
import { shellText } from '../../../html/shell.ts';
import { LANGUAGES, languageCookie } from '../../../languages/languages.ts';
import type { LanguageReader } from './language.ts';
import { readerOf } from './language.ts';
import type { PageFiles } from './page-files.ts';
import { pageFilesOf } from './page-files.ts';
import type { Words } from './words/en.ts';

export interface Address {
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
}

export interface Page {
  readonly title: string;
  /** For scripts and tests. */
  readonly state: string;
  readonly content: Html;
  readonly head?: Insert;
  /** Above everything else. */
  readonly note?: Insert;
  readonly scripts?: readonly ('poll.js' | 'retry.js' | 'submit.js' | 'viewer.js')[];
  /** Below the common footer. */
  readonly footer?: Insert;
  /** Uses two columns on wide screens. */
  readonly isWide?: boolean;
  /** Shows this page again; by default the request's. Pages that answer a form may have none. */
  readonly again?: Address;
}

export const IS_TEST = 'isTest';

export const COLOR_SCHEME = html`<meta name="color-scheme" content="light dark">
`;

/** Above the pages of a sandbox. */
export const testBanner = ({ test }: Pick<Words, 'test'>) =>
  html`<p class="test" role="note"><strong>${test.label}</strong> ${test.words}</p>`;

function languageSwitch(
  request: FastifyRequest,
  reader: LanguageReader,
  again: Page['again'],
): Html | null {
  if (request.method !== 'GET' && !again) return null;
  const { path, query } = again ?? { path: '', query: shownIn(request) };
  const href = (lang: string) => `${path}?${new URLSearchParams({ ...query, lang })}`;
  const others = LANGUAGES.filter(({ code }) => code !== reader.language);
  return html`<nav aria-label="${reader.words.languages}">${others.map(
    ({ code, name }) => html`<a href="${href(code)}" lang="${code}" hreflang="${code}">${name}</a>`,
  )}</nav>`;
}

/** Query parameters that decide what a page shows. */
const SHOWN: readonly string[] = ['problem', 'way', 'asked'];

function shownIn({ query }: FastifyRequest): Address['query'] {
  const given = Object.entries<unknown>(typeof query === 'object' ? { ...query } : {});
  const texts = given.filter((pair): pair is [string, string] => typeof pair[1] === 'string');
  return Object.fromEntries(texts.filter(([name]) => SHOWN.includes(name)));
}

/** Not deferred: decides whether a page shows its document or a link to it. */
export const early = (files: PageFiles, scripts: readonly string[]): Html | false =>
  scripts.includes('viewer.js') &&
  html`<script src="${files.url('scripted.js')}"></script>
`;

export function pageText(request: FastifyRequest, page: (reader: LanguageReader) => Page): string {
  const reader = readerOf(request);
  const { language, words } = reader;
  const files = pageFilesOf(request.server);
  const { title, state, content, head, note, scripts = [], isWide, footer, again } = page(reader);
  const isTest = request.server.getDecorator<boolean>(IS_TEST);
  return shellText({
    title: `${isTest ? `${words.test.label} · ` : ''}${title}`,
    language,
    icon: files.url('icon.svg'),
    style: files.url('style.css'),
    head: html`${COLOR_SCHEME}${early(files, scripts)}${head}`,
    scripts: scripts.map((name) => files.url(name)),
    bodyClass: isWide ? 'wide' : undefined,
    body: html`<header>${note}${isTest ? testBanner(words) : null}
<div class="masthead"><span class="mark-of-service"><img src="${files.url('icon.svg')}" width="28" height="28" alt=""> <span>esign</span></span> ${languageSwitch(request, reader, again)}</div></header>
<main data-state="${state}">
${content}
</main>
<footer>${words.footer}${footer}</footer>`,
  });
}

/** Gzipped if the browser accepts it. */
export function sendHtml(reply: FastifyReply, text: string): FastifyReply {
  reply.type('text/html; charset=utf-8');
  const accepted = String(reply.request.headers['accept-encoding'] ?? '');
  if (!/\bgzip\b/.test(accepted)) return reply.send(text);
  return reply.header('Content-Encoding', 'gzip').send(gzipSync(text));
}

export function sendPage(
  reply: FastifyReply,
  page: (reader: LanguageReader) => Page,
): FastifyReply {
  const { request } = reply;
  const cookie = languageCookie(request);
  if (cookie) reply.header('Set-Cookie', cookie);
  return sendHtml(reply, pageText(request, page));
}
