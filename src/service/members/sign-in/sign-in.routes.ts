import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ServiceDeps } from '../../core/deps.ts';
import { sendDashboard } from '../../web/dashboard/dashboard-shell.ts';
import type { Problems } from '../../web/dashboard/form.ts';
import { PASSKEY_ANSWER, pathPart, textOf } from '../../web/dashboard/form.ts';
import { browserOf, keepSession, knownIn } from '../../web/dashboard/visit.ts';
import { WORDS } from '../../web/dashboard/words/dashboard.words.ts';
import { isOwnForm } from '../../web/kit/read-body.ts';
import type { RequestCounts } from '../../web/kit/request-counts.ts';
import { subjectOfAddress } from '../../web/kit/request-counts.ts';
import { isAddress } from '../change-members.ts';
import { relyingPartyOf } from './passkey.rules.ts';
import { passkeyRequest, takePasskey } from './passkeys.ts';
import { providerRoutes } from './provider.routes.ts';
import { requestSignIn } from './request-sign-in.ts';
import {
  addressPage,
  codePage,
  endedLinkPage,
  foreignPage,
  linkPage,
  pathIn,
  refusedPasskeyPage,
  SIGN_IN,
  tooOftenPage,
} from './sign-in.page.ts';
import type { SignInProof } from './sign-in.ts';
import { beginSession, findSignIn, signIn } from './sign-in.ts';

/** Per address and minute. */
export const SIGN_IN_ATTEMPTS = { name: 'sign-in', max: 20 };

/** By a mailed link or code, a passkey, a provider, or a link printed on this machine. */
export function signInRoutes(app: FastifyInstance, deps: ServiceDeps, counts: RequestCounts): void {
  const enter = async (reply: FastifyReply, proof: SignInProof): Promise<boolean> => {
    const begun = await signIn(deps, proof, browserOf(reply.request));
    if (begun) keepSession(reply, begun, deps.links);
    return begun !== undefined;
  };
  app.addHook('preHandler', async (request, reply) => {
    if (request.method !== 'POST') return;
    if (!isOwnForm(request, deps.links.baseUrl)) return sendDashboard(reply, foreignPage);
    const isTooOften = counts.count(SIGN_IN_ATTEMPTS, subjectOfAddress(request.ip)) !== undefined;
    return isTooOften ? sendDashboard(reply, tooOftenPage) : undefined;
  });
  addressRoutes(app, deps, enter);
  passkeyRoutes(app, deps);
  providerRoutes(app, deps);
  linkRoutes(app, deps, enter);
}

const WRONG_CODE: Problems = { code: WORDS.signIn.wrongCode };

type Enter = (reply: FastifyReply, proof: SignInProof) => Promise<boolean>;

function addressRoutes(app: FastifyInstance, deps: ServiceDeps, enter: Enter): void {
  const { identityProviders: providers = [], links } = deps;
  // The address of the service is known once it listens.
  const ask = (reply: FastifyReply, asked: Parameters<typeof addressPage>[0]) => {
    const hasPasskeys = relyingPartyOf(links.baseUrl) !== undefined;
    return sendDashboard(reply, addressPage(asked, { providers, hasPasskeys }));
  };
  app.get(SIGN_IN, ({ query }, reply) => ask(reply, { to: pathIn(textOf(query, 'to')) }));
  app.post(SIGN_IN, async (request, reply) => {
    const { body, ip } = request;
    const email = textOf(body, 'email').trim();
    if (!isAddress(email)) {
      const problems = { email: WORDS.signIn.noAddress };
      return ask(reply, { to: pathIn(textOf(body, 'to')), typed: email, problems });
    }
    const id = await requestSignIn(deps, {
      email,
      known: knownIn(request, deps.links.baseUrl),
      network: subjectOfAddress(ip),
    });
    const query = new URLSearchParams({ id, to: pathIn(textOf(body, 'to')) });
    return reply.redirect(`${SIGN_IN}/code?${query}`, 303);
  });
  const askCode = (fields: unknown, reply: FastifyReply, problems?: Problems) =>
    sendDashboard(
      reply,
      codePage({ signInId: textOf(fields, 'id'), to: pathIn(textOf(fields, 'to')), problems }),
    );
  app.get(`${SIGN_IN}/code`, ({ query }, reply) => askCode(query, reply));
  app.post(`${SIGN_IN}/code`, async ({ body }, reply) => {
    const proof = { signInId: textOf(body, 'id'), code: textOf(body, 'code').trim() };
    if (!(await enter(reply, proof))) return askCode(body, reply, WRONG_CODE);
    return reply.redirect(pathIn(textOf(body, 'to')), 303);
  });
}

function passkeyRoutes(app: FastifyInstance, deps: ServiceDeps): void {
  app.get(`${SIGN_IN}/passkey`, async (_request, reply) =>
    reply.send(await passkeyRequest(deps, 'sign-in')),
  );
  app.post(`${SIGN_IN}/passkey`, async (request, reply) => {
    const userId = await takePasskey(deps, 'sign-in', textOf(request.body, PASSKEY_ANSWER));
    const begun = userId && (await beginSession(deps, { userId }, browserOf(request)));
    if (!begun) return sendDashboard(reply, refusedPasskeyPage);
    keepSession(reply, begun, deps.links);
    return reply.redirect(pathIn(textOf(request.body, 'to')), 303);
  });
}

function linkRoutes(app: FastifyInstance, deps: ServiceDeps, enter: Enter): void {
  const byLink = async (request: FastifyRequest, reply: FastifyReply) => {
    const to = textOf(request.query, 'to');
    const isIn = await enter(reply, { token: pathPart(request, 'token') });
    // A terminal may still show a used link: members continue, others are asked to sign in.
    return isIn || to ? reply.redirect(pathIn(to), 303) : sendDashboard(reply, endedLinkPage);
  };
  app.get(`${SIGN_IN}/:token`, async (request, reply) => {
    const token = pathPart(request, 'token');
    const found = await findSignIn(deps, token);
    if (!found) return await byLink(request, reply);
    const isOpened = found.isDirect && request.method === 'GET';
    return isOpened ? await byLink(request, reply) : sendDashboard(reply, linkPage(token));
  });
  app.post(`${SIGN_IN}/:token`, byLink);
}
