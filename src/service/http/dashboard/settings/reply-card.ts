import type { Html } from '../../../../html/html.ts';
import { html } from '../../../../html/html.ts';
import { confirmableUntil } from '../../../domain/accounts/reply-address.ts';
import { textField } from '../fields.ts';
import { form } from '../form.ts';
import { timeOf } from '../time.ts';
import type { Visit } from '../visit.ts';
import { WORDS } from '../words/words.ts';
import { SETTINGS } from './sender-form.ts';

const { replies, save } = WORDS.settings;

/** Where the form of the address for replies posts to. */
export const REPLY_TO = `${SETTINGS}/reply-to`;

/** Posts an address as if it had been typed. */
const addressButton = (visit: Visit, address: string, label: string): Html =>
  form(
    visit,
    REPLY_TO,
    html`<input type="hidden" name="replyTo" value="${address}"><button class="quiet">${label}</button>`,
  );

function waiting(visit: Visit, address: string): Html {
  const until = confirmableUntil(visit.account, visit.now);
  const words = until ? replies.waits(address, timeOf(until)) : replies.over(address);
  return html`<p role="status">${words}</p>
<div class="buttons">${addressButton(visit, address, replies.again)}${addressButton(visit, visit.account.replyTo ?? '', replies.cancel)}</div>
`;
}

/** Where replies go, which address waits for being confirmed, and the form for another one. */
export function replyCard(visit: Visit, typed: string | undefined): Html {
  const { replyTo, pendingReplyTo } = visit.account;
  const value = typed ?? pendingReplyTo ?? replyTo ?? '';
  const field = { name: 'replyTo', label: replies.field, hint: replies.hint, value };
  return html`<section class="card"><h2>${replies.heading}</h2>
<p>${replyTo === null ? replies.none : replies.inUse(replyTo)}</p>
${pendingReplyTo !== null && waiting(visit, pendingReplyTo)}
${form(visit, REPLY_TO, html`${textField({ ...field, type: 'email' })}<button>${save}</button>`)}
<p class="hint">${replies.rule}</p></section>
`;
}
