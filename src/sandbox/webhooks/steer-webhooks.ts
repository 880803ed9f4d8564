import type { ShownEndpoint } from '../../service/index.ts';
import { shownEndpoint } from '../../service/index.ts';
import { checkWebhookUrl } from '../control/check-webhook-url.ts';
import type { ServiceRunner } from '../run-service.ts';
import { asked } from './asked.ts';
import type { SandboxWebhook, WebhookControl } from './webhook-face.ts';

const named = (fingerprint: string): string => `sha256:${fingerprint}`;

const webhookOf = (endpoint: ShownEndpoint): SandboxWebhook => {
  const { endpointId, url, enabled, disabledReason, disabledAt, failures, createdAt } = endpoint;
  const { secretFingerprint, nextSecretFingerprint } = endpoint;
  return {
    endpointId,
    url,
    secret: named(secretFingerprint),
    nextSecret: nextSecretFingerprint && named(nextSecretFingerprint),
    enabled,
    disabledReason,
    disabledAt: disabledAt?.toISOString() ?? null,
    failures,
    createdAt: createdAt.toISOString(),
  };
};

/** What the control interface does with webhook endpoints, inside the sandbox's process. */
export function steerWebhooks(runner: ServiceRunner): WebhookControl {
  const admin = () => runner.service().admin;
  const own = (endpointId: string) => ({ accountId: runner.accountId(), endpointId });
  return {
    async addWebhook(url) {
      checkWebhookUrl(url);
      const added = await asked(admin().addEndpoint({ accountId: runner.accountId(), url }));
      return { ...webhookOf(shownEndpoint(added)), secret: added.secret };
    },
    listWebhooks: async () => (await admin().listEndpoints(runner.accountId())).map(webhookOf),
    async setWebhook(endpointId, enabled) {
      return webhookOf(await asked(admin().switchEndpoint(own(endpointId), enabled)));
    },
    async removeWebhook(endpointId) {
      await asked(admin().removeEndpoint(own(endpointId)));
    },
    async rotateWebhook(endpointId, isNow) {
      const rotated = await asked(admin().rotateSecret(own(endpointId), { isNow }));
      const { endpoint, secret } = rotated;
      return { ...webhookOf(endpoint), ...(isNow ? { secret } : { nextSecret: secret }) };
    },
    async activateWebhook(endpointId) {
      return webhookOf(await asked(admin().activateSecret(own(endpointId))));
    },
  };
}
