import { join } from 'node:path';
import type { Static, TSchema } from 'typebox';
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import type { SandboxControl } from './control-face.ts';
import {
  CONTROL,
  MadeAccount,
  SandboxFault,
  SandboxPages,
  SandboxWebhook,
  Whereabouts,
} from './control-face.ts';
import type { RefusalCode } from './sandbox-errors.ts';
import { SandboxNotRunning, SandboxRefused } from './sandbox-errors.ts';
import { sendJson } from './send-json.ts';
import { readIfThere } from './write-synced.ts';

const Refusal = Type.Enum([
  'invalid_request',
  'not_found',
  'invalid_state',
  'signing_failed',
  'internal_error',
]);

/** Where a running sandbox writes its whereabouts. */
export const whereaboutsPath = (dataDir: string): string => join(dataDir, 'sandbox.json');

const notRunning = (dataDir: string): SandboxNotRunning =>
  new SandboxNotRunning(`No sandbox runs on ${dataDir}. Start one: esign sandbox start`);

async function readWhereabouts(dataDir: string): Promise<Whereabouts> {
  const text = await readIfThere(whereaboutsPath(dataDir));
  if (text === undefined) throw notRunning(dataDir);
  return Value.Decode(Whereabouts, JSON.parse(text));
}

function refusalIn(content: unknown): SandboxRefused | undefined {
  if (!Value.Check(CONTROL.refused, content)) return undefined;
  const { error, message } = content;
  const code: RefusalCode = Value.Check(Refusal, error) ? error : 'internal_error';
  return new SandboxRefused(code, message);
}

interface Ask {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly body?: unknown;
}

const UNAUTHORIZED = 401;

/** One request to the control interface, its answer checked: somebody else may listen where a sandbox was. */
async function ask<T extends TSchema>(dataDir: string, what: Ask, schema: T): Promise<Static<T>> {
  const { deskUrl, token } = await readWhereabouts(dataDir);
  const answer = await sendJson(new URL(what.path, deskUrl), { ...what, token });
  if (!answer || answer.status === UNAUTHORIZED) throw notRunning(dataDir);
  if (!Value.Check(schema, answer.content)) {
    throw refusalIn(answer.content) ?? notRunning(dataDir);
  }
  return answer.content;
}

const webhookPath = (endpointId: string): string =>
  `/control/webhooks/${encodeURIComponent(endpointId)}`;

/**
 * Opens the control of the sandbox that runs on a data folder.
 * @throws {SandboxNotRunning} when none does; so does each of its functions, once it has stopped
 */
export async function openControl(dataDir: string): Promise<SandboxControl> {
  await readWhereabouts(dataDir);
  const get = <T extends TSchema>(path: string, schema: T) =>
    ask(dataDir, { method: 'GET', path }, schema);
  const post = <T extends TSchema>(path: string, body: unknown, schema: T) =>
    ask(dataDir, { method: 'POST', path, body }, schema);
  return {
    sign: (order) => post('/control/sign', order, CONTROL.signed),
    link: (order) => post('/control/link', order, CONTROL.link),
    pages: () => get('/control/pages', SandboxPages),
    inbox: async () => (await get('/control/inbox', CONTROL.inbox)).messages,
    createAccount: (order) => post('/control/accounts', order, MadeAccount),
    addWebhook: (url) => post('/control/webhooks', { url }, SandboxWebhook),
    listWebhooks: async () => (await get('/control/webhooks', CONTROL.webhooks)).webhooks,
    setWebhook: (endpointId, enabled) => {
      const what: Ask = { method: 'PATCH', path: webhookPath(endpointId), body: { enabled } };
      return ask(dataDir, what, SandboxWebhook);
    },
    removeWebhook: async (endpointId) => {
      await ask(dataDir, { method: 'DELETE', path: webhookPath(endpointId) }, CONTROL.done);
    },
    advanceClock: (ms) => post('/control/clock/advance', { ms }, CONTROL.now),
    listFaults: async () => (await get('/control/faults', CONTROL.faults)).faults,
    setFault: (order) => post('/control/faults', order, SandboxFault),
    clearFaults: async (fault) => {
      const path = fault ? `/control/faults/${encodeURIComponent(fault)}` : '/control/faults';
      return (await ask(dataDir, { method: 'DELETE', path }, CONTROL.faults)).faults;
    },
    reset: async () => {
      await post('/control/reset', {}, CONTROL.done);
    },
  };
}
