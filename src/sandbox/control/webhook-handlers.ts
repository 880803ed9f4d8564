import type { FastifyInstance } from 'fastify';
import type {
  DeliverySummary,
  LoggedAttempt,
  LoggedDelivery,
  ShownEndpoint,
} from '../../service/index.ts';
import { shownEndpoint } from '../../service/index.ts';
import type { ServiceRunner } from '../run-service.ts';
import { orRefused } from '../run-service.ts';
import { bodyAs, nameIn } from './request-guards.ts';
import type {
  DeliveryControl,
  SandboxAttempt,
  SandboxDelivery,
  SandboxDeliveryDetail,
  SandboxWebhook,
  WebhookControl,
} from './webhook-api.ts';
import { checkWebhookUrl, DeliveryQuery, ResendOrder, WEBHOOKS } from './webhook-api.ts';

const shownSecret = (fingerprint: string): string => `sha256:${fingerprint}`;

const webhookOf = (endpoint: ShownEndpoint): SandboxWebhook => {
  const { endpointId, url, enabled, disabledReason, disabledAt, failures, createdAt } = endpoint;
  const { secretFingerprint, nextSecretFingerprint } = endpoint;
  return {
    endpointId,
    url,
    secret: shownSecret(secretFingerprint),
    nextSecret: nextSecretFingerprint && shownSecret(nextSecretFingerprint),
    enabled,
    disabledReason,
    disabledAt: disabledAt?.toISOString() ?? null,
    failures,
    createdAt: createdAt.toISOString(),
  };
};

/** Controls webhook endpoints, inside the sandbox's process. */
export function webhookControl(runner: ServiceRunner): WebhookControl {
  const admin = () => runner.service().admin;
  const own = (endpointId: string) => ({ accountId: runner.accountId(), endpointId });
  return {
    async addWebhook(url) {
      checkWebhookUrl(url);
      const added = await orRefused(admin().addEndpoint({ accountId: runner.accountId(), url }));
      return { ...webhookOf(shownEndpoint(added)), secret: added.secret };
    },
    listWebhooks: async () => (await admin().listEndpoints(runner.accountId())).map(webhookOf),
    async setWebhook(endpointId, enabled) {
      return webhookOf(await orRefused(admin().switchEndpoint(own(endpointId), enabled)));
    },
    async removeWebhook(endpointId) {
      await orRefused(admin().removeEndpoint(own(endpointId)));
    },
    async rotateWebhook(endpointId, isNow) {
      const rotated = await orRefused(admin().rotateSecret(own(endpointId), { isNow }));
      const { endpoint, secret } = rotated;
      return { ...webhookOf(endpoint), ...(isNow ? { secret } : { nextSecret: secret }) };
    },
    async activateWebhook(endpointId) {
      return webhookOf(await orRefused(admin().activateSecret(own(endpointId))));
    },
  };
}

function deliveryOf(delivery: DeliverySummary): SandboxDelivery {
  const { deliveryId, endpointId, url, event, documentId, state, tries } = delivery;
  const { createdAt, nextTryAt, lastTry } = delivery;
  return {
    deliveryId,
    endpointId,
    url,
    event,
    documentId,
    state,
    createdAt: createdAt.toISOString(),
    tries,
    nextTryAt: nextTryAt?.toISOString() ?? null,
    lastTry: lastTry && { ...lastTry, startedAt: lastTry.startedAt.toISOString() },
  };
}

const attemptOf = ({ body, startedAt, ...logged }: LoggedAttempt): SandboxAttempt => {
  return { ...logged, startedAt: startedAt.toISOString(), answerBody: body };
};

const detailOf = (delivery: LoggedDelivery): SandboxDeliveryDetail => ({
  ...deliveryOf(delivery),
  body: delivery.body.toString('utf8'),
  attempts: delivery.log.map(attemptOf),
});

/** Lists, tests and resends deliveries, inside the sandbox's process. */
export function deliveryControl(runner: ServiceRunner): DeliveryControl {
  const admin = () => runner.service().admin;
  const account = () => ({ accountId: runner.accountId() });
  return {
    async testWebhook(endpointId, event) {
      return detailOf(await orRefused(admin().testEndpoint({ ...account(), endpointId }, event)));
    },
    async listDeliveries({ failed = false, ...query }) {
      const found = admin().listDeliveries({ ...account(), ...query, isFailed: failed });
      return (await found).map(deliveryOf);
    },
    async findDelivery(name) {
      return detailOf(await orRefused(admin().findDelivery({ ...account(), name })));
    },
    async resendDeliveries(order) {
      const selection =
        'deliveries' in order
          ? { names: order.deliveries, isAwaited: order.wait }
          : { endpointId: order.endpointId, sinceMs: order.sinceMs, isAll: order.all };
      const resent = await orRefused(admin().resendDeliveries({ ...account(), ...selection }));
      const { deliveryIds, hasMore, deliveries } = resent;
      return { resent: [...deliveryIds], hasMore, deliveries: deliveries.map(deliveryOf) };
    },
  };
}

/** Adds the routes for webhook endpoints and their deliveries. */
export function addWebhookRoutes(
  app: FastifyInstance,
  control: WebhookControl & DeliveryControl,
): void {
  const [all, one] = ['/control/webhooks', '/control/webhooks/:name'];
  app.get(all, () => control.listWebhooks());
  app.post(all, (request) => control.addWebhook(bodyAs(WEBHOOKS.add, request).url));
  app.patch(one, (request) =>
    control.setWebhook(nameIn(request), bodyAs(WEBHOOKS.set, request).enabled),
  );
  app.delete(one, async (request) => {
    await control.removeWebhook(nameIn(request));
    return { done: true };
  });
  app.post(`${one}/rotate`, (request) =>
    control.rotateWebhook(nameIn(request), bodyAs(WEBHOOKS.rotate, request).now),
  );
  app.post(`${one}/activate`, (request) => control.activateWebhook(nameIn(request)));
  app.post(`${one}/test`, (request) =>
    control.testWebhook(nameIn(request), bodyAs(WEBHOOKS.test, request).event),
  );
  app.post('/control/deliveries/list', (request) =>
    control.listDeliveries(bodyAs(DeliveryQuery, request)),
  );
  app.get('/control/deliveries/:name', (request) => control.findDelivery(nameIn(request)));
  app.post('/control/deliveries/resend', (request) =>
    control.resendDeliveries(bodyAs(ResendOrder, request)),
  );
}
