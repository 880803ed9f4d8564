import type { TSchema } from 'typebox';
import { askDeliveries } from '../webhooks/ask-deliveries.ts';
import { askWebhooks } from '../webhooks/ask-webhooks.ts';
import type { AskControl } from './ask-control.ts';
import { askControl, readWhereabouts } from './ask-control.ts';
import type { SandboxControl } from './control-face.ts';
import { CONTROL, MadeAccount, SandboxFault, SandboxPages } from './control-face.ts';

/**
 * Opens the control of the sandbox that runs on a data folder.
 * @throws {SandboxNotRunning} when none does; so does each of its functions, once it has stopped
 */
export async function openControl(dataDir: string): Promise<SandboxControl> {
  await readWhereabouts(dataDir);
  const ask: AskControl = (what, schema) => askControl(dataDir, what, schema);
  const get = <T extends TSchema>(path: string, schema: T) => ask({ method: 'GET', path }, schema);
  const post = <T extends TSchema>(path: string, body: unknown, schema: T) =>
    ask({ method: 'POST', path, body }, schema);
  return {
    sign: (order) => post('/control/sign', order, CONTROL.signed),
    link: (order) => post('/control/link', order, CONTROL.link),
    pages: () => get('/control/pages', SandboxPages),
    inbox: async () => (await get('/control/inbox', CONTROL.inbox)).messages,
    createAccount: (order) => post('/control/accounts', order, MadeAccount),
    ...askWebhooks(ask),
    ...askDeliveries(ask),
    advanceClock: (ms) => post('/control/clock/advance', { ms }, CONTROL.now),
    listFaults: async () => (await get('/control/faults', CONTROL.faults)).faults,
    setFault: (order) => post('/control/faults', order, SandboxFault),
    clearFaults: async (fault) => {
      const path = fault ? `/control/faults/${encodeURIComponent(fault)}` : '/control/faults';
      return (await ask({ method: 'DELETE', path }, CONTROL.faults)).faults;
    },
    reset: async () => {
      await post('/control/reset', {}, CONTROL.done);
    },
  };
}
