import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ServiceDeps } from '../../core/deps.ts';
import { DomainError } from '../../core/domain-error.rules.ts';
import type { DashboardPage } from '../../web/dashboard/dashboard-shell.ts';
import { noticePage, sendDashboard } from '../../web/dashboard/dashboard-shell.ts';
import { pathPart, textOf } from '../../web/dashboard/form.ts';
import {
  browserOf,
  keepSession,
  sessionSecret,
  setTripCookie,
  tripToken,
} from '../../web/dashboard/visit.ts';
import { WORDS } from '../../web/dashboard/words/dashboard.words.ts';
import type { Arrival } from './provider-sign-in.ts';
import { arriveFrom, assertProvider, departTo } from './provider-sign-in.ts';
import type { IdentityProvider, ProviderTrip } from './provider-trip.rules.ts';
import { ProviderFailed } from './provider-trip.rules.ts';
import { pathIn, SIGN_IN } from './sign-in.page.ts';
import type { BegunSession } from './sign-in.ts';
import { beginSession, findVisitor, renewSession } from './sign-in.ts';

const { provider: words } = WORDS.signIn;

type ProviderProblem = 'unreachable' | 'refused' | 'lost' | 'noMember' | 'otherPerson';

const STATUS: Readonly<Record<ProviderProblem, number>> = {
  unreachable: 502,
  refused: 403,
  lost: 400,
  noMember: 403,
  otherPerson: 403,
};

function providerProblemPage(
  problem: ProviderProblem,
  { name }: Pick<IdentityProvider, 'name'>,
): DashboardPage {
  const { title, words: told } = words[problem];
  return noticePage(STATUS[problem], title, {
    words: typeof told === 'string' ? told : told(name),
    next: { path: SIGN_IN, label: words.next },
  });
}

type Where = Pick<ProviderTrip, 'to' | 'sessionId'>;

/** Also logs the reason. */
function sendProblem(
  reply: FastifyReply,
  provider: IdentityProvider,
  { problem, reason }: { readonly problem: ProviderProblem; readonly reason?: string },
): FastifyReply {
  reply.log.warn({ provider: provider.id, problem, reason }, 'nobody signed in by the provider');
  return sendDashboard(reply, providerProblemPage(problem, provider));
}

async function guarded(
  reply: FastifyReply,
  provider: IdentityProvider,
  run: () => Promise<FastifyReply>,
): Promise<FastifyReply> {
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof ProviderFailed)) throw error;
    const problem = error.isRefusal ? 'refused' : 'unreachable';
    return sendProblem(reply, provider, { problem, reason: error.message });
  }
}

/** To sign in, or to confirm the session. @throws {DomainError} `not_found` */
export async function sendToProvider(
  deps: ServiceDeps,
  reply: FastifyReply,
  { providerId, ...where }: Where & { readonly providerId: string },
): Promise<FastifyReply> {
  return await guarded(reply, assertProvider(deps, providerId), async () => {
    const { url, token } = await departTo(deps, { providerId, ...where });
    setTripCookie(reply, token, deps.links.baseUrl);
    return reply.redirect(url.href, 303);
  });
}

async function enter(
  deps: ServiceDeps,
  request: FastifyRequest,
  arrival: Arrival,
): Promise<(BegunSession & Pick<ProviderTrip, 'to'>) | ProviderProblem> {
  if (arrival.state === 'lost') return 'lost';
  if (arrival.state === 'no-member') return 'noMember';
  const { userId, trip } = arrival;
  const browser = browserOf(request);
  if (trip.sessionId === null) {
    const begun = await beginSession(deps, { userId }, browser);
    return begun ? { ...begun, to: trip.to } : 'noMember';
  }
  const former = sessionSecret(request, deps.links.baseUrl);
  const visitor = former === undefined ? undefined : await findVisitor(deps, former);
  if (!visitor || visitor.session.sessionId !== trip.sessionId) return 'lost';
  if (visitor.user.userId !== userId) return 'otherPerson';
  const begun = await renewSession(deps, visitor.session, browser);
  return begun ? { ...begun, to: trip.to } : 'noMember';
}

/** Signs in members whom an identity provider vouches for. */
export function providerRoutes(app: FastifyInstance, deps: ServiceDeps): void {
  const found = async (
    request: FastifyRequest,
    reply: FastifyReply,
    run: (provider: IdentityProvider) => Promise<FastifyReply>,
  ) => {
    try {
      return await run(assertProvider(deps, pathPart(request, 'provider')));
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      const { notFound, next: label } = WORDS.signIn.provider;
      const next = { path: SIGN_IN, label };
      return sendDashboard(reply, noticePage(404, notFound, { words: error.message, next }));
    }
  };
  app.get(`${SIGN_IN}/oidc/:provider`, { exposeHeadRoute: false }, (request, reply) =>
    found(request, reply, async ({ id: providerId }) => {
      const to = pathIn(textOf(request.query, 'to'));
      return await sendToProvider(deps, reply, { providerId, to, sessionId: null });
    }),
  );
  app.get(`${SIGN_IN}/oidc/:provider/return`, { exposeHeadRoute: false }, (request, reply) =>
    found(request, reply, async (provider) => {
      const { baseUrl } = deps.links;
      const token = tripToken(request, baseUrl) ?? '';
      setTripCookie(reply, '', baseUrl);
      return await guarded(reply, provider, async () => {
        const { search } = new URL(request.url, baseUrl);
        const arrival = await arriveFrom(deps, { providerId: provider.id, token, search });
        const entered = await enter(deps, request, arrival);
        if (typeof entered === 'string') return sendProblem(reply, provider, { problem: entered });
        keepSession(reply, entered, deps.links);
        return reply.redirect(entered.to, 303);
      });
    }),
  );
}
