import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Clock } from '../../service/index.ts';
import { createPageServer, pagePolicy, sendPage } from '../pages/page-server.ts';
import type { Authority } from './authority.ts';
import type { Faults } from './faults.ts';
import {
  answerPage,
  busyPage,
  codePage,
  identitiesPage,
  identityPage,
  refusalPage,
} from './pages.ts';
import type { Pki } from './pki/pki.ts';
import { servePki } from './pki/serve-pki.ts';
import type { TimestampAuthority } from './pki/timestamp.ts';
import { RequestRefused } from './requests/check-request.ts';
import type { Session } from './session.ts';

const GONE = 'This signing session has ended or does not exist.';
const DOWN = 'The signing authority is down. Nothing was signed. Try again later.';
const BROKEN = 'The signing service has a problem. Try again later.';

const FORM_LIMITS = { fieldSize: 128 * 1024, fields: 10, parts: 10, files: 0 };

export interface AuthorityServerOptions {
  readonly authority: Authority;
  readonly clock: Clock;
  /** URL of the test phone, known once the dashboard listens. */
  readonly phoneUrl: () => string;
  readonly faults: Faults;
  readonly pki: Pki;
  readonly tsa: TimestampAuthority;
}

type Step = (session: Session, form: Readonly<Record<string, string>>) => Promise<void>;

/** The text fields of a form; duplicate fields count as absent. */
function formOf({ body }: FastifyRequest): Readonly<Record<string, string>> {
  if (typeof body !== 'object' || body === null) return {};
  const fields = Object.entries(body);
  return Object.fromEntries(
    fields.filter((field): field is [string, string] => typeof field[1] === 'string'),
  );
}

function sessionId({ params }: FastifyRequest): string {
  const hasId = typeof params === 'object' && params !== null && 'id' in params;
  return hasId ? String(params.id) : '';
}

/** The return URL of the last session that this browser began, for one that is gone. */
function backFrom({ headers }: FastifyRequest): string | undefined {
  const [, kept = ''] = /(?:^|;) *back=([^;&]+)/.exec(headers.cookie ?? '') ?? [];
  const url = new URLSearchParams(`back=${kept}`).get('back') ?? '';
  return URL.canParse(url) && /^https?:/.test(new URL(url).protocol) ? url : undefined;
}

function show(session: Session, { clock, phoneUrl }: AuthorityServerOptions): string {
  const { stage } = session;
  switch (stage.at) {
    case 'identity':
      return identityPage(session);
    case 'code':
      return codePage(session, { ...stage, now: clock.now(), phoneUrl: phoneUrl() });
    case 'signing':
      return busyPage();
    case 'done':
      return answerPage(session, stage.answer);
  }
}

function addSession(app: FastifyInstance, options: AuthorityServerOptions): void {
  const { authority } = options;
  app.get('/session/:id', async (request, reply) => {
    const session = await authority.find(sessionId(request));
    if (!session) return sendPage(reply, refusalPage(GONE, backFrom(request)), 404);
    reply.header('content-security-policy', pagePolicy(session.request.returnUrl.origin));
    return sendPage(reply, show(session, options));
  });

  const steps: Readonly<Record<string, Step>> = {
    identity: (session, { identity = '', consent }) =>
      authority.identify(session, { identity, consent: consent === 'yes' }),
    code: (session, { otp = '' }) => authority.giveCode(session, otp),
    resend: (session) => authority.resend(session),
    cancel: (session) => authority.cancel(session),
  };
  for (const [name, step] of Object.entries(steps)) {
    app.post(`/session/:id/${name}`, async (request, reply) => {
      const session = await authority.find(sessionId(request));
      if (!session) return sendPage(reply, refusalPage(GONE, backFrom(request)), 404);
      await step(session, formOf(request));
      return toSession(reply, session);
    });
  }
}

const toSession = (reply: FastifyReply, { id }: Session): FastifyReply =>
  reply.redirect(`/session/${id}`, 303);

/** Creates the authority's web server, on an origin of its own. */
export async function serveAuthority(options: AuthorityServerOptions): Promise<FastifyInstance> {
  const app = await createPageServer();
  await app.register(multipart, { attachFieldsToBody: 'keyValues', limits: FORM_LIMITS });
  app.setErrorHandler((error, _request, reply) => {
    if (error instanceof RequestRefused) return sendPage(reply, refusalPage(error.message), 400);
    const isClientError =
      error instanceof Error && 'statusCode' in error && error.statusCode !== 500;
    return sendPage(reply, refusalPage(isClientError ? GONE : BROKEN), isClientError ? 400 : 500);
  });
  app.setNotFoundHandler((_request, reply) => sendPage(reply, refusalPage(GONE), 404));
  app.get('/', (_request, reply) => sendPage(reply, identitiesPage()));
  app.post('/sign', async (request, reply) => {
    if (options.faults.take('request')) return sendPage(reply, refusalPage(DOWN), 503);
    const session = await options.authority.open(formOf(request));
    const back = encodeURIComponent(session.request.returnUrl.href);
    reply.header('set-cookie', `back=${back}; Path=/session; HttpOnly; SameSite=Lax`);
    return toSession(reply, session);
  });
  addSession(app, options);
  servePki(app, options);
  return app;
}
