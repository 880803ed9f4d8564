import type { Html } from '../../html/html.ts';
import { html } from '../../html/html.ts';
import { timeOf } from '../web/dashboard/time.ts';
import { WORDS } from '../web/dashboard/words/words.ts';
import type { ShownEndpoint } from './webhook-endpoint.rules.ts';

export const WEBHOOKS = '/dashboard/webhooks';

const { health } = WORDS.webhooks;

/** Hides the query, which may be secret. */
export function addressOf(url: string): string {
  const { origin, pathname, search } = new URL(url);
  return `${origin}${pathname}${search === '' ? '' : '?…'}`;
}

function reasonOf({ disabledReason, failures }: ShownEndpoint): string {
  if (disabledReason === 'gone') return health.gone;
  return disabledReason === 'failing' ? health.failing(failures) : health.byHand;
}

export function healthOf(endpoint: ShownEndpoint): Html {
  const { enabled, disabledAt, failures } = endpoint;
  if (!enabled) {
    return html`<span class="badge bad">${health.off}</span> ${disabledAt && health.since(timeOf(disabledAt))}${reasonOf(endpoint)}`;
  }
  if (failures === 0) return html`<span class="badge good">${health.on}</span>`;
  return html`<span class="badge wait">${health.on}</span> ${health.failed(failures)}`;
}
