import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { DeliverySummary, LoggedDelivery, ShownEndpoint } from '../../service/index.ts';
import { shownEndpoint } from '../../service/index.ts';
import type { ServiceRunner } from '../run-service.ts';
import { bodyAs, nameIn } from './request-guards.ts';
import { checkWebhookUrl, DeliveryQuery, ResendOrder, WEBHOOKS } from './webhook-api.ts';

const shownSecret = (fingerprint: string): string => `sha256:${fingerprint}`;

/** A `SandboxWebhook`, whose dates become ISO 8601 strings in the JSON response. */
const webhookOf = (endpoint: ShownEndpoint) => {
  const { endpointId, url, enabled, disabledReason, disabledAt, failures, createdAt } = endpoint;
  const { secretFingerprint, nextSecretFingerprint, extraEvents } = endpoint;
  const secret = shownSecret(secretFingerprint);
  const nextSecret = nextSecretFingerprint && shownSecret(nextSecretFingerprint);
  const state = { enabled, disabledReason, disabledAt, failures, extraEvents, createdAt };
  return { endpointId, url, secret, nextSecret, ...state };
};

const deliveryOf = (delivery: DeliverySummary) => {
  const { deliveryId, endpointId, url, event, documentId, state } = delivery;
  const { createdAt, tries, nextTryAt, lastTry } = delivery;
  const attempts = { createdAt, tries, nextTryAt, lastTry };
  return { deliveryId, endpointId, url, event, documentId, state, ...attempts };
};

const detailOf = (delivery: LoggedDelivery) => ({
  ...deliveryOf(delivery),
  body: delivery.body.toString('utf8'),
  attempts: delivery.log.map(({ body: answerBody, ...attempt }) => ({ ...attempt, answerBody })),
});

function addEndpointRoutes(app: FastifyInstance, runner: ServiceRunner): void {
  const admin = () => runner.service().admin;
  const accountId = () => runner.accountId();
  const own = (request: FastifyRequest) => {
    return { accountId: accountId(), endpointId: nameIn(request) };
  };
  const [all, one] = ['/control/webhooks', '/control/webhooks/:name'];
  app.get(all, async () => (await admin().listEndpoints(accountId())).map(webhookOf));
  app.post(all, async (request) => {
    const webhook = bodyAs(WEBHOOKS.add, request);
    checkWebhookUrl(webhook.url);
    const added = await admin().addEndpoint({ accountId: accountId(), ...webhook });
    return { ...webhookOf(shownEndpoint(added)), secret: added.secret };
  });
  app.patch(one, async (request) => {
    const { enabled } = bodyAs(WEBHOOKS.set, request);
    return webhookOf(await admin().switchEndpoint(own(request), enabled));
  });
  app.delete(one, async (request) => {
    await admin().removeEndpoint(own(request));
    return { done: true };
  });
  app.post(`${one}/rotate`, async (request) => {
    const { now: isNow } = bodyAs(WEBHOOKS.rotate, request);
    const { endpoint, secret } = await admin().rotateSecret(own(request), { isNow });
    return { ...webhookOf(endpoint), ...(isNow ? { secret } : { nextSecret: secret }) };
  });
  app.post(`${one}/activate`, async (request) =>
    webhookOf(await admin().activateSecret(own(request))),
  );
  app.post(`${one}/test`, async (request) => {
    const { event } = bodyAs(WEBHOOKS.test, request);
    return detailOf(await admin().testEndpoint(own(request), event));
  });
}

export function addWebhookRoutes(app: FastifyInstance, runner: ServiceRunner): void {
  addEndpointRoutes(app, runner);
  const admin = () => runner.service().admin;
  const account = () => ({ accountId: runner.accountId() });
  app.post('/control/deliveries/list', async (request) => {
    const { failed: isFailed = false, ...query } = bodyAs(DeliveryQuery, request);
    const found = await admin().listDeliveries({ ...account(), ...query, isFailed });
    return found.map(deliveryOf);
  });
  app.get('/control/deliveries/:name', async (request) =>
    detailOf(await admin().findDelivery({ ...account(), name: nameIn(request) })),
  );
  app.post('/control/deliveries/resend', async (request) => {
    const order = bodyAs(ResendOrder, request);
    const selection =
      'deliveries' in order
        ? { names: order.deliveries, isAwaited: order.wait }
        : { endpointId: order.endpointId, sinceMs: order.sinceMs, isAll: order.all };
    const resent = await admin().resendDeliveries({ ...account(), ...selection });
    const { deliveryIds, hasMore, deliveries } = resent;
    return { resent: deliveryIds, hasMore, deliveries: deliveries.map(deliveryOf) };
  });
}
