import type { Html } from '../../../../html/html.ts';
import { html } from '../../../../html/html.ts';
import type { ShownEndpoint } from '../../../domain/webhooks/webhook-endpoint.ts';
import { timeOf } from '../time.ts';

/** Path of the list of endpoints. */
export const WEBHOOKS = '/dashboard/webhooks';

/** An address without its query, which may be secret. */
export function addressOf(url: string): string {
  const { origin, pathname, search } = new URL(url);
  return `${origin}${pathname}${search === '' ? '' : '?…'}`;
}

function reasonOf({ disabledReason, failures }: ShownEndpoint): string {
  if (disabledReason === 'gone') return 'it responded with 410 Gone, which asks us to stop sending';
  if (disabledReason === 'failing')
    return `its last ${failures} attempts failed, and nothing was delivered for five days`;
  return 'switched off by hand';
}

/** Whether an endpoint is on and its attempts succeed, or why it is off. */
export function healthOf(endpoint: ShownEndpoint): Html {
  const { enabled, disabledAt, failures } = endpoint;
  if (!enabled) {
    return html`<span class="badge bad">off</span> ${disabledAt && html`since ${timeOf(disabledAt)}: `}${reasonOf(endpoint)}`;
  }
  if (failures === 0) return html`<span class="badge good">on</span>`;
  const attempts = failures === 1 ? '1 attempt' : `${failures} attempts`;
  return html`<span class="badge wait">on</span> ${attempts} failed since the last success`;
}
