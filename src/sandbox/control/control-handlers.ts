import type { FastifyInstance } from 'fastify';
import { DomainError } from '../../service/index.ts';
import type { PhoneMessage } from '../authority/test-phone.ts';
import { DESK } from '../desk/desk-paths.ts';
import type { ListenerRegistry } from '../listeners/listener-registry.ts';
import { addListenerRoute } from '../listeners/listener-registry.ts';
import type { KeptMail } from '../mail-inbox.ts';
import type { SandboxParts } from '../open-parts.ts';
import type { ServiceRunner } from '../run-service.ts';
import { OWNER } from '../run-service.ts';
import type { Accounts } from '../saved-state.ts';
import { newWebhookSecret } from '../saved-state.ts';
import type { InboxMessage, SandboxPages } from './control-api.ts';
import {
  AccountOrder,
  CONTROL,
  DeclineOrder,
  LinkOrder,
  ResendLinkOrder,
  SettingsOrder,
  SignOrder,
  WithdrawOrder,
} from './control-api.ts';
import { addFaultRoutes } from './fault-handlers.ts';
import { bodyAs } from './request-guards.ts';
import type { RefusalCode } from './sandbox-errors.ts';
import { SandboxRefused } from './sandbox-errors.ts';
import { checkWebhookUrl } from './webhook-api.ts';
import { addWebhookRoutes } from './webhook-handlers.ts';

interface SenderParts {
  readonly accounts: Accounts;
  readonly runner: ServiceRunner;
}

const isNotFound = (error: unknown): boolean =>
  error instanceof DomainError && error.code === 'not_found';

/** Acts as the document's owner. Throws SandboxRefused `not_found` if no account owns it. */
async function asOwner<T>(
  { accounts }: SenderParts,
  documentId: string,
  act: (own: { accountId: string; documentId: string }) => Promise<T>,
): Promise<T> {
  for (const { accountId } of accounts.all()) {
    try {
      return await act({ accountId, documentId });
    } catch (error) {
      if (!isNotFound(error)) throw error;
    }
  }
  throw new SandboxRefused('not_found', `The sandbox has no document ${documentId}.`);
}

/** What senders do besides the API: resend, withdraw, settings. */
function addSenderRoutes(app: FastifyInstance, parts: SenderParts): void {
  const admin = () => parts.runner.service().admin;
  app.post('/control/documents/resend', async (request) => {
    const { documentId } = bodyAs(ResendLinkOrder, request);
    const sent = await asOwner(parts, documentId, (own) => admin().resendLink(own));
    return { documentId, ...sent };
  });
  app.post('/control/documents/withdraw', async (request) => {
    const { documentId, reason } = bodyAs(WithdrawOrder, request);
    await asOwner(parts, documentId, (own) => admin().withdrawDocument({ ...own, reason }));
    return { done: true };
  });
  app.post('/control/accounts/settings', async (request) => {
    const { account = parts.runner.accountId(), settings } = bodyAs(SettingsOrder, request);
    const changed = await admin().changeAccount(account, settings);
    const { accountId, name, replyTo, message, linkDays, names } = changed;
    const { helpUrl, privacyUrl, termsUrl } = changed;
    return { accountId, name, replyTo, message, helpUrl, privacyUrl, termsUrl, linkDays, names };
  });
}

const DEFAULT_CREDITS = 1000;

export interface ControlOptions {
  readonly parts: SandboxParts;
  readonly runner: ServiceRunner;
  readonly listeners: ListenerRegistry;
  readonly token: string;
}

