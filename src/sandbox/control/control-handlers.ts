import type { FastifyInstance } from 'fastify';
import type { FaultName } from '../authority/faults.ts';
import { FAULTS, isFaultName, SLOW_MS } from '../authority/faults.ts';
import type { PhoneMessage } from '../authority/test-phone.ts';
import type { ListenerRegistry } from '../listeners/listener-registry.ts';
import { addListenerRoute } from '../listeners/listener-registry.ts';
import type { KeptMail } from '../mail-inbox.ts';
import type { SandboxParts } from '../open-parts.ts';
import type { ServiceRunner } from '../run-service.ts';
import type { SigningAccess } from '../signing/sign-document.ts';
import { findLink, signDocument } from '../signing/sign-document.ts';
import type { InboxMessage, SandboxControl, SandboxFault } from './control-api.ts';
import { AccountOrder, CONTROL, FaultOrder, LinkOrder, SignOrder } from './control-api.ts';
import { bodyAs, guardControl, nameIn } from './request-guards.ts';
import type { RefusalCode } from './sandbox-errors.ts';
import { SandboxRefused } from './sandbox-errors.ts';
import { addWebhookRoutes, deliveryControl, webhookControl } from './webhook-handlers.ts';

const DEFAULT_CREDITS = 1000;

const knownFault = (text: string): FaultName => {
  if (isFaultName(text)) return text;
  const names = Object.keys(FAULTS).join(', ');
  throw new SandboxRefused('invalid_request', `Unknown fault: ${text}. Known faults: ${names}.`);
};

type FaultControl = Pick<SandboxControl, 'listFaults' | 'setFault' | 'clearFaults'>;

function faultControl({ faults }: SandboxParts): FaultControl {
  const shown = (fault: FaultName): SandboxFault => {
    const times = faults.list().find((set) => set.fault === fault)?.times ?? 0;
    return { fault, about: FAULTS[fault], times };
  };
  return {
    listFaults: async () => Object.keys(FAULTS).filter(isFaultName).map(shown),
    async setFault({ fault, times, delayMs = SLOW_MS }) {
      const name = knownFault(fault);
      if (times === 0) {
        throw new SandboxRefused('invalid_request', 'A fault must happen at least once.');
      }
      faults.set({ fault: name, times, delayMs });
      return shown(name);
    },
    async clearFaults(fault) {
      const names =
        fault === undefined ? faults.list().map((set) => set.fault) : [knownFault(fault)];
      const cleared = names.map(shown).filter(({ times }) => times !== 0);
      for (const name of names) faults.clear(name);
      return cleared;
    },
  };
}

const LINK = /https?:\/\/[^\s<>"')]+/g;

const mailMessage = ({ id, at, to, subject, text }: KeptMail): InboxMessage => {
  const links = [...new Set(text.match(LINK) ?? [])];
  return { kind: 'mail', id, at, to, subject, text, links };
};

const otpMessage = ({ at, mobile, code, reference, text }: PhoneMessage): InboxMessage => {
  return { kind: 'otp', at: at.toISOString(), to: mobile, code, reference, text };
};

/** @throws {SandboxRefused} during a reset */
function signingAccess({ accounts, phone }: SandboxParts, runner: ServiceRunner): SigningAccess {
  runner.service();
  const apiKeys = accounts.all().map(({ apiKey }) => apiKey);
  return { baseUrl: runner.url, apiKeys, phone };
}

/** Controls the sandbox inside its own process. */
export function sandboxControl(parts: SandboxParts, runner: ServiceRunner): SandboxControl {
  const { accounts, phone, inbox, clock } = parts;
  return {
    ...webhookControl(runner),
    ...deliveryControl(runner),
    ...faultControl(parts),
    sign: async (order) => signDocument(signingAccess(parts, runner), order),
    link: async (order) => findLink(signingAccess(parts, runner), order),
    async pages() {
      const { dashboardUrl: dashboard, authorityUrl: authority } = parts.places;
      return { dashboard, inbox: `${dashboard}/inbox`, phone: `${dashboard}/phone`, authority };
    },
    async inbox() {
      const messages = [...inbox.mails().map(mailMessage), ...phone.messages().map(otpMessage)];
      return messages.sort((a, b) => a.at.localeCompare(b.at));
    },
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

const STATUS: Readonly<Record<RefusalCode, number>> = {
  invalid_request: 400,
  not_found: 404,
  invalid_state: 409,
  signing_failed: 502,
  internal_error: 500,
};

function refusalOf(error: unknown): { status: number; error: string; message: string } {
  if (error instanceof SandboxRefused) {
    return { status: STATUS[error.code], error: error.code, message: error.message };
  }
  const message = error instanceof Error ? error.message : String(error);
  return { status: 500, error: 'internal_error', message };
}

/** The control interface's parts. */
export interface ControlOptions {
  readonly control: SandboxControl;
  readonly listeners: ListenerRegistry;
  readonly token: string;
}

/** Adds the control interface: JSON over HTTP, authorised by the token in the data folder. */
export async function addControlRoutes(
  server: FastifyInstance,
  { control, listeners, token }: ControlOptions,
): Promise<void> {
  await server.register((app, _options, done) => {
    app.addHook('onRequest', guardControl(token));
    app.setErrorHandler((error, _request, reply) => {
      const { status, ...body } = refusalOf(error);
      return reply.code(status).send(body);
    });
    app.post('/control/sign', (request) => control.sign(bodyAs(SignOrder, request)));
    app.post('/control/link', (request) => control.link(bodyAs(LinkOrder, request)));
    app.get('/control/pages', () => control.pages());
    app.get('/control/inbox', () => control.inbox());
    app.post('/control/accounts', (request) =>
      control.createAccount(bodyAs(AccountOrder, request)),
    );
    app.post('/control/clock/advance', (request) =>
      control.advanceClock(bodyAs(CONTROL.advance, request).ms),
    );
    app.post('/control/reset', async () => {
      await control.reset();
      return { done: true };
    });
    app.get('/control/faults', () => control.listFaults());
    app.post('/control/faults', (request) => control.setFault(bodyAs(FaultOrder, request)));
    app.delete('/control/faults', () => control.clearFaults());
    app.delete('/control/faults/:name', (request) => control.clearFaults(nameIn(request)));
    addWebhookRoutes(app, control);
    addListenerRoute(app, listeners);
    done();
  });
}
