import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Html } from '../../../html/html.ts';
import { html } from '../../../html/html.ts';
import { DomainError } from '../../core/domain-error.rules.ts';
import { PaymentProviderError } from '../../ports/payments.ts';
import type { DashboardPage } from '../../web/dashboard/dashboard-shell.ts';
import { facts, noticePage, timeOf } from '../../web/dashboard/dashboard-shell.ts';
import { countIn, pathPart, textOf } from '../../web/dashboard/form.ts';
import type { DashboardRoutes } from '../../web/dashboard/routes.ts';
import { orAgain } from '../../web/dashboard/routes.ts';
import type { MemberVisit } from '../../web/dashboard/visit.ts';
import { WORDS } from '../../web/dashboard/words/dashboard.words.ts';
import type { BillingDeps } from '../billing-deps.ts';
import { startTrial } from '../grant-access.ts';
import { downloadInvoice } from '../invoices/issue-invoice-pdf.ts';
import { readBillingProfile, setBillingProfile } from '../invoices/set-billing-profile.ts';
import type { AccountMandate } from '../orders/manage-mandate.ts';
import { cancelMandate, readMandate, startMandate } from '../orders/manage-mandate.ts';
import { orderGoods } from '../orders/order-goods.ts';
import type { Goods } from '../prices.rules.ts';
import { showRupees } from '../prices.rules.ts';
import { readBilling, readOrder } from '../read-billing.ts';
import type { TypedPack } from './credits.page.ts';
import { creditsPage } from './credits.page.ts';
import { orderPage, profilePage, storedProfile, typedProfile } from './order.page.ts';
import { CREDITS, MANDATE_PATH, numberOfSlug, returnPathOf } from './paths.page.ts';

const words = WORDS.credits.mandate;

const back = html`<p><a class="button" href="${CREDITS}">${words.back}</a></p>`;

function openPart({ mandate, authoriseUrl }: AccountMandate): Html {
  const { createdAt, startsAt } = mandate;
  const first = startsAt > createdAt ? timeOf(startsAt) : words.atOnce;
  const leads = authoriseUrl
    ? html`<p><a class="button" href="${authoriseUrl}">${words.authorise}</a></p>`
    : html`<p>${words.unavailable}</p>`;
  return html`${facts([
    [words.price, words.everyMonth(showRupees(mandate.paise))],
    [words.first, first],
  ])}${leads}
<p class="hint">${words.done}</p><p><a href="${MANDATE_PATH}">${words.lookAgain}</a></p>`;
}

function givenPart({ mandate, covered }: AccountMandate): Html {
  return html`${facts([
    [words.price, words.everyMonth(showRupees(mandate.paise))],
    ...(covered ? [[words.next, timeOf(covered)] as const] : []),
  ])}<p>${words.given}</p>${back}`;
}

function mandatePage(shown: AccountMandate | undefined): DashboardPage {
  if (!shown) {
    const content = html`<section class="card"><p>${words.none}</p>${back}</section>`;
    return { title: words.title.none, content };
  }
  const isOpen = shown.mandate.state === 'open';
  const part = isOpen ? openPart(shown) : givenPart(shown);
  return {
    title: isOpen ? words.title.open : words.title.given,
    content: html`<section class="card">${part}</section>`,
  };
}

const PERMISSION = 'billing.manage';

const { notNow, nothingSold, title } = WORDS.credits;
const next = { path: CREDITS, label: title };
const NOT_NOW = noticePage(503, notNow.ordered, { words: notNow.words, next });
const NOT_CHANGED = noticePage(503, notNow.changed, { words: notNow.unchanged, next });

/** @throws {DomainError} `invalid_state` where nothing is sold */
function seller({ deps }: DashboardRoutes): BillingDeps {
  const { store, clock, billing } = deps;
  if (billing) return { store, clock, billing };
  throw new DomainError('invalid_state', nothingSold);
}

/** Shows `notNow` if the payment provider doesn't answer. */
async function asking(
  work: Promise<string>,
  notNow: DashboardPage,
): Promise<string | DashboardPage> {
  return await work.catch((error: unknown) => {
    if (error instanceof PaymentProviderError) return notNow;
    throw error;
  });
}

