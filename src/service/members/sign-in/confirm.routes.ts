import type { FastifyRequest } from 'fastify';
import type { Html } from '../../../html/html.ts';
import { html } from '../../../html/html.ts';
import type { ServiceDeps } from '../../core/deps.ts';
import type { DashboardPage } from '../../web/dashboard/dashboard-shell.ts';
import type { Problems } from '../../web/dashboard/form.ts';
import {
  alertOf,
  buttonForm,
  form,
  keyField,
  PASSKEY_ANSWER,
  passkeyForm,
  pathPart,
  textOf,
} from '../../web/dashboard/form.ts';
import type { DashboardRoutes } from '../../web/dashboard/routes.ts';
import type { MemberVisit } from '../../web/dashboard/visit.ts';
import { browserOf, dropSession, keepSession } from '../../web/dashboard/visit.ts';
import { WORDS } from '../../web/dashboard/words/dashboard.words.ts';
import { listPasskeys } from './own-sessions.ts';
import { relyingPartyOf } from './passkey.rules.ts';
import { passkeyRequest, takePasskey } from './passkeys.ts';
import { sendToProvider } from './provider.routes.ts';
import type { IdentityProvider } from './provider-trip.rules.ts';
import { providerFor } from './provider-trip.rules.ts';
import { requestConfirmation } from './request-sign-in.ts';
import { codeField, HOME } from './sign-in.page.ts';
import { renewSession, takeProof } from './sign-in.ts';

export const CONFIRM = '/dashboard/confirm';

interface ConfirmWays {
  readonly provider: Pick<IdentityProvider, 'id' | 'name'> | undefined;
  readonly hasMail: boolean;
  readonly hasPasskey: boolean;
}

const byPasskey = (visit: MemberVisit): Html =>
  passkeyForm({
    action: `${CONFIRM}/passkey`,
    kind: 'get',
    content: html`${keyField(visit)}<button>${words.passkey}</button>`,
    failed: words.passkeyFailed,
  });

const byMail = (visit: MemberVisit): Html => html`<p>${words.byMail(visit.user.email)}</p>
${buttonForm(visit, CONFIRM, { label: words.send, quiet: false })}`;

/** `refused` is the reason for a failed confirmation. */
const askPage = (visit: MemberVisit, ways: ConfirmWays, refused?: string): DashboardPage => ({
  title: words.title,
  status: refused === undefined ? 200 : 400,
  ...(ways.hasPasskey && { scripts: ['passkey.js'] }),
  content: html`<section class="card">${alertOf(refused)}<p>${words.lasts}</p>
${ways.hasPasskey && byPasskey(visit)}
${
  ways.provider &&
  html`<p><a class="button" href="${CONFIRM}/oidc/${ways.provider.id}">${words.provider(ways.provider.name)}</a></p>`
}
${ways.hasMail && byMail(visit)}</section>`,
});

const codePage = (visit: MemberVisit, signInId: string, problems?: Problems): DashboardPage => ({
  title: words.enter,
  ...(problems && { status: 400, problems }),
  content: html`<section class="card">
${form(visit, `${CONFIRM}/code`, html`<input type="hidden" name="id" value="${signInId}">${codeField(problems)}<button>${words.button}</button>`)}
<p><a href="${CONFIRM}">${askAgain}</a></p></section>`,
});

const { confirm: words, askAgain } = WORDS.signIn;

async function waysOf(deps: ServiceDeps, visit: MemberVisit): Promise<ConfirmWays> {
  const { links, identityProviders = [] } = deps;
  const provider = providerFor(identityProviders, visit.user.email);
  const isAlone = provider?.isOnly === true;
  const passkeys = relyingPartyOf(links.baseUrl) ? await listPasskeys(deps, visit) : [];
  return { provider, hasMail: !isAlone, hasPasskey: !isAlone && passkeys.length > 0 };
}

/** Confirms the identity of a signed-in member, and renews their session. */
export function confirmRoutes({ deps, page, file, action }: DashboardRoutes): void {
  const renewed: Parameters<typeof action>[2] = async (visit, request, reply) => {
    const begun = await renewSession(deps, visit.session, browserOf(request));
    if (begun) keepSession(reply, begun, deps.links);
    else dropSession(reply, deps.links.baseUrl);
    return HOME;
  };
  page(CONFIRM, 'self.manage', async (visit, { query }: FastifyRequest) => {
    const id = textOf(query, 'id');
    return id === '' ? askPage(visit, await waysOf(deps, visit)) : codePage(visit, id);
  });
  action(CONFIRM, 'self.manage', async (visit) => {
    const asked = await requestConfirmation(deps, visit);
    if ('from' in asked)
      return askPage(visit, await waysOf(deps, visit), words.noneLeft(asked.from));
    return `${CONFIRM}?${new URLSearchParams({ id: asked.signInId })}`;
  });
  action(`${CONFIRM}/code`, 'self.manage', async (visit, request, reply) => {
    const signInId = textOf(request.body, 'id');
    const proof = { signInId, code: textOf(request.body, 'code').trim() };
    const isThem = (await takeProof(deps, proof)) === visit.user.userId;
    if (!isThem) return codePage(visit, signInId, { code: words.wrong });
    return await renewed(visit, request, reply);
  });
  const purposeOf = ({ session }: MemberVisit) => `confirm ${session.sessionId}` as const;
  file(`${CONFIRM}/passkey`, 'self.manage', async (visit, _request, reply) =>
    reply.send(await passkeyRequest(deps, purposeOf(visit), visit.user.userId)),
  );
  action(`${CONFIRM}/passkey`, 'self.manage', async (visit, request, reply) => {
    const answer = textOf(request.body, PASSKEY_ANSWER);
    const isThem = (await takePasskey(deps, purposeOf(visit), answer)) === visit.user.userId;
    if (!isThem) return askPage(visit, await waysOf(deps, visit), words.passkeyRefused);
    return await renewed(visit, request, reply);
  });
  file(`${CONFIRM}/oidc/:provider`, 'self.manage', async ({ session }, request, reply) => {
    const providerId = pathPart(request, 'provider');
    const { sessionId } = session;
    return await sendToProvider(deps, reply, { providerId, to: HOME, sessionId });
  });
}
