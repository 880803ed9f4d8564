import type { DeliverySummary, LoggedAttempt, LoggedDelivery } from '../../service/index.ts';
import type { ServiceRunner } from '../run-service.ts';
import { asked } from './asked.ts';
import type {
  DeliveryControl,
  SandboxAttempt,
  SandboxDelivery,
  SandboxDeliveryDetail,
} from './delivery-face.ts';

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

/** What the control interface does with deliveries, inside the sandbox's process. */
export function steerDeliveries(runner: ServiceRunner): DeliveryControl {
  const admin = () => runner.service().admin;
  const account = () => ({ accountId: runner.accountId() });
  return {
    async testWebhook(endpointId, event) {
      return detailOf(await asked(admin().testEndpoint({ ...account(), endpointId }, event)));
    },
    async listDeliveries({ failed = false, ...query }) {
      const found = admin().listDeliveries({ ...account(), ...query, isFailed: failed });
      return (await found).map(deliveryOf);
    },
    async findDelivery(name) {
      return detailOf(await asked(admin().findDelivery({ ...account(), name })));
    },
    async resendDeliveries(order) {
      const meant =
        'deliveries' in order
          ? { names: order.deliveries, isAwaited: order.wait }
          : { endpointId: order.endpointId, sinceMs: order.sinceMs, isAll: order.all };
      const resent = await asked(admin().resendDeliveries({ ...account(), ...meant }));
      const { deliveryIds, hasMore, deliveries } = resent;
      return { resent: [...deliveryIds], hasMore, deliveries: deliveries.map(deliveryOf) };
    },
  };
}
