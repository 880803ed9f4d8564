import { newWebhookSecret } from '../../contract/webhooks/webhook-signature.ts';
import type { DeliverySummary, LoggedDelivery, ShownEndpoint } from '../../service/index.ts';
import { DomainError, shownEndpoint } from '../../service/index.ts';
import type { PhoneMessage } from '../authority/test-phone.ts';
import { DESK } from '../desk/desk-words.ts';
import type { KeptMail } from '../mail-inbox.ts';
import type { SandboxParts } from '../open-parts.ts';
import type { ServiceRunner } from '../run-service.ts';
import { OWNER } from '../run-service.ts';
import { clearFaults, listFaults, setFault } from './faults.ts';
import type { ListenerRegistry } from './listener-registry.ts';
import type { Answer, Input, OperationName } from './operations.ts';
import { checkWebhookUrl, SandboxRefused } from './sandbox-errors.ts';

export interface ControlOptions {
  readonly parts: SandboxParts;
  readonly runner: ServiceRunner;
  readonly listeners: ListenerRegistry;
  readonly token: string;
}

/** Answers as the operation's schema says, except that dates become ISO 8601 strings in JSON. */
type RunOf<N extends OperationName> = (input: Input<N>, options: ControlOptions) => unknown;

const DONE = { done: true };
const DEFAULT_CREDITS = 1000;
const LINK = /https?:\/\/[^\s<>"')]+/g;

const adminOf = ({ runner }: ControlOptions) => runner.service().admin;

const isNotFound = (error: unknown): boolean =>
  error instanceof DomainError && error.code === 'not_found';

/** Acts as the document's owner. Throws SandboxRefused `not_found` if no account owns it. */
async function asOwner<T>(
  { parts }: ControlOptions,
  documentId: string,
  act: (own: { accountId: string; documentId: string }) => Promise<T>,
): Promise<T> {
  for (const { accountId } of parts.accounts.all()) {
    try {
      return await act({ accountId, documentId });
    } catch (error) {
      if (!isNotFound(error)) throw error;
    }
  }
  throw new SandboxRefused('not_found', `The sandbox has no document ${documentId}.`);
}

/** Loaded with the first signature, since its page reader would slow down the start. */
const signing = () => import('./sign-document.ts');

function access({ parts, runner }: ControlOptions) {
  const { accounts, phone, faults } = parts;
  runner.service();
  const apiKeys = accounts.all().map(({ apiKey }) => apiKey);
  return { baseUrl: runner.url, apiKeys, phone, pass: faults.pass };
}

const mailMessage = ({ id, at, to, subject, text }: KeptMail) => {
  const links = [...new Set(text.match(LINK) ?? [])];
  return { kind: 'mail', id, at, to, subject, text, links } as const;
};

const otpMessage = ({ at, mobile, code, reference, text }: PhoneMessage) =>
  ({ kind: 'otp', at: at.toISOString(), to: mobile, code, reference, text }) as const;

async function pages({ parts, runner }: ControlOptions): Promise<Answer<'pages'>> {
  const signInUrl = await runner.signInUrls();
  return {
    dashboard: await signInUrl('/dashboard'),
    desk: await signInUrl(DESK.overview),
    inbox: await signInUrl(DESK.inbox),
    phone: await signInUrl(DESK.phone),
    controls: await signInUrl(DESK.controls),
    identities: await signInUrl(DESK.identities),
    authority: parts.places.authorityUrl,
  };
}

const createAccount: RunOf<'createAccount'> = async (order, options) => {
  const { credits = DEFAULT_CREDITS, subscription, webhooks = [] } = order;
  for (const url of webhooks) checkWebhookUrl(url);
  const { accounts } = options.parts;
  const admin = adminOf(options);
  const account = await admin.createAccount({
    name: `Sandbox account ${accounts.all().length + 1}`,
    credits,
    subscription: subscription ? 'active' : 'none',
  });
  await accounts.add(account);
  const { accountId } = account;
  await admin.addMember({ ...OWNER, accountId });
  const secret = newWebhookSecret();
  for (const url of webhooks) await admin.addEndpoint({ accountId, url, secret });
  return { ...account, webhookSecret: secret };
};

const setAccount: RunOf<'setAccount'> = async ({ account, settings }, options) => {
  const id = account ?? options.runner.accountId();
  const changed = await adminOf(options).changeAccount(id, settings);
  const { accountId, name, replyTo, message, linkDays, names, newLinks, language } = changed;
  const { helpUrl, privacyUrl, termsUrl, returnOrigins } = changed;
  return {
    ...{ accountId, name, replyTo, message, helpUrl, privacyUrl, termsUrl },
    ...{ returnOrigins, linkDays, names, newLinks, language },
  };
};

const own = ({ runner }: ControlOptions) => ({ accountId: runner.accountId() });

const webhookOf = ({
  secretFingerprint,
  nextSecretFingerprint: next,
  ...endpoint
}: ShownEndpoint) => {
  const { endpointId, url, enabled, disabledReason, disabledAt, failures, createdAt } = endpoint;
  const state = { enabled, disabledReason, disabledAt, failures };
  const secrets = { secret: `sha256:${secretFingerprint}`, nextSecret: next && `sha256:${next}` };
  return { endpointId, url, ...secrets, ...state, extraEvents: endpoint.extraEvents, createdAt };
};

const deliveryOf = (delivery: DeliverySummary) => {
  const { deliveryId, endpointId, url, event, documentId, state } = delivery;
  const { createdAt, tries, nextTryAt, lastTry } = delivery;
  const attempts = { createdAt, tries, nextTryAt, lastTry };
  return { deliveryId, endpointId, url, event, documentId, state, ...attempts };
};

const detailOf = (delivery: LoggedDelivery) => ({
  ...deliveryOf(delivery),
  body: delivery.body.toString('utf8'),
  attempts: delivery.log.map(({ body: answerBody, ...attempt }) => ({ ...attempt, answerBody })),
});

const addWebhook: RunOf<'addWebhook'> = async (webhook, options) => {
  checkWebhookUrl(webhook.url);
  const added = await adminOf(options).addEndpoint({ ...own(options), ...webhook });
  return { ...webhookOf(shownEndpoint(added)), secret: added.secret };
};

const rotateWebhook: RunOf<'rotateWebhook'> = async ({ endpointId, now: isNow }, options) => {
  const named = { ...own(options), endpointId };
  const { endpoint, secret } = await adminOf(options).rotateSecret(named, { isNow });
  return { ...webhookOf(endpoint), ...(isNow ? { secret } : { nextSecret: secret }) };
};

const resendDeliveries: RunOf<'resendDeliveries'> = async (order, options) => {
  const selection =
    'deliveries' in order
      ? { names: order.deliveries, isAwaited: order.wait }
      : { endpointId: order.endpointId, sinceMs: order.sinceMs, isAll: order.all };
  const resent = await adminOf(options).resendDeliveries({ ...own(options), ...selection });
  const { deliveryIds, hasMore, deliveries } = resent;
  return { resent: deliveryIds, hasMore, deliveries: deliveries.map(deliveryOf) };
};

/** How the sandbox runs each operation. Throws SandboxRefused or DomainError. */
export const RUN: { readonly [N in OperationName]: RunOf<N> } = {
  sign: async (order, options) => (await signing()).signDocument(access(options), order),
  decline: async (order, options) => (await signing()).declineDocument(access(options), order),
  link: async (order, options) => (await signing()).findLink(access(options), order),
  pages: (_, options) => pages(options),
  inbox: (_, { parts: { inbox, phone } }) =>
    [...inbox.mails().map(mailMessage), ...phone.messages().map(otpMessage)].sort((one, other) =>
      one.at.localeCompare(other.at),
    ),
  createAccount,
  setAccount,
  resendLink: async ({ documentId }, options) => {
    const send = adminOf(options).resendLink;
    return { documentId, ...(await asOwner(options, documentId, send)) };
  },
  withdraw: async ({ documentId, reason }, options) => {
    const { withdrawDocument } = adminOf(options);
    await asOwner(options, documentId, (named) => withdrawDocument({ ...named, reason }));
    return DONE;
  },
  advanceClock: async ({ ms }, options) => {
    const now = await options.parts.clock.advance(ms);
    adminOf(options).wakeOutbox();
    return { now };
  },
  listFaults: (_, { parts }) => listFaults(parts),
  setFault: (order, { parts, runner }) => {
    // During a reset there is no account to set it for.
    runner.service();
    return setFault(parts, order);
  },
  clearFaults: (order, { parts }) => clearFaults(parts, order),
  reset: async (_, { runner, listeners }) => {
    await runner.reset();
    await listeners.restore();
    return DONE;
  },
  addWebhook,
  listWebhooks: async (_, options) =>
    (await adminOf(options).listEndpoints(options.runner.accountId())).map(webhookOf),
  setWebhook: async ({ endpointId, enabled }, options) =>
    webhookOf(await adminOf(options).switchEndpoint({ ...own(options), endpointId }, enabled)),
  removeWebhook: async ({ endpointId }, options) => {
    await adminOf(options).removeEndpoint({ ...own(options), endpointId });
    return DONE;
  },
  rotateWebhook,
  activateWebhook: async ({ endpointId }, options) =>
    webhookOf(await adminOf(options).activateSecret({ ...own(options), endpointId })),
  testWebhook: async ({ endpointId, event }, options) =>
    detailOf(await adminOf(options).testEndpoint({ ...own(options), endpointId }, event)),
  listDeliveries: async ({ failed: isFailed = false, ...query }, options) => {
    const found = await adminOf(options).listDeliveries({ ...own(options), ...query, isFailed });
    return found.map(deliveryOf);
  },
  findDelivery: async ({ name }, options) =>
    detailOf(await adminOf(options).findDelivery({ ...own(options), name })),
  resendDeliveries,
};
