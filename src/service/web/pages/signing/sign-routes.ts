import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { html } from '../../../../html/html.ts';
import type { ServiceDeps } from '../../../core/deps.ts';
import { openLink, openProblem, readEnding, readView } from '../../../core/links/open-link.ts';
import type { SigningView } from '../../../core/links/signing-view.ts';
import type { BeginLater, Begun } from '../../../core/signing/begin-signature.ts';
import { beginSignature } from '../../../core/signing/begin-signature.ts';
import type { GatewayNames } from '../../../core/signing/breaker.rules.ts';
import type { Consent } from '../../../core/signing/signature.rules.ts';
import { WAYS_OF_READING } from '../../../core/signing/signature.rules.ts';
import { unavailable } from '../../error-replies.ts';
import { isOwnForm } from '../../kit/read-body.ts';
import { originOf } from '../../kit/request-text.ts';
import { securityHeaders } from '../../security-headers.ts';
import type { LanguageReader } from '../language.ts';
import { readerOf, readerOfLanguage, signPath } from '../language.ts';
import { sendPage } from '../layout.ts';
import { pageFilesOf } from '../page-files.ts';
import { rememberSigner } from './gateway-return.ts';
import type { PageProblem } from './page-problem.ts';
import { KEPT, problemNamed, secondsUntil, waitUntil } from './page-problem.ts';
import { GONE, sendEnding, sendRefusal } from './refusal.ts';
import { gatewayPage, INVITED_NAME, progressOf, signPage } from './sign-page.ts';

/** Increase with every change to the words that signers agree to. */
const VERSION = 2;

const CHARACTERS: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
};

const asPlain = (markup: string): string =>
  markup.replace(/<[^>]+>/g, '').replace(/&[#\w]+;/g, (entity) => CHARACTERS[entity] ?? entity);

/** The consent, without markup, with the name that the signature will show. */
export function agreedText(
  { gateway, sheets, signerName }: Pick<SigningView, 'gateway' | 'sheets' | 'signerName'>,
  shownName: string | null,
  { language, words: { turn } }: LanguageReader,
): string {
  const name = shownName ?? signerName;
  const sentences = [turn.as(name), turn.agreement(sheets.length), turn.consent(gateway[language])];
  return asPlain(html`${sentences.map((one) => html`${one} `)}`.text).trim();
}

/** Version, language and SHA-256 (UTF-8) of that text. */
export function consentText(...agreed: Parameters<typeof agreedText>): Consent['text'] {
  const [, , { language }] = agreed;
  const sha256 = createHash('sha256')
    .update(agreedText(...agreed))
    .digest('hex');
  return { version: VERSION, language, sha256 };
}

export interface LinkRoute {
  Params: { token: string };
  Querystring: { problem?: string; as?: string; return?: unknown };
}

const pathOf = (request: FastifyRequest<LinkRoute>): string => signPath(request.params.token);

/** The use case sets the actor once the link is known. */
export const visitOf = (request: FastifyRequest<LinkRoute>) => ({
  token: request.params.token,
  origin: originOf(request, 'visitor'),
});

/** HEAD requests, as sent by mail scanners, don't count as opened. */
export function signRoutes(app: FastifyInstance, deps: ServiceDeps): void {
  const files = pageFilesOf(app);
  app.get<LinkRoute>('/sign/:token', { exposeHeadRoute: false }, async (request, reply) => {
    const view = await openLink(deps, visitOf(request));
    if (!view) return await sendEnding(deps, request.params.token, reply);
    const named = request.query.problem ?? (await openProblem(deps, view));
    const problem = await problemNamed(deps, named, request.params.token);
    const isInvitedNameChosen = request.query.as === INVITED_NAME;
    const path = pathOf(request);
    if (problem === KEPT && view.state === 'your-turn') unavailable(reply);
    return sendPage(reply, signPage({ view, path, problem, isInvitedNameChosen, files }));
  });
  app.head<LinkRoute>('/sign/:token', async (request, reply) => {
    const { token } = request.params;
    const view = await readView(deps, token);
    const missing = (await readEnding(deps, token)) ? GONE : 404;
    return reply
      .code(view ? 200 : missing)
      .type('text/html; charset=utf-8')
      .send();
  });
  app.get<LinkRoute>('/sign/:token/state', async (request, reply) => {
    const { token } = request.params;
    const view = await readView(deps, token);
    reply.type('text/plain; charset=utf-8');
    if (view) return progressOf(view);
    return (await readEnding(deps, token))?.state ?? reply.code(404).send('unknown-link');
  });
  app.post<LinkRoute>(
    '/sign/:token',
    async (request, reply) => await consent(deps, request, reply),
  );
}

async function consent(
  deps: ServiceDeps,
  request: FastifyRequest<LinkRoute>,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { token } = request.params;
  const view = await readView(deps, token);
  const form = formIn(request.body);
  const isInvitedNameChosen = typeof view?.offeredName === 'string' && form.as === null;
  const refuse = async (problem: PageProblem) =>
    await sendRefusal(deps, reply, problem, isInvitedNameChosen);
  if (!isOwnForm(request, deps.links.baseUrl, 'taken')) return await refuse('foreign');
  if (!view || form.consent !== 'yes' || !form.read) {
    return await refuse(form.consent === 'yes' ? 'not-read' : 'no-consent');
  }
  // Pages from the previous release send no id; they named the first gateway.
  const gateway = deps.gateways.find(({ id }) => id === (form.gateway ?? deps.gateways[0].id));
  if (!gateway) return await refuse('authority-changed');
  const { names } = gateway;
  const reader = readerOfLanguage(form.language, readerOf(request));
  const text = consentText({ ...view, gateway: names }, form.as, reader);
  const next = await beginSignature(deps, {
    ...visitOf(request),
    consent: { read: form.read, text },
    gateway: gateway.id,
    shownName: form.as,
  });
  if (next && 'retryAt' in next) {
    const now = deps.clock.now();
    reply.header('Retry-After', secondsUntil(next.retryAt, now));
    return await refuse(waitUntil(next.retryAt, now));
  }
  return await sendOn(deps, reply, { request, next, names });
}

interface NextStep {
  readonly request: FastifyRequest<LinkRoute>;
  readonly next: Exclude<Begun, BeginLater>;
  readonly names: GatewayNames;
}

async function sendOn(
  deps: ServiceDeps,
  reply: FastifyReply,
  { request, next, names }: NextStep,
): Promise<FastifyReply> {
  const { token } = request.params;
  if (!next) return await sendEnding(deps, token, reply);
  if ('problem' in next) {
    if (next.problem === 'gateway_missing') request.log.error('gateway missing');
    if (next.problem === KEPT) request.log.error('files unavailable: signature kept');
    return reply.redirect(`${pathOf(request)}?problem=${next.problem}`, 303);
  }
  if (!('action' in next)) return reply.redirect(pathOf(request), 303);
  rememberSigner(reply, token, deps.links.baseUrl);
  const target = new URL(next.action).origin;
  reply.headers(securityHeaders(deps.links.baseUrl, [target]));
  return sendPage(reply, (reader) => gatewayPage(next, names, reader));
}

/** `as` is the chosen name, null for the one on the invitation. */
function formIn(body: unknown) {
  const fields = Object.entries(typeof body === 'object' && body !== null ? body : {});
  const { consent, read, language, as, gateway } = Object.fromEntries<unknown>(fields);
  return {
    consent,
    read: WAYS_OF_READING.find((way) => way === read) ?? null,
    language,
    as: typeof as === 'string' && as !== '' ? as : null,
    gateway,
  };
}
