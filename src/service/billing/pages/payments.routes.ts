import formbody from '@fastify/formbody';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { ServiceDeps } from '../../core/deps.ts';
import type { Returned } from '../../ports/payments.ts';
import { PaymentProviderError } from '../../ports/payments.ts';
import { DASHBOARD_FAILURES } from '../../web/dashboard/dashboard-shell.ts';
import { formatFailures } from '../../web/error-replies.ts';
import { readBytes } from '../../web/kit/read-body.ts';
import { parseForm } from '../../web/kit/request-text.ts';
import { IS_TEST } from '../../web/pages/layout.ts';
import { addPageFiles } from '../../web/pages/page-files.ts';
import type { BillingDeps } from '../billing-deps.ts';
import { receiveEvent, settleReturned } from '../orders/settle-payment.ts';
import { deskRoutes } from './desk.routes.ts';
import { MANDATE_PATH, orderPathOf, PAYMENTS, returnPathOf } from './paths.page.ts';

/** In bytes; Razorpay's events have a few kB. */
export const EVENT_BYTES = 256 * 1024;
export const DESK_FORM_BYTES = 16 * 1024;
const CREDITS = '/dashboard/credits';

export interface PaymentsOptions {
  readonly deps: ServiceDeps;
  readonly files: URL;
}

/** Authenticated by signatures, not sessions. Adds nothing if nothing is sold. */
export function payments(
  app: FastifyInstance,
  { deps: { billing, ...deps }, files }: PaymentsOptions,
  done: () => void,
): void {
  if (billing) {
    const seller = { ...deps, billing };
    eventRoute(app, seller);
    app.register((pages, _options, ready) => {
      browserRoutes(pages, seller, files);
      ready();
    });
  }
  done();
}

function browserRoutes(app: FastifyInstance, seller: BillingDeps, files: URL): void {
  const { payments: provider } = seller.billing;
  addPageFiles(app, files);
  app.decorate(IS_TEST, provider.isTest);
  formatFailures(app, DASHBOARD_FAILURES);
  app.register(formbody, { bodyLimit: DESK_FORM_BYTES, parser: parseForm });
  returnRoute(app, seller);
  if (provider.desk) deskRoutes(app, seller, provider.desk);
}

/** On failure, makes the provider repeat the event. */
async function takeEvent(
  seller: BillingDeps,
  event: Parameters<typeof receiveEvent>[1],
  reply: FastifyReply,
): Promise<FastifyReply> {
  try {
    const taken = await receiveEvent(seller, event);
    return reply.code(taken === 'done' ? 204 : 401).send();
  } catch (error) {
    if (!(error instanceof PaymentProviderError)) throw error;
    reply.log.warn({ err: error }, 'payment event not dealt with');
    return reply.code(503).send();
  }
}

function eventRoute(app: FastifyInstance, seller: BillingDeps): void {
  app.post(`${PAYMENTS}/${seller.billing.payments.id}`, async (request, reply) => {
    const rawBody = await readBytes(request.raw, EVENT_BYTES);
    if (!rawBody) return reply.code(413).send();
    return await takeEvent(seller, { rawBody, headers: request.headers }, reply);
  });
}

const pathAfter = (returned: Returned): string =>
  'orderId' in returned ? orderPathOf(returned.orderId) : MANDATE_PATH;

/** Settles a returning browser's payment. The next page requires sign-in. */
function returnRoute(app: FastifyInstance, seller: BillingDeps): void {
  const { payments: provider } = seller.billing;
  app.get<{ Querystring: Record<string, unknown> }>(
    returnPathOf(provider),
    async (request, reply) => {
      const returned = provider.readReturn(request.query);
      if (!returned) return reply.redirect(CREDITS, 303);
      await settleReturned(seller, returned).catch((error: unknown) => {
        if (!(error instanceof PaymentProviderError)) throw error;
        request.log.warn({ err: error }, 'payment not settled yet');
      });
      return reply.redirect(pathAfter(returned), 303);
    },
  );
}
