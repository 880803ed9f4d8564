import type { Html, Insert } from '../../../html/html.ts';
import { html } from '../../../html/html.ts';
import type { IdentityProvider } from '../../ports/identity-provider.ts';
import { table, timeOf } from '../../web/dashboard/dashboard-shell.ts';
import { form, keyField } from '../../web/dashboard/form.ts';
import { passkeyForm } from '../../web/dashboard/passkey-form.ts';
import type { MemberVisit } from '../../web/dashboard/visit.ts';
import { WORDS } from '../../web/dashboard/words/dashboard.words.ts';
import { CONFIRM } from './confirm.page.ts';
import type { Passkey } from './passkey.rules.ts';
import { PASSKEY_NAME_LENGTH, relyingPartyOf } from './passkey.rules.ts';

const { passkeys: words } = WORDS.me;

export const PASSKEYS = '/dashboard/me/passkeys';

interface ShownPasskeys {
  readonly passkeys: readonly Passkey[];
  readonly provider: Pick<IdentityProvider, 'name' | 'isOnly'> | undefined;
  readonly baseUrl: string;
  /** Limit of passkeys per person. */
  readonly most: number;
}

function rowOf(visit: MemberVisit, { passkeyId, name, createdAt, lastUsedAt }: Passkey): Insert[] {
  const remove = html`<input type="hidden" name="passkey" value="${passkeyId}"><button class="quiet" aria-label="${words.removed(name)}">${words.remove}</button>`;
  return [
    name,
    timeOf(createdAt),
    lastUsedAt ? timeOf(lastUsedAt) : words.never,
    form(visit, `${PASSKEYS}/remove`, remove),
  ];
}

const addForm = (visit: MemberVisit): Html =>
  html`${passkeyForm({
    action: PASSKEYS,
    kind: 'create',
    content: html`${keyField(visit)}<label class="field">${words.name} <span class="hint">${words.hint}</span>
<input name="name" required maxlength="${PASSKEY_NAME_LENGTH}" autocomplete="off"></label>
<button>${words.add}</button>`,
    failed: words.failed,
  })}<p class="hint" data-unable>${words.unable}</p>`;

/** How to add a passkey, or why that's impossible. */
function adding(visit: MemberVisit, { provider, baseUrl }: ShownPasskeys): Html {
  if (provider?.isOnly) return html`<p>${words.onlyAt(provider.name)}</p>`;
  if (!relyingPartyOf(baseUrl)) return html`<p>${words.nowhere(baseUrl)}</p>`;
  if (visit.isConfirmed) return addForm(visit);
  return html`<p><a class="button" href="${CONFIRM}">${words.confirmFirst}</a></p>`;
}

export function passkeysCard(visit: MemberVisit, shown: ShownPasskeys): Html {
  const { name, created, lastUsed, removeIt, label, title, about } = words;
  const heads = [name, created, lastUsed, html`<span class="unseen">${removeIt}</span>`];
  const rows = shown.passkeys.map((passkey) => rowOf(visit, passkey));
  return html`<section class="card" id="passkeys"><h2>${title}</h2>
<p>${about}</p>
${rows.length > 0 && html`${table(label, heads, rows)}<p class="hint">${words.count(rows.length, shown.most)}</p>`}
${adding(visit, shown)}</section>`;
}
