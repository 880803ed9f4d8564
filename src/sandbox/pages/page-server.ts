import formbody from '@fastify/formbody';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { fastify } from 'fastify';
import type { Html } from '../../html/html.ts';
import { html } from '../../html/html.ts';
import { shellText } from '../../html/shell.ts';
import type { Language } from '../../languages/languages.ts';
import { SERVER_OPTIONS } from '../../service/index.ts';
import { isSystemError } from '../saved-files.ts';
import { PAGE_SCRIPT, STYLE } from './assets.ts';

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

export interface Page {
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

export function layOut(page: Page): string {
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
    if (!isSystemError(error, 'EADDRINUSE')) throw error;
    return await app.listen({ host: at.host, port: 0 });
  }
}
