import formbody from '@fastify/formbody';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { fastify } from 'fastify';
import type { Html } from '../html/html.ts';
import { html } from '../html/html.ts';
import { shellText } from '../html/shell.ts';
import { TOKENS_CSS } from '../html/tokens.ts';
import type { Language } from '../languages/languages.ts';
import { codeOf } from '../locks/error-code.ts';
import { SERVER_OPTIONS } from '../service/index.ts';

/** Submits marked forms, shows that a button works and counts down waits. Nothing needs it. */
const PAGE_SCRIPT = `document.querySelector('form[data-auto]')?.submit();
for (const form of document.forms) form.addEventListener('submit', () => {
  const button = form.querySelector('button');
  button?.setAttribute('aria-busy', 'true');
  setTimeout(() => { if (button) button.disabled = true; });
});
addEventListener('pageshow', (event) => { if (event.persisted) location.reload(); });
for (const button of document.querySelectorAll('[data-wait]')) {
  const words = button.textContent;
  let seconds = Number(button.dataset.wait);
  const tick = () => {
    button.disabled = seconds > 0;
    button.textContent = seconds > 0 ? words + ' (' + seconds + ' ' + button.dataset.unit + ')' : words;
    if (seconds-- > 0) setTimeout(tick, 1000);
  };
  tick();
}
`;

const STYLE = `${TOKENS_CSS}
body { margin: 0; background: var(--page); color: var(--ink); font: var(--text-size)/1.5 system-ui, "Noto Sans", "Noto Sans Devanagari", sans-serif; }
main { max-width: 38rem; margin: 0 auto; padding: 1.25rem 1rem 3rem; }
.test { background: var(--test); color: var(--test-ink); padding: .5rem 1rem; text-align: center; font-size: var(--small-size); }
h1 { font-size: var(--title-size); line-height: 1.25; margin: .5rem 0 var(--gap-size); letter-spacing: -.01em; text-wrap: balance; }
a { color: var(--accent); }
.card > :first-child { margin-top: 0; } .card > :last-child { margin-bottom: 0; }
form:not(.card) { margin: 0 0 var(--gap-size); }
.card { background: var(--card); border: 1px solid var(--line); border-radius: var(--card-corner-size); padding: 1.25rem; margin: 0 0 var(--gap-size); }
dl { display: grid; grid-template-columns: minmax(6rem, max-content) 1fr; gap: .375rem 1rem; margin: 0; }
dt { color: var(--muted); } dd { margin: 0; overflow-wrap: anywhere; }
label { display: block; font-weight: 600; margin: 0 0 .375rem; }
label.tick { display: flex; gap: .75rem; font-weight: 400; margin: 1rem 0; align-items: start; }
label.tick input { width: 1.375rem; height: 1.375rem; margin: .125rem 0 0; flex: none; accent-color: var(--accent); }
input.text { width: 100%; font: inherit; font-size: var(--title-size); letter-spacing: .06em; padding: .625rem .75rem; color: inherit;
  background: var(--card); border: 1px solid var(--muted); border-radius: var(--field-corner-size); }
button { font: inherit; font-weight: 650; width: 100%; min-height: 3rem; padding: .6875rem 1.25rem; border-radius: var(--button-corner-size); border: 0;
  background: var(--accent); color: var(--accent-ink); cursor: pointer; margin-top: .75rem; }
button:hover { filter: brightness(1.08); }
button.quiet { background: transparent; color: var(--accent); border: 1px solid var(--line); }
button:disabled { background: var(--line); color: var(--muted); cursor: default; filter: none; }
.alert { border-left: .25rem solid var(--bad); border-radius: .375rem; background: var(--bad-soft); color: var(--bad); padding: .75rem 1rem; margin: 0 0 var(--gap-size); }
.soft { color: var(--muted); font-size: var(--small-size); }
code, .mono { font-family: ui-monospace, "DejaVu Sans Mono", monospace; font-size: .875em; overflow-wrap: anywhere; }
summary { cursor: pointer; font-weight: 600; }
ul.people { list-style: none; margin: .5rem 0 0; padding: 0; } ul.people:first-child { margin: 0; } .people li:first-child { border-top: 0; padding-top: 0; }
.people li { border-top: 1px solid var(--line); padding: .625rem 0; } .people code { white-space: nowrap; }
.whole { white-space: nowrap; }
body:has(> nav.languages) { display: flex; flex-direction: column; min-height: 100vh; }
body:has(> nav.languages) main { width: 100%; }
.test, nav.languages { order: -1; }
nav.languages { display: flex; flex-wrap: wrap; justify-content: flex-end; gap: .25rem 1.25rem; width: 100%; max-width: 38rem; margin: 0 auto; padding: .75rem 1rem 0; }
nav.languages a { font-weight: 600; }
button.plain { width: auto; min-width: 0; min-height: 0; margin: 0; padding: .5rem 0; border: 0; background: none; color: var(--accent); font-weight: 600; text-decoration: underline; }
@media (min-width: 40rem) {
  .card { padding: 1.75rem; }
  h1 { font-size: var(--title-wide-size); }
  button { width: fit-content; min-width: 15rem; }
}
`;

const BODY_LIMIT_BYTES = 256 * 1024;

const HEADERS = {
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'cross-origin-opener-policy': 'same-origin',
};

/** For a page whose forms submit to its own origin and `formActions`. */
export const pagePolicy = (...formActions: readonly string[]): string =>
  [
    "default-src 'none'",
    "style-src 'self'",
    "script-src 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    `form-action ${["'self'", ...formActions].join(' ')}`,
  ].join('; ');

export interface ServedPage {
  readonly title: string;
  readonly body: Html;
  /** Above everything. */
  readonly banner: string;
  /** Seconds until the page reloads. */
  readonly reloadS?: number | undefined;
  readonly language: Language;
  /** After the main part. */
  readonly after?: Html | undefined;
}

export function layOut(page: ServedPage): string {
  const { title, body, banner, reloadS, language, after } = page;
  return shellText({
    title,
    language,
    style: '/assets/style.css',
    scripts: ['/assets/page.js'],
    head:
      reloadS &&
      html`<meta http-equiv="refresh" content="${reloadS}">
`,
    body: html`<header class="test">${banner}</header>
<main>
${body}
</main>
${after}`,
  });
}

/** Serves style sheet and script with strict headers. Logs nothing. */
export async function createPageServer(): Promise<FastifyInstance> {
  const app = fastify({
    ...SERVER_OPTIONS,
    logger: false,
    bodyLimit: BODY_LIMIT_BYTES,
    forceCloseConnections: true,
  });
  await app.register(formbody);
  app.addHook('onRequest', async (_request, reply) => {
    reply.headers({ ...HEADERS, 'content-security-policy': pagePolicy() });
  });
  app.get('/assets/style.css', (_request, reply) => reply.type('text/css').send(STYLE));
  app.get('/assets/page.js', (_request, reply) => reply.type('text/javascript').send(PAGE_SCRIPT));
  return app;
}

export const sendPage = (reply: FastifyReply, page: string, status = 200): FastifyReply =>
  reply.code(status).type('text/html; charset=utf-8').send(page);

/** Listens on a free port if the given one is taken. Returns the URL. */
export async function listenNear(
  app: FastifyInstance,
  at: { host: string; port: number },
): Promise<string> {
  try {
    return await app.listen(at);
  } catch (error) {
    if (codeOf(error) !== 'EADDRINUSE') throw error;
    return await app.listen({ host: at.host, port: 0 });
  }
}
