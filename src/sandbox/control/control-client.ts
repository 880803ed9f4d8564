import type { IncomingMessage } from 'node:http';
import { request as send } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { Static, TSchema } from 'typebox';
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { readSaved } from '../saved-files.ts';
import type { SandboxControl } from './control-api.ts';
import {
  CONTROL,
  DeclinedSigner,
  InboxMessage,
  NewAccount,
  ResentLink,
  RunInfo,
  SandboxFault,
  SandboxPages,
  SandboxSettings,
} from './control-api.ts';
import { SandboxNotRunning, SandboxRefused } from './sandbox-errors.ts';
import type { DeliveryControl, WebhookControl } from './webhook-api.ts';
import {
  ResentDeliveries,
  SandboxDelivery,
  SandboxDeliveryDetail,
  SandboxWebhook,
} from './webhook-api.ts';

const Code = Type.Enum([
  'invalid_request',
  'not_found',
  'invalid_state',
  'signing_failed',
  'internal_error',
]);

const UNAUTHORIZED = 401;

/** Where a running sandbox records its address. */
export const runInfoPath = (dataDir: string): string => join(dataDir, 'sandbox.json');

export const notRunning = (dataDir: string, cause?: unknown): SandboxNotRunning =>
  new SandboxNotRunning(`No sandbox runs on ${dataDir}. Start one: esign sandbox start`, { cause });

async function readRunInfo(dataDir: string): Promise<RunInfo> {
  const info = await readSaved(runInfoPath(dataDir), RunInfo);
  if (!info) throw notRunning(dataDir);
  return info;
}

export function refusalIn(content: unknown): SandboxRefused | undefined {
  if (!Value.Check(CONTROL.refused, content)) return undefined;
  const { error, message } = content;
  return new SandboxRefused(Value.Check(Code, error) ? error : 'internal_error', message);
}

interface ControlRequest {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly body?: unknown;
}

/** Uses `node:http`, which loads faster than fetch. Throws SandboxNotRunning. */
export async function sendControl(
  dataDir: string,
  { method, path, body }: ControlRequest,
): Promise<IncomingMessage> {
  const { controlUrl, token } = await readRunInfo(dataDir);
  const content = body === undefined ? undefined : JSON.stringify(body);
  const headers = {
    authorization: `Bearer ${token}`,
    ...(content === undefined ? {} : { 'content-type': 'application/json' }),
  };
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    const sent = send(new URL(path, controlUrl), { method, headers, agent: false }, resolve);
    sent.on('error', (error) => reject(notRunning(dataDir, error)));
    sent.end(content);
  });
  if (response.statusCode !== UNAUTHORIZED) return response;
  response.destroy();
  throw notRunning(dataDir);
}

/** The base URL of the sandbox on a data folder; undefined if none answers. */
export async function addressOf(dataDir: string): Promise<string | undefined> {
  try {
    const { baseUrl } = await readRunInfo(dataDir);
    await ask(dataDir, { method: 'GET', path: '/control/faults' }, Type.Array(SandboxFault));
    return baseUrl;
  } catch (error) {
    if (error instanceof SandboxNotRunning) return undefined;
    throw error;
  }
}

export const isRunning = async (dataDir: string): Promise<boolean> =>
  (await addressOf(dataDir)) !== undefined;

/** Validates the response: another program may listen where a sandbox was. */
async function ask<T extends TSchema>(
  dataDir: string,
  request: ControlRequest,
  schema: T,
): Promise<Static<T>> {
  const response = await sendControl(dataDir, request);
  const content: unknown = await text(response)
    .then((received) => JSON.parse(received))
    .catch((error) => {
      throw notRunning(dataDir, error);
    });
  if (Value.Check(schema, content)) return content;
  throw refusalIn(content) ?? notRunning(dataDir);
}

type Ask = <T extends TSchema>(
  method: ControlRequest['method'],
  call: { readonly path: string; readonly body?: unknown },
  schema: T,
) => Promise<Static<T>>;

const ENDPOINTS = '/control/webhooks';
const DELIVERIES = '/control/deliveries';
const below = (path: string, name: string): string => `${path}/${encodeURIComponent(name)}`;

function webhookClient(ask: Ask): WebhookControl {
  return {
    addWebhook: (url, extraEvents = []) =>
      ask('POST', { path: ENDPOINTS, body: { url, extraEvents } }, SandboxWebhook),
    listWebhooks: () => ask('GET', { path: ENDPOINTS }, Type.Array(SandboxWebhook)),
    setWebhook: (id, enabled) =>
      ask('PATCH', { path: below(ENDPOINTS, id), body: { enabled } }, SandboxWebhook),
    async removeWebhook(id) {
      await ask('DELETE', { path: below(ENDPOINTS, id) }, CONTROL.done);
    },
    rotateWebhook: (id, now) =>
      ask('POST', { path: `${below(ENDPOINTS, id)}/rotate`, body: { now } }, SandboxWebhook),
    activateWebhook: (id) =>
      ask('POST', { path: `${below(ENDPOINTS, id)}/activate`, body: {} }, SandboxWebhook),
  };
}

function deliveryClient(ask: Ask): DeliveryControl {
  return {
    testWebhook: (id, event) =>
      ask('POST', { path: `${below(ENDPOINTS, id)}/test`, body: { event } }, SandboxDeliveryDetail),
    listDeliveries: (query) =>
      ask('POST', { path: `${DELIVERIES}/list`, body: query }, Type.Array(SandboxDelivery)),
    findDelivery: (name) => ask('GET', { path: below(DELIVERIES, name) }, SandboxDeliveryDetail),
    resendDeliveries: (order) =>
      ask('POST', { path: `${DELIVERIES}/resend`, body: order }, ResentDeliveries),
  };
}

/** Throws SandboxNotRunning, as every method does once the sandbox has stopped. */
export async function openControl(dataDir: string): Promise<SandboxControl> {
  await readRunInfo(dataDir);
  const call: Ask = (method, { path, body }, schema) =>
    ask(dataDir, { method, path, body }, schema);
  const faults = '/control/faults';
  return {
    ...webhookClient(call),
    ...deliveryClient(call),
    sign: (order) => call('POST', { path: '/control/sign', body: order }, CONTROL.signed),
    decline: (order) => call('POST', { path: '/control/decline', body: order }, DeclinedSigner),
    link: (order) => call('POST', { path: '/control/link', body: order }, CONTROL.link),
    pages: () => call('GET', { path: '/control/pages' }, SandboxPages),
    inbox: () => call('GET', { path: '/control/inbox' }, Type.Array(InboxMessage)),
    createAccount: (order) => call('POST', { path: '/control/accounts', body: order }, NewAccount),
    setAccount: (order) =>
      call('POST', { path: '/control/accounts/settings', body: order }, SandboxSettings),
    resendLink: (documentId) =>
      call('POST', { path: '/control/documents/resend', body: { documentId } }, ResentLink),
    async withdraw(order) {
      await call('POST', { path: '/control/documents/withdraw', body: order }, CONTROL.done);
    },
    advanceClock: (ms) =>
      call('POST', { path: '/control/clock/advance', body: { ms } }, CONTROL.now),
    listFaults: () => call('GET', { path: faults }, Type.Array(SandboxFault)),
    setFault: (order) => call('POST', { path: faults, body: order }, SandboxFault),
    clearFaults: (order = {}) =>
      call('POST', { path: `${faults}/clear`, body: order }, Type.Array(SandboxFault)),
    async reset() {
      await call('POST', { path: '/control/reset', body: {} }, CONTROL.done);
    },
  };
}
