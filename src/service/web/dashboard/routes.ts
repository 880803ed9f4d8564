import type { MultipartFile } from '@fastify/multipart';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ERRORS } from '../../../contract/errors.ts';
import { parseUrl } from '../../../contract/parse-url.ts';
import { LOGO_LIMITS } from '../../core/branding/logo.rules.ts';
import type { ServiceDeps } from '../../core/deps.ts';
import { DomainError } from '../../core/domain-error.rules.ts';
import type { Permission } from '../../core/permissions.rules.ts';
import { may, NotPermitted } from '../../core/permissions.rules.ts';
import { noteAction } from '../../members/account-trail.ts';
import { findVisitor } from '../../members/sign-in/sign-in.ts';
import { contentOf, ForeignForm, formParts, isOwnForm } from '../kit/read-body.ts';
import { ACCOUNT } from '../kit/request-text.ts';
import type { DashboardPage } from './dashboard-shell.ts';
import { noticePage, sendDashboard } from './dashboard-shell.ts';
import type { Problems } from './form.ts';
import { CONFIRM_BOX, FORM_KEY, problemsOf, textOf } from './form.ts';
import type { MemberVisit } from './visit.ts';
import { formKeyOf, hasFormKey, sessionSecret } from './visit.ts';
import { WORDS } from './words/dashboard.words.ts';

/** One byte over the limit, to detect longer files. */
const FILE_BYTES = LOGO_LIMITS.bytes + 1;

const FORM = {
  limits: { fileSize: FILE_BYTES, files: 1, fields: 10, fieldSize: 1000 },
  throwFileSizeLimit: false,
};

async function bytesOf(part: MultipartFile): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of contentOf(part)) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** @throws {DomainError} `invalid_request` for a malformed or incomplete form */
async function readUpload(request: FastifyRequest): Promise<unknown> {
  if (!request.isMultipart()) return request.body;
  const fields = new Map<string, unknown>();
  for await (const part of formParts(request, FORM)) {
    fields.set(part.fieldname, part.type === 'file' ? await bytesOf(part) : part.value);
  }
  return Object.fromEntries(fields);
}

declare module 'fastify' {
  interface FastifyContextConfig {
    readonly permission?: Permission;
    /** Requires a recent sign-in or confirmation. */
    readonly sudo?: boolean;
  }
}

type Handler<Result> = (
  visit: MemberVisit,
  request: FastifyRequest,
  reply: FastifyReply,
) => Promise<Result>;

type ShowAgain = (
  visit: MemberVisit,
  request: FastifyRequest,
  problems: Problems,
) => DashboardPage | Promise<DashboardPage>;

/**
 * Shows the form again with what was typed, when a rule refuses it: `show` reads the request's
 * body. That page doesn't reload by itself: the typed text would be lost.
 */
export const orAgain =
  (run: Handler<string | DashboardPage>, show: ShowAgain): Handler<string | DashboardPage> =>
  async (visit, request, reply) => {
    try {
      return await run(visit, request, reply);
    } catch (error) {
      if (!(error instanceof DomainError) || !error.code.startsWith('invalid_')) throw error;
      const { code } = error;
      const problems = problemsOf(error);
      const { live: _live, ...page } = await show(visit, request, problems);
      return { problems, status: ERRORS[code], ...page };
    }
  };

/** @throws {DomainError} `invalid_request` unless the form's box to confirm is ticked */
export function assertConfirmed({ body }: FastifyRequest, unconfirmed: string): void {
  if (textOf(body, CONFIRM_BOX) === 'yes') return;
  throw new DomainError('invalid_request', unconfirmed, CONFIRM_BOX);
}

/** Adds routes to the dashboard. Each names the permission it requires. */
export interface DashboardRoutes {
  readonly deps: ServiceDeps;
  /** A `not_found` DomainError becomes a "not found" page. */
  page(path: string, permission: Permission, show: Handler<DashboardPage>): void;
  /** `send` sends the file itself. */
  file(path: string, permission: Permission, send: Handler<FastifyReply>): void;
  /** Like `action`, with a file as a buffer in `body`. */
  upload(path: string, permission: Permission, run: Handler<string | DashboardPage>): void;
  /** Like `action`, with a form that `run` reads as it arrives, checking its key with `isOwn`. */
  stream(path: string, permission: Permission, run: Handler<string | DashboardPage>): void;
  /** A form: redirects to the returned path, or shows a page. `sudo` needs a recent sign-in. */
  action(
    path: string,
    permission: Permission | readonly [permission: Permission, sudo: 'sudo'],
    run: Handler<string | DashboardPage>,
  ): void;
}

const signInPath = ({ method, url }: FastifyRequest): string =>
  method === 'GET' ? `/dashboard/sign-in?to=${encodeURIComponent(url)}` : '/dashboard/sign-in';

async function visitOf(
  deps: ServiceDeps,
  request: FastifyRequest,
): Promise<MemberVisit | undefined> {
  const secret = sessionSecret(request, deps.links.baseUrl);
  const found = secret === undefined ? undefined : await findVisitor(deps, secret);
  if (!found) return undefined;
  const formKey = formKeyOf(deps.links, found.session.sessionId);
  const isConfirmed = deps.sessionClock.now() < found.session.sudoUntil;
  return { ...found, formKey, isConfirmed, now: deps.clock.now() };
}

