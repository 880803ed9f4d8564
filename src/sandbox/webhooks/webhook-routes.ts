import type { FastifyInstance } from 'fastify';
import { bodyAs, nameIn } from '../desk/read-request.ts';
import type { WebhookControl } from './webhook-face.ts';
import { WEBHOOKS } from './webhook-face.ts';

const ALL = '/control/webhooks';
const ONE = `${ALL}/:name`;

/** Adds what the control interface has for webhook endpoints. */
export function addWebhookRoutes(app: FastifyInstance, control: WebhookControl): void {
  app.get(ALL, async () => ({ webhooks: await control.listWebhooks() }));
  app.post(ALL, (request) => control.addWebhook(bodyAs(WEBHOOKS.add, request).url));
  app.patch(ONE, (request) =>
    control.setWebhook(nameIn(request), bodyAs(WEBHOOKS.set, request).enabled),
  );
  app.delete(ONE, async (request) => {
    await control.removeWebhook(nameIn(request));
    return { done: true };
  });
  app.post(`${ONE}/rotate`, (request) =>
    control.rotateWebhook(nameIn(request), bodyAs(WEBHOOKS.rotate, request).now),
  );
  app.post(`${ONE}/activate`, (request) => control.activateWebhook(nameIn(request)));
}
