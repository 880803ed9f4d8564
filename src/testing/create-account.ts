import { EsignClient } from '../client/index.ts';
import type { SandboxControl } from '../sandbox/control/control-api.ts';
import { millisecondsOf } from './duration.ts';
import type { AccountOptions, TestAccount } from './test-account.ts';

/** Creates an account in a running sandbox. */
export async function createTestAccount(
  control: SandboxControl,
  baseUrl: string,
  { credits, subscription = true, webhooks }: AccountOptions,
): Promise<TestAccount> {
  const { accountId, apiKey, webhookSecret } = await control.createAccount({
    subscription,
    ...(credits !== undefined && { credits }),
    ...(webhooks && { webhooks: [...webhooks] }),
  });
  return {
    accountId,
    apiKey,
    webhookSecret,
    client: new EsignClient({ baseUrl, apiKey }),
    async sign(documentId, { signer, all, identity } = {}) {
      const { signers } = await control.sign({
        documentId,
        ...(signer !== undefined && { signer: String(signer) }),
        ...(all !== undefined && { all }),
        ...(identity !== undefined && { identity }),
      });
      return signers;
    },
    async inbox({ to } = {}) {
      const messages = await control.inbox();
      return messages.filter((message) => to === undefined || message.to === to);
    },
    async fault(name, { times = 1, route, delay } = {}) {
      await control.setFault({
        ...{ fault: name, times, accountId },
        ...(route !== undefined && { route }),
        ...(delay !== undefined && { delayMs: millisecondsOf(delay) }),
      });
    },
    async clearFaults() {
      await control.clearFaults({ accountId });
    },
  };
}
