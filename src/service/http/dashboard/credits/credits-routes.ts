import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Goods } from '../../../domain/billing/prices.ts';
import { DomainError } from '../../../domain/domain-error.ts';
import { PaymentProviderError } from '../../../ports/payments.ts';
import type { BillingDeps } from '../../../use-cases/billing/billing-deps.ts';
import { issueInvoicePdf } from '../../../use-cases/billing/issue-invoice-pdf.ts';
import { orderGoods } from '../../../use-cases/billing/order-goods.ts';
import { readBilling } from '../../../use-cases/billing/read-billing.ts';
import { readOrder } from '../../../use-cases/billing/read-order.ts';
import { setBillingProfile } from '../../../use-cases/billing/set-billing-profile.ts';
import { startTrial } from '../../../use-cases/billing/start-trial.ts';
import { returnPathOf } from '../../payments/paths.ts';
import { pathPart, textOf } from '../form.ts';
import type { DashboardRoutes } from '../routes.ts';
import type { DashboardPage } from '../shell.ts';
import { noticePage } from '../shell.ts';
import type { Visit } from '../visit.ts';
import { CREDITS, creditsPage } from './credits-page.ts';
import { numberOfSlug } from './invoice-list.ts';
import { orderPage } from './order-page.ts';
import { profilePage, typedProfile } from './profile-page.ts';

const PERMISSION = 'billing.manage';

const NOT_NOW = noticePage(503, 'Nothing was ordered', {
  words: 'The provider of payments does not answer now. Nothing was charged. Try again in a while.',
  next: { path: CREDITS, label: 'Credits' },
});

/** The dependencies of what sells. @throws {DomainError} `invalid_state` where nothing is sold */
function seller({ deps }: DashboardRoutes): BillingDeps {
  const { store, clock, billing } = deps;
  if (billing) return { store, clock, billing };
  throw new DomainError('invalid_state', 'Nothing is sold here; ask the operator of this service.');
}

async function order(
  routes: DashboardRoutes,
  { account: { accountId } }: Visit,
  goods: Goods,
): Promise<string | DashboardPage> {
  const deps = seller(routes);
  const returnPath = returnPathOf(deps.billing.payments);
  const returnUrl = `${routes.deps.links.baseUrl}${returnPath}`;
  try {
    const orderId = await orderGoods(deps, { accountId, goods, returnUrl });
    return `${CREDITS}/orders/${orderId}`;
  } catch (error) {
    if (error instanceof PaymentProviderError) return NOT_NOW;
    throw error;
  }
}

async function sendInvoice(
  { deps }: DashboardRoutes,
  { account: { accountId } }: Visit,
  { request, reply }: { readonly request: FastifyRequest; readonly reply: FastifyReply },
): Promise<FastifyReply> {
  const number = numberOfSlug(pathPart(request, 'number')) ?? '';
  const { bytes, fileName } = await issueInvoicePdf(deps, { accountId, number });
  reply.header('Content-Disposition', `attachment; filename="${fileName}"`);
  return reply.type('application/pdf').send(bytes);
}

/** What an account has bought and used, and where it buys. */
export function creditsRoutes(routes: DashboardRoutes): void {
  const { deps, page, action, file } = routes;
  page(CREDITS, PERMISSION, async (visit, { query }) => {
    const { accountId } = visit.account;
    const before = textOf(query, 'before');
    const place = /^\d{1,15}$/.test(before) ? Number(before) : undefined;
    const billing = await readBilling(deps, { accountId, before: place });
    return creditsPage(visit, billing, deps.billing?.prices);
  });
  action(`${CREDITS}/buy`, PERMISSION, (visit, { body }) =>
    order(routes, visit, { kind: 'pack', credits: Number(textOf(body, 'credits')) }),
  );
  action(`${CREDITS}/month`, PERMISSION, (visit) => order(routes, visit, { kind: 'month' }));
  action(`${CREDITS}/trial`, PERMISSION, async ({ account }) => {
    await startTrial(deps, account.accountId);
    return CREDITS;
  });
  page(`${CREDITS}/orders/:order`, PERMISSION, async ({ account: { accountId } }, request) => {
    const orderId = pathPart(request, 'order');
    return orderPage(await readOrder(seller(routes), { accountId, orderId }));
  });
  page(`${CREDITS}/profile`, PERMISSION, async (visit) =>
    profilePage(visit, typedProfile(visit, await deps.store.findProfile(visit.account.accountId))),
  );
  action(`${CREDITS}/profile`, [PERMISSION, 'sudo'], async (visit, { body }) => {
    const { accountId } = visit.account;
    const typed = {
      legalName: textOf(body, 'legalName'),
      address: textOf(body, 'address'),
      state: textOf(body, 'state'),
      gstin: textOf(body, 'gstin'),
    };
    try {
      await setBillingProfile(deps, { accountId, typed });
    } catch (error) {
      if (!(error instanceof DomainError) || error.code !== 'invalid_request') throw error;
      return profilePage(visit, typed, error.message);
    }
    return CREDITS;
  });
  file('/dashboard/invoices/:number', PERMISSION, (visit, request, reply) =>
    sendInvoice(routes, visit, { request, reply }),
  );
}
