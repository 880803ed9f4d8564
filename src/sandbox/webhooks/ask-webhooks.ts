import type { AskControl } from '../control/ask-control.ts';
import { CONTROL } from '../control/control-face.ts';
import type { WebhookControl } from './webhook-face.ts';
import { SandboxWebhook, WEBHOOKS } from './webhook-face.ts';

const ALL = '/control/webhooks';
const pathOf = (endpointId: string): string => `${ALL}/${encodeURIComponent(endpointId)}`;

/** The requests about webhook endpoints, to a sandbox that runs elsewhere. */
export function askWebhooks(ask: AskControl): WebhookControl {
  const post = (path: string, body: unknown) => ask({ method: 'POST', path, body }, SandboxWebhook);
  return {
    addWebhook: (url) => post(ALL, { url }),
    listWebhooks: async () => (await ask({ method: 'GET', path: ALL }, WEBHOOKS.list)).webhooks,
    setWebhook: (endpointId, enabled) =>
      ask({ method: 'PATCH', path: pathOf(endpointId), body: { enabled } }, SandboxWebhook),
    async removeWebhook(endpointId) {
      await ask({ method: 'DELETE', path: pathOf(endpointId) }, CONTROL.done);
    },
    rotateWebhook: (endpointId, now) => post(`${pathOf(endpointId)}/rotate`, { now }),
    activateWebhook: (endpointId) => post(`${pathOf(endpointId)}/activate`, {}),
  };
}
