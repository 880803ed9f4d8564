import type { FaultName } from '../authority/faults.ts';
import { FAULTS, isFaultName, SLOW_MS } from '../authority/faults.ts';
import { listInbox } from '../desk/list-inbox.ts';
import type { SandboxParts } from '../open-parts.ts';
import type { ServiceRunner } from '../run-service.ts';
import type { SigningPlace } from '../signing/sign-document.ts';
import { findLink, signDocument } from '../signing/sign-document.ts';
import { steerDeliveries } from '../webhooks/steer-deliveries.ts';
import { steerWebhooks } from '../webhooks/steer-webhooks.ts';
import type { SandboxControl, SandboxFault } from './control-face.ts';
import { SandboxRefused } from './sandbox-errors.ts';

const DEFAULT_CREDITS = 1000;

type FaultControl = Pick<SandboxControl, 'listFaults' | 'setFault' | 'clearFaults'>;

const nameOf = (text: string): FaultName => {
  if (isFaultName(text)) return text;
  const names = Object.keys(FAULTS).join(', ');
  throw new SandboxRefused('invalid_request', `There is no fault ${text}. There are: ${names}.`);
};

function steerFaults({ faults }: SandboxParts): FaultControl {
  const shown = (fault: FaultName): SandboxFault => {
    const times = faults.list().find((set) => set.fault === fault)?.times ?? 0;
    return { fault, about: FAULTS[fault], times };
  };
  return {
    listFaults: async () => Object.keys(FAULTS).filter(isFaultName).map(shown),
    async setFault({ fault, times, delayMs = SLOW_MS }) {
      const name = nameOf(fault);
      if (times === 0)
        throw new SandboxRefused('invalid_request', 'A fault happens once at least.');
      faults.set({ fault: name, times, delayMs });
      return shown(name);
    },
    async clearFaults(fault) {
      const names = fault === undefined ? faults.list().map((set) => set.fault) : [nameOf(fault)];
      const ended = names.map(shown).filter(({ times }) => times !== 0);
      for (const name of names) faults.clear(name);
      return ended;
    },
  };
}

/** @throws {SandboxRefused} while the service is being reset */
function signingPlace({ accounts, phone }: SandboxParts, runner: ServiceRunner): SigningPlace {
  runner.service();
  const apiKeys = accounts.all().map(({ apiKey }) => apiKey);
  return { baseUrl: runner.url, apiKeys, phone };
}

/** What the control interface does, inside the sandbox's process. */
export function steerSandbox(parts: SandboxParts, runner: ServiceRunner): SandboxControl {
  const { accounts, phone, inbox, clock } = parts;
  return {
    ...steerWebhooks(runner),
    ...steerDeliveries(runner),
    ...steerFaults(parts),
    sign: async (order) => signDocument(signingPlace(parts, runner), order),
    link: async (order) => findLink(signingPlace(parts, runner), order),
    async pages() {
      const { deskUrl, authorityUrl } = parts.places;
      const [inbox, phone] = [`${deskUrl}/inbox`, `${deskUrl}/phone`];
      return { dashboard: deskUrl, inbox, phone, authority: authorityUrl };
    },
    inbox: async () => listInbox(inbox.mails(), phone.messages()),
    async createAccount({ credits = DEFAULT_CREDITS, subscription }) {
      const account = await runner.service().admin.createAccount({
        name: `Sandbox account ${accounts.all().length + 1}`,
        credits,
        subscription: subscription ? 'active' : 'none',
      });
      await accounts.add(account);
      return account;
    },
    async advanceClock(ms) {
      const now = await clock.advance(ms);
      runner.service().admin.wakeOutbox();
      return { now: now.toISOString() };
    },
    reset: () => runner.reset(),
  };
}
