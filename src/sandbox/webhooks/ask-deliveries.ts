import type { AskControl } from '../control/ask-control.ts';
import type { DeliveryControl } from './delivery-face.ts';
import { DELIVERIES, ResentDeliveries, SandboxDeliveryDetail } from './delivery-face.ts';

/** The requests about deliveries, to a sandbox that runs elsewhere. */
export function askDeliveries(ask: AskControl): DeliveryControl {
  return {
    testWebhook: (endpointId, event) => {
      const path = `/control/webhooks/${encodeURIComponent(endpointId)}/test`;
      return ask({ method: 'POST', path, body: { event } }, SandboxDeliveryDetail);
    },
    async listDeliveries(query) {
      const path = '/control/deliveries/list';
      return (await ask({ method: 'POST', path, body: query }, DELIVERIES.list)).deliveries;
    },
    findDelivery: (name) => {
      const path = `/control/deliveries/${encodeURIComponent(name)}`;
      return ask({ method: 'GET', path }, SandboxDeliveryDetail);
    },
    resendDeliveries: (order) =>
      ask({ method: 'POST', path: '/control/deliveries/resend', body: order }, ResentDeliveries),
  };
}
