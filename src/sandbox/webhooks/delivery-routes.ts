import type { FastifyInstance } from 'fastify';
import { bodyAs, nameIn } from '../desk/read-request.ts';
import type { DeliveryControl } from './delivery-face.ts';
import { DELIVERIES, DeliveryQuery, ResendOrder } from './delivery-face.ts';

/** Adds what the control interface has for deliveries. */
export function addDeliveryRoutes(app: FastifyInstance, control: DeliveryControl): void {
  app.post('/control/webhooks/:name/test', (request) =>
    control.testWebhook(nameIn(request), bodyAs(DELIVERIES.test, request).event),
  );
  app.post('/control/deliveries/list', async (request) => ({
    deliveries: await control.listDeliveries(bodyAs(DeliveryQuery, request)),
  }));
  app.get('/control/deliveries/:name', (request) => control.findDelivery(nameIn(request)));
  app.post('/control/deliveries/resend', (request) =>
    control.resendDeliveries(bodyAs(ResendOrder, request)),
  );
}