const returnUrlOf = ({ deps: { links } }: DashboardRoutes, { billing }: BillingDeps): string =>
  `${links.baseUrl}${returnPathOf(billing.payments)}`;

async function order(
  routes: DashboardRoutes,
  visit: MemberVisit,
  goods: Goods,
): Promise<string | DashboardPage> {
  const deps = seller(routes);
  const ordering = orderGoods(deps, visit, { goods, returnUrl: returnUrlOf(routes, deps) });
  return await asking(
    ordering.then((orderId) => `${CREDITS}/orders/${orderId}`),
    NOT_NOW,
  );
}

function mandateRoutes(routes: DashboardRoutes): void {
  const { page, action } = routes;
  page(MANDATE_PATH, PERMISSION, async (visit) =>
    mandatePage(await readMandate(seller(routes), visit)),
  );
  action(MANDATE_PATH, PERMISSION, (visit) => {
    const deps = seller(routes);
    const started = startMandate(deps, visit, { returnUrl: returnUrlOf(routes, deps) });
    return asking(
      started.then(() => MANDATE_PATH),
      NOT_NOW,
    );
  });
  action(`${MANDATE_PATH}/cancel`, PERMISSION, (visit) =>
    asking(
      cancelMandate(seller(routes), visit).then(() => CREDITS),
      NOT_CHANGED,
    ),
  );
}

async function sendInvoice(
  { deps }: DashboardRoutes,
  visit: MemberVisit,
  { request, reply }: { readonly request: FastifyRequest; readonly reply: FastifyReply },
): Promise<FastifyReply> {
  const number = numberOfSlug(pathPart(request, 'number')) ?? '';
  const { bytes, fileName } = await downloadInvoice(deps, visit, number);
  reply.header('Content-Disposition', `attachment; filename="${fileName}"`);
  return reply.type('application/pdf').send(bytes);
}

function profileRoutes({ deps, page, action }: DashboardRoutes): void {
  const path = `${CREDITS}/profile`;
  page(path, PERMISSION, async (visit) =>
    profilePage(visit, storedProfile(visit, await readBillingProfile(deps, visit))),
  );
  const saving = async (visit: MemberVisit, { body }: FastifyRequest) => {
    await setBillingProfile(deps, visit, typedProfile(body));
    return CREDITS;
  };
  action(
    path,
    [PERMISSION, 'sudo'],
    orAgain(saving, (visit, { body }, problems) =>
      profilePage(visit, typedProfile(body), problems),
    ),
  );
}

export function creditsRoutes(routes: DashboardRoutes): void {
  const { deps, page, action, file } = routes;
  const show = async (visit: MemberVisit, { query }: FastifyRequest, typed?: TypedPack) => {
    const before = countIn(textOf(query, 'before'));
    const overview = await readBilling(deps, visit, { before });
    return creditsPage(visit, { overview, billing: deps.billing, typed });
  };
  page(CREDITS, PERMISSION, (visit, request) => show(visit, request));
  const creditsIn = ({ body }: FastifyRequest) => textOf(body, 'credits');
  action(
    `${CREDITS}/buy`,
    PERMISSION,
    orAgain(
      (visit, request) =>
        order(routes, visit, { kind: 'pack', credits: countIn(creditsIn(request)) ?? 0 }),
      (visit, request, problems) => show(visit, request, { credits: creditsIn(request), problems }),
    ),
  );
  action(`${CREDITS}/month`, PERMISSION, (visit) => order(routes, visit, { kind: 'month' }));
  action(`${CREDITS}/trial`, PERMISSION, async (visit) => {
    await startTrial(deps, visit);
    return CREDITS;
  });
  mandateRoutes(routes);
  page(`${CREDITS}/orders/:order`, PERMISSION, async (visit, request) => {
    const orderId = pathPart(request, 'order');
    return orderPage(await readOrder(seller(routes), visit, orderId));
  });
  profileRoutes(routes);
  file('/dashboard/invoices/:number', PERMISSION, (visit, request, reply) =>
    sendInvoice(routes, visit, { request, reply }),
  );
}