const { confirm, forbidden, foreign, ...words } = WORDS.common;
const HOME = { path: '/dashboard', label: words.menu.home };

const FORBIDDEN = noticePage(403, forbidden.title, { words: forbidden.words, next: HOME });

const FOREIGN = noticePage(403, foreign.title, { words: foreign.words, next: HOME });

const CONFIRM = noticePage(403, confirm.title, {
  words: confirm.words,
  next: { path: '/dashboard/confirm', label: confirm.next },
});

/** Undefined if the visitor is allowed. */
function objection(
  { links }: ServiceDeps,
  visit: MemberVisit,
  asked: Asked & { readonly request: FastifyRequest },
): DashboardPage | undefined {
  const { request, permission, sudo, isStreamed } = asked;
  const { sessionId } = visit.session;
  const key = textOf(request.body, FORM_KEY);
  const isForm = request.method === 'POST';
  const hasKey = isStreamed === true || hasFormKey(links, sessionId, key);
  const isOwn = isOwnForm(request, links.baseUrl) && hasKey;
  if (isForm && !isOwn) return FOREIGN;
  if (!may(visit.role, permission)) return FORBIDDEN;
  return sudo && !visit.isConfirmed ? CONFIRM : undefined;
}

/** @throws what it gets, if that is no refusal */
function refusal(error: unknown, { headers, url }: FastifyRequest): DashboardPage {
  if (error instanceof ForeignForm) return FOREIGN;
  if (error instanceof NotPermitted) return FORBIDDEN;
  if (!(error instanceof DomainError)) throw error;
  const { code, message } = error;
  if (code === 'not_found') return noticePage(404, words.notFound, { words: message });
  const { referer } = headers;
  const from = referer === undefined ? undefined : parseUrl(referer);
  const path = from?.pathname.startsWith('/dashboard') ? `${from.pathname}${from.search}` : url;
  const next = { path, label: words.back };
  return noticePage(ERRORS[code], words.refused, { words: message, next });
}

interface Asked {
  readonly permission: Permission;
  readonly sudo?: boolean;
  readonly hasFile?: boolean;
  readonly isStreamed?: boolean;
}

/** Form fields that are recorded: neither secret nor personal. */
const TOLD = ['user', 'role', 'session', 'account', 'credits', 'passkey'] as const;

async function note(deps: ServiceDeps, visit: MemberVisit, request: FastifyRequest): Promise<void> {
  const told = TOLD.map((name) => [name, textOf(request.body, name)] as const);
  const target = Object.fromEntries([
    ...Object.entries(Object(request.params)).map(([name, id]) => [name, String(id)] as const),
    ...told.filter(([, value]) => value !== ''),
  ]);
  const action = request.routeOptions.url ?? '';
  const { id: requestId } = request;
  await noteAction(deps, visit, { action, target, requestId });
}

async function serve(
  deps: ServiceDeps,
  asked: Asked & { readonly work: Handler<FastifyReply> },
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { request } = reply;
  const visit = await visitOf(deps, request);
  if (!visit) return reply.redirect(signInPath(request), 303);
  request.setDecorator<string | null>(ACCOUNT, visit.account.accountId);
  try {
    if (asked.hasFile) request.body = await readUpload(request);
    const refused = objection(deps, visit, { ...asked, request });
    if (refused) return sendDashboard(reply, refused, visit);
    if (request.method === 'POST') await note(deps, visit, request);
    return await asked.work(visit, request, reply);
  } catch (error) {
    return sendDashboard(reply, refusal(error, request), visit);
  }
}

const showing =
  (handler: Handler<string | DashboardPage>): Handler<FastifyReply> =>
  async (visit, request, reply) => {
    const result = await handler(visit, request, reply);
    if (typeof result === 'string') return reply.redirect(result, 303);
    return sendDashboard(reply, result, visit);
  };

export function dashboardRoutes(app: FastifyInstance, deps: ServiceDeps): DashboardRoutes {
  const add = (method: 'GET' | 'POST', url: string, asked: Parameters<typeof serve>[1]): void => {
    const { permission, sudo = false } = asked;
    const handler = (_request: FastifyRequest, reply: FastifyReply) => serve(deps, asked, reply);
    // A HEAD would count as a download.
    const config = {
      permission,
      sudo,
      isUpload: asked.hasFile === true || asked.isStreamed === true,
    };
    app.route({ method, url, config, exposeHeadRoute: false, handler });
  };
  return {
    deps,
    page: (path, permission, show) => add('GET', path, { permission, work: showing(show) }),
    file: (path, permission, work) => add('GET', path, { permission, work }),
    upload: (path, permission, run) =>
      add('POST', path, { permission, hasFile: true, work: showing(run) }),
    stream: (path, permission, run) =>
      add('POST', path, { permission, isStreamed: true, work: showing(run) }),
    action: (path, asked, run) => {
      const [permission, sudo] = typeof asked === 'string' ? [asked] : asked;
      add('POST', path, { permission, sudo: sudo === 'sudo', work: showing(run) });
    },
  };
}
