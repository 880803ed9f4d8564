import type { FastifyInstance } from 'fastify';
import type { SandboxControl } from '../control/control-face.ts';
import {
  AccountOrder,
  CONTROL,
  FaultOrder,
  LinkOrder,
  SignOrder,
} from '../control/control-face.ts';
import type { RefusalCode } from '../control/sandbox-errors.ts';
import { SandboxRefused } from '../control/sandbox-errors.ts';
import { addListenerRoutes } from '../listeners/listener-routes.ts';
import type { Listeners } from '../listeners/open-listeners.ts';
import { addDeliveryRoutes } from '../webhooks/delivery-routes.ts';
import { addWebhookRoutes } from '../webhooks/webhook-routes.ts';
import { guardControl } from './guard-desk.ts';
import { bodyAs, nameIn } from './read-request.ts';

const STATUS: Readonly<Record<RefusalCode, number>> = {
  invalid_request: 400,
  not_found: 404,
  invalid_state: 409,
  signing_failed: 502,
  internal_error: 500,
};

function refusal(error: unknown): { status: number; error: string; message: string } {
  if (error instanceof SandboxRefused) {
    return { status: STATUS[error.code], error: error.code, message: error.message };
  }
  const message = error instanceof Error ? error.message : String(error);
  return { status: 500, error: 'internal_error', message };
}

function addFaultRoutes(app: FastifyInstance, control: SandboxControl): void {
  app.get('/control/faults', async () => ({ faults: await control.listFaults() }));
  app.post('/control/faults', (request) => control.setFault(bodyAs(FaultOrder, request)));
  app.delete('/control/faults', async () => ({ faults: await control.clearFaults() }));
  app.delete('/control/faults/:name', async (request) => {
    return { faults: await control.clearFaults(nameIn(request)) };
  });
}

/** What the control interface steers, and what authorises it. */
interface ControlOptions {
  readonly control: SandboxControl;
  readonly listeners: Listeners;
  readonly token: string;
}

/** Adds the control interface: JSON over HTTP, authorised by the token of the data folder. */
export async function addControlRoutes(
  desk: FastifyInstance,
  { control, listeners, token }: ControlOptions,
): Promise<void> {
  await desk.register((app, _options, done) => {
    app.addHook('onRequest', guardControl(token));
    app.setErrorHandler((error, _request, reply) => {
      const { status, ...body } = refusal(error);
      return reply.code(status).send(body);
    });
    app.post('/control/sign', (request) => control.sign(bodyAs(SignOrder, request)));
    app.post('/control/link', (request) => control.link(bodyAs(LinkOrder, request)));
    app.get('/control/pages', () => control.pages());
    app.get('/control/inbox', async () => ({ messages: await control.inbox() }));
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
    addWebhookRoutes(app, control);
    addDeliveryRoutes(app, control);
    addFaultRoutes(app, control);
    addListenerRoutes(app, listeners);
    done();
  });
}
