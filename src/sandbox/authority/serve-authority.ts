import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isRecord } from '../../contract/is-record.ts';
import { parseUrl } from '../../contract/parse-url.ts';
import { cookieFor, isLanguage, languageCookie, languageOf } from '../../languages/languages.ts';
import type { Clock } from '../../service/index.ts';
import type { Faults } from '../faults.ts';
import { createPageServer, pagePolicy, sendPage } from '../page-server.ts';
import type { Authority } from './authority.ts';
import {
  answerPage,
  busyPage,
  codePage,
  identitiesPage,
  identityPage,
  refusalPage,
} from './authority-pages.ts';
import type { Pki } from './pki/pki.ts';
import { servePki } from './pki/serve-pki.ts';
import type { TestTimestampAuthority } from './pki/timestamp.ts';
import { RequestRefused } from './requests/check-request.ts';
import type { EspFailure } from './requests/esp-failures.ts';
import { ESP_FAILURES, isFailureName } from './requests/esp-failures.ts';
import type { AuthoritySession } from './session.ts';
import type { AuthorityReader } from './words/readers.ts';
import { readerIn } from './words/readers.ts';

const FORM_LIMITS = { fieldSize: 128 * 1024, fields: 10, parts: 10, files: 0 };

export interface AuthorityServerOptions {
  readonly authority: Authority;
  readonly clock: Clock;
  /** Known once the service listens. */
  readonly phoneUrl: () => string;
  readonly faults: Faults;
  readonly pki: Pki;
  readonly tsa: TestTimestampAuthority;
}

type FormFields = Readonly<Record<string, string>>;
type AuthorityStep = (session: AuthoritySession, form: FormFields) => Promise<void>;

/** Text fields only. Duplicates count as absent. */
function formOf({ body }: FastifyRequest): FormFields {
  if (!isRecord(body)) return {};
  const fields = Object.entries(body);
  return Object.fromEntries(
    fields.filter((field): field is [string, string] => typeof field[1] === 'string'),
  );
}

function sessionId({ params }: FastifyRequest): string {
  return isRecord(params) && 'id' in params ? String(params.id) : '';
}

/** The return URL of this browser's last session, for one that no longer exists. */
function backFrom({ headers }: FastifyRequest): string | undefined {
  const [, kept = ''] = /(?:^|;) *back=([^;&]+)/.exec(headers.cookie ?? '') ?? [];
  const url = new URLSearchParams(`back=${kept}`).get('back') ?? '';
  return /^https?:/.test(parseUrl(url)?.protocol ?? '') ? url : undefined;
}

const readerOf = (request: FastifyRequest): AuthorityReader => readerIn(languageOf(request));

/** HTTP statuses of refusals outside the rules of the eSign API. */
const REFUSED = { gone: 404, down: 503, broken: 500 } as const;
type Refused = keyof typeof REFUSED | EspFailure['name'];

const isRefused = (name: unknown): name is keyof typeof REFUSED =>
  typeof name === 'string' && Object.hasOwn(REFUSED, name);

/** Within a session, links back to the service if this browser started one. */
function refuse(reply: FastifyReply, refused: Refused): FastifyReply {
  const { request } = reply;
  const inSession = request.url.startsWith('/session/');
  if (request.method === 'POST') {
    // A page with its own address can be reloaded, also in another language.
    return reply.redirect(`${inSession ? '/session' : ''}/refused/${refused}`, 303);
  }
  const reader = readerOf(request);
  const backTo = inSession ? backFrom(request) : undefined;
  if (isRefused(refused)) {
    const message = reader.words.refusal[refused];
    return sendPage(reply, refusalPage(reader, { message, backTo }), REFUSED[refused]);
  }
  const message = `${reader.words.failures[refused]} (${ESP_FAILURES[refused].code})`;
  return sendPage(reply, refusalPage(reader, { message, backTo }), 400);
}

function addRefusals(app: FastifyInstance): void {
  app.setErrorHandler((error, _request, reply) => {
    if (error instanceof RequestRefused) return refuse(reply, error.failure.name);
    const isClientError =
      error instanceof Error && 'statusCode' in error && error.statusCode !== 500;
    return refuse(reply, isClientError ? 'gone' : 'broken');
  });
  app.setNotFoundHandler((_request, reply) => refuse(reply, 'gone'));
  for (const path of ['/refused/:why', '/session/refused/:why']) {
    app.get<{ Params: { why: string } }>(path, ({ params: { why } }, reply) =>
      refuse(reply, isRefused(why) || isFailureName(why) ? why : 'gone'),
    );
  }
}

function show(
  request: FastifyRequest,
  session: AuthoritySession,
  options: AuthorityServerOptions,
): string {
  const { stage } = session;
  const reader = readerOf(request);
  switch (stage.at) {
    case 'identity':
      return identityPage(session, reader);
    case 'code': {
      const view = { ...stage, now: options.clock.now(), phoneUrl: options.phoneUrl() };
      return codePage(session, reader, view);
    }
    case 'signing':
      return busyPage(reader);
    case 'done':
      return answerPage(session, reader, stage.answer);
  }
}

function addSession(app: FastifyInstance, options: AuthorityServerOptions): void {
  const { authority } = options;
  app.get('/session/:id', async (request, reply) => {
    const session = await authority.find(sessionId(request));
    if (!session) return refuse(reply, 'gone');
    reply.header('content-security-policy', pagePolicy(session.request.returnUrl.origin));
    return sendPage(reply, show(request, session, options));
  });

  const steps: Readonly<Record<string, AuthorityStep>> = {
    identity: (session, { identity = '', consent }) =>
      authority.identify(session, { identity, consent: consent === 'yes' }),
    code: (session, { otp = '' }) => authority.giveCode(session, otp),
    resend: (session) => authority.resend(session),
    cancel: (session) => authority.cancel(session),
  };
  for (const [name, step] of Object.entries(steps)) {
    app.post(`/session/:id/${name}`, async (request, reply) => {
      const session = await authority.find(sessionId(request));
      if (!session) return refuse(reply, 'gone');
      const form = formOf(request);
      if (!isLanguage(form.language)) {
        session.language = languageOf(request);
        await step(session, form);
      } else {
        authority.keep(session, form.identity ?? form.otp ?? '');
        reply.header('set-cookie', cookieFor(form.language));
      }
      return toSession(reply, session);
    });
  }
}

const toSession = (reply: FastifyReply, { id }: AuthoritySession): FastifyReply =>
  reply.redirect(`/session/${id}`, 303);

function rememberLanguage(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    const cookie = languageCookie(request);
    if (cookie) reply.header('set-cookie', cookie);
  });
}

/** On its own origin. */
export async function serveAuthority(options: AuthorityServerOptions): Promise<FastifyInstance> {
  const app = await createPageServer();
  await app.register(multipart, { attachFieldsToBody: 'keyValues', limits: FORM_LIMITS });
  rememberLanguage(app);
  addRefusals(app);
  app.get('/', (request, reply) => sendPage(reply, identitiesPage(readerOf(request))));
  app.post('/sign', async (request, reply) => {
    if (options.faults.take('request')) return refuse(reply, 'down');
    const session = await options.authority.open(formOf(request));
    const back = encodeURIComponent(session.request.returnUrl.href);
    reply.header('set-cookie', `back=${back}; Path=/session; HttpOnly; SameSite=Lax`);
    return toSession(reply, session);
  });
  addSession(app, options);
  servePki(app, options);
  return app;
}