const LINK = /https?:\/\/[^\s<>"')]+/g;

const mailMessage = ({ id, at, to, subject, text }: KeptMail): InboxMessage => {
  const links = [...new Set(text.match(LINK) ?? [])];
  return { kind: 'mail', id, at, to, subject, text, links };
};

const otpMessage = ({ at, mobile, code, reference, text }: PhoneMessage): InboxMessage => {
  return { kind: 'otp', at: at.toISOString(), to: mobile, code, reference, text };
};

function addSigningRoutes(app: FastifyInstance, { parts, runner }: ControlOptions): void {
  const { accounts, phone, inbox, places, apiFaults } = parts;
  const access = () => {
    runner.service();
    const apiKeys = accounts.all().map(({ apiKey }) => apiKey);
    return { baseUrl: runner.url, apiKeys, phone, pass: apiFaults.pass };
  };
  // Loaded with the first signature, since its page reader would slow down the start.
  const signing = () => import('../signing/sign-document.ts');
  app.post('/control/sign', async (request) =>
    (await signing()).signDocument(access(), bodyAs(SignOrder, request)),
  );
  app.post('/control/decline', async (request) =>
    (await signing()).declineDocument(access(), bodyAs(DeclineOrder, request)),
  );
  app.post('/control/link', async (request) =>
    (await signing()).findLink(access(), bodyAs(LinkOrder, request)),
  );
  app.get('/control/pages', async (): Promise<SandboxPages> => {
    const signInUrl = await runner.signInUrls();
    return {
      dashboard: await signInUrl('/dashboard'),
      desk: await signInUrl(DESK.overview),
      inbox: await signInUrl(DESK.inbox),
      phone: await signInUrl(DESK.phone),
      controls: await signInUrl(DESK.controls),
      identities: await signInUrl(DESK.identities),
      authority: places.authorityUrl,
    };
  });
  app.get('/control/inbox', async () => {
    const messages = [...inbox.mails().map(mailMessage), ...phone.messages().map(otpMessage)];
    return messages.sort((a, b) => a.at.localeCompare(b.at));
  });
}

function addAdminRoutes(app: FastifyInstance, options: ControlOptions): void {
  const { runner, listeners } = options;
  const { accounts, clock } = options.parts;
  app.post('/control/accounts', async (request) => {
    const order = bodyAs(AccountOrder, request);
    const { credits = DEFAULT_CREDITS, subscription, webhooks = [] } = order;
    for (const url of webhooks) checkWebhookUrl(url);
    const { admin } = runner.service();
    const account = await admin.createAccount({
      name: `Sandbox account ${accounts.all().length + 1}`,
      credits,
      subscription: subscription ? 'active' : 'none',
    });
    await accounts.add(account);
    await admin.addMember({ ...OWNER, accountId: account.accountId });
    const webhookSecret = newWebhookSecret();
    for (const url of webhooks) {
      await admin.addEndpoint({ accountId: account.accountId, url, secret: webhookSecret });
    }
    return { ...account, webhookSecret };
  });
  app.post('/control/clock/advance', async (request) => {
    const now = await clock.advance(bodyAs(CONTROL.advance, request).ms);
    runner.service().admin.wakeOutbox();
    return { now };
  });
  app.post('/control/reset', async () => {
    await runner.reset();
    await listeners.restore();
    return { done: true };
  });
}

const STATUS: Readonly<Record<RefusalCode, number>> = {
  invalid_request: 400,
  not_found: 404,
  invalid_state: 409,
  signing_failed: 502,
  internal_error: 500,
};

const FROM_SERVICE = ['invalid_request', 'not_found', 'invalid_state'] as const;

export function asRefusal(error: unknown): SandboxRefused {
  if (error instanceof SandboxRefused) return error;
  const message = error instanceof Error ? error.message : String(error);
  const code = error instanceof DomainError && FROM_SERVICE.find((known) => known === error.code);
  return new SandboxRefused(code || 'internal_error', message, { cause: error });
}

/** Errors of neither the service nor the framework are logged, and only named to the caller. */
function refusalOf(error: unknown): SandboxRefused {
  if (error instanceof SandboxRefused || error instanceof DomainError) return asRefusal(error);
  const status: unknown = error instanceof Error ? Reflect.get(error, 'statusCode') : undefined;
  if (typeof status === 'number' && status < 500) {
    return new SandboxRefused('invalid_request', 'The request is malformed.', { cause: error });
  }
  const message = 'Something went wrong in the sandbox. What it printed says what.';
  return new SandboxRefused('internal_error', message, { cause: error });
}

export function addControlRoutes(app: FastifyInstance, options: ControlOptions): void {
  app.setErrorHandler((error, request, reply) => {
    const { code, message } = refusalOf(error);
    if (code === 'internal_error') request.log.error({ err: error }, 'control request failed');
    return reply.code(STATUS[code]).send({ error: code, message });
  });
  app.setNotFoundHandler(() => {
    throw new SandboxRefused('not_found', 'The control interface has no such path and method.');
  });
  addSigningRoutes(app, options);
  addAdminRoutes(app, options);
  addFaultRoutes(app, options);
  addSenderRoutes(app, { accounts: options.parts.accounts, runner: options.runner });
  addWebhookRoutes(app, options.runner);
  addListenerRoute(app, options.listeners);
}
