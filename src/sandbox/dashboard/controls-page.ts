import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Html } from '../../html/html.ts';
import { html } from '../../html/html.ts';
import type { SandboxFault } from '../control/control-api.ts';
import { FaultOrder } from '../control/control-api.ts';
import type { ControlOptions } from '../control/control-handlers.ts';
import { clearFaults, listFaults, setFault } from '../control/fault-handlers.ts';
import { bodyAs } from '../control/request-guards.ts';
import { SandboxRefused } from '../control/sandbox-errors.ts';
import { sendPage } from '../pages/page-server.ts';
import { dashboardLayout, noticePage, utc } from './dashboard-pages.ts';

const CONTROLS = '/controls';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** How far the clock can be moved on from the page; the command takes any time. */
const STEPS: Readonly<Record<string, { readonly label: string; readonly ms: number }>> = {
  hour: { label: '1 hour', ms: HOUR_MS },
  day: { label: '1 day', ms: DAY_MS },
  trial: { label: '3 days', ms: 3 * DAY_MS },
  month: { label: '30 days', ms: 30 * DAY_MS },
};

const optionOf = (value: string, label: string): Html =>
  html`<option value="${value}">${label}</option>`;

const setRow = ({ fault, about, times, route }: SandboxFault): Html =>
  html`<tr><td class="mono">${fault}</td><td>${about}</td><td>${times === 'always' ? 'always' : `${times} more`}${route && html`, at <span class="mono">${route}</span>`}</td></tr>`;

function faultsCard(faults: readonly SandboxFault[]): Html {
  const set = faults.filter(({ times }) => times !== 0);
  const table = html`<div class="scroll"><table><thead><tr><th>Fault</th><th>What happens</th><th>How often</th></tr></thead><tbody>${set.map(setRow)}</tbody></table></div>
<form method="post" action="${CONTROLS}/faults/clear"><button class="quiet">Clear all faults</button></form>`;
  const names = [...new Map(faults.map((one) => [one.fault, one])).values()];
  return html`<section class="card"><h2>Faults</h2>
${set.length === 0 ? html`<p>Nothing fails now.</p>` : table}
<form method="post" action="${CONTROLS}/faults">
<label>Fault of the test authority or of the API <select name="fault">${names.map(({ fault, about }) => optionOf(fault, `${fault}: ${about}`))}</select></label>
<label>How often <select name="times">${optionOf('1', 'Once')}${optionOf('always', 'Until it is cleared')}</select></label>
<button>Set the fault</button></form></section>`;
}

const clockCard = (now: Date): Html => html`<section class="card"><h2>Clock</h2>
<p>The service’s clock shows ${utc(now)}. It only goes forward: trials end, links expire, retries and reminders fall due.</p>
<form method="post" action="${CONTROLS}/clock">
<label>Move it on by <select name="step">${Object.entries(STEPS).map(([name, { label }]) => optionOf(name, label))}</select></label>
<button>Move the clock</button></form></section>`;

const controlsPage = (now: Date, faults: readonly SandboxFault[], authorityUrl: string): string =>
  dashboardLayout(
    'Controls',
    html`<h1>Controls</h1>${clockCard(now)}${faultsCard(faults)}
<section class="card"><h2>Identities</h2><p>The <a href="${authorityUrl}/">test authority</a> lists the people who can sign, and those whose signing fails.</p></section>`,
  );

/** A cookie alone does not tell our own forms from those of another port of this machine. */
const isOwnForm = ({ headers }: FastifyRequest): boolean =>
  headers['sec-fetch-site'] === 'same-origin';

const FOREIGN = 'That form did not come from this page. Open the page again, and repeat it.';

/** Adds the page that moves the clock and sets faults. */
export function addControlsPage(
  app: FastifyInstance,
  { parts, runner }: Pick<ControlOptions, 'parts' | 'runner'>,
): void {
  app.get(CONTROLS, (_request, reply) => {
    const { clock, places } = parts;
    return sendPage(reply, controlsPage(clock.now(), listFaults(parts), places.authorityUrl));
  });
  const action = (path: string, run: (request: FastifyRequest) => unknown) =>
    app.post(`${CONTROLS}${path}`, async (request, reply): Promise<FastifyReply> => {
      if (!isOwnForm(request)) return sendPage(reply, noticePage(FOREIGN), 403);
      try {
        await run(request);
        return reply.redirect(CONTROLS, 303);
      } catch (error) {
        if (!(error instanceof SandboxRefused)) throw error;
        return sendPage(reply, noticePage(error.message), 400);
      }
    });
  action('/faults', (request) => {
    const { fault, times } = Object(request.body);
    const order = { fault, times: times === 'always' ? times : Number(times) };
    return setFault(parts, bodyAs(FaultOrder, { body: order }));
  });
  action('/faults/clear', () => clearFaults(parts, {}));
  action('/clock', async ({ body }) => {
    const { step } = Object(body);
    const chosen = STEPS[String(step)];
    if (!chosen) return;
    await parts.clock.advance(chosen.ms);
    runner.service().admin.wakeOutbox();
  });
}
