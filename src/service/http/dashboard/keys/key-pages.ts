import { html } from '../../../../html/html.ts';
import type { OVERLAPS } from '../../../domain/accounts/api-key.ts';
import { keyState } from '../../../domain/accounts/api-key.ts';
import type { Member } from '../../../ports/members.ts';
import type { MadeKey, ShownKey } from '../../../use-cases/accounts/api-keys.ts';
import { form } from '../form.ts';
import type { DashboardPage } from '../shell.ts';
import { facts, table } from '../table.ts';
import { timeOf } from '../time.ts';
import type { Visit } from '../visit.ts';

/** Path of the list of keys. */
export const KEYS = '/dashboard/keys';

const NONE = html`<span class="hint">–</span>`;
const BADGES = { valid: 'good', ended: '', revoked: 'bad' } as const;

function stateOf(key: ShownKey, now: Date) {
  const state = keyState(key, now);
  const badge = html`<span class="badge ${BADGES[state]}">${state}</span>`;
  if (state === 'revoked' && key.revokedAt) return html`${badge} ${timeOf(key.revokedAt)}`;
  if (!key.expiresAt) return badge;
  return html`${badge} ${state === 'valid' ? 'ends ' : ''}${timeOf(key.expiresAt)}`;
}

const MEMBER = 'member:';

/** Who made a key, in words. */
function makerOf({ createdBy }: ShownKey, members: readonly Member[]): string {
  if (createdBy === null) return 'not known';
  if (createdBy === 'account') return 'with the account';
  if (!createdBy.startsWith(MEMBER)) return `by an ${createdBy} of this service`;
  const userId = createdBy.slice(MEMBER.length);
  const member = members.find((one) => one.userId === userId);
  return `by ${member?.email ?? 'a former member'}`;
}

const rowOf = (key: ShownKey, now: Date) => [
  html`<a href="${KEYS}/${key.keyId}">${key.name ?? 'No name'}</a><br><code>${key.prefix}…</code>`,
  stateOf(key, now),
  key.lastUsedAt ? timeOf(key.lastUsedAt) : NONE,
  timeOf(key.createdAt),
];

/** All keys of the account, and a form for another one. */
export function keysPage(visit: Visit, keys: readonly ShownKey[]): DashboardPage {
  const newest = keys.toReversed().map((key) => rowOf(key, visit.now));
  const list = keys.length
    ? table('API keys', ['Key', 'State', 'Last used', 'Created'], newest)
    : html`<p>There is no key yet. Create one, then give it to the command line: <code>esign auth login</code></p>`;
  return {
    title: 'API keys',
    content: html`<section class="card">${list}</section>
<section class="card"><h2>Create a key</h2>
${form(
  visit,
  KEYS,
  html`<label class="field">Name
<input name="name" required maxlength="80" placeholder="CRM, production"></label>
<p class="hint">The key is shown once. It can do everything that the API can, with this account’s credits.</p>
<button>Create key</button>`,
)}</section>`,
  };
}

/** The only page that ever shows a key. */
export const newKeyPage = ({ apiKey, keyId }: MadeKey, words: string): DashboardPage => ({
  title: 'Your new key',
  scripts: ['once.js'],
  content: html`<section class="card"><p>${words} It is shown only here and only now: copy it to where it is kept safe.</p>
<pre tabindex="0"><code>${apiKey}</code></pre>
<p>At a terminal, <code>esign auth login</code> asks for it.</p>
<p><a class="button" data-once href="${KEYS}/${keyId}">I have copied it</a></p></section>`,
});

const LABELS: Readonly<Record<keyof typeof OVERLAPS, string>> = {
  now: 'Ends now',
  '1h': 'Goes on for 1 hour',
  '24h': 'Goes on for 24 hours',
  '7d': 'Goes on for 7 days',
};

const rollForm = (visit: Visit, { keyId }: ShownKey) => html`<section class="card"><h2>Roll it</h2>
<p>Makes a new key of the same name. Choose how long this one goes on beside it.</p>
${form(
  visit,
  `${KEYS}/${keyId}/roll`,
  html`<label class="field">This key
<select name="overlap">${Object.entries(LABELS).map(([value, label]) => html`<option value="${value}"${value === '24h' ? html` selected` : null}>${label}</option>`)}</select></label>
<button>Roll key</button>`,
)}</section>`;

const revokeForm = (
  visit: Visit,
  { keyId }: ShownKey,
) => html`<section class="card"><h2>Revoke it</h2>
<p>Whatever uses this key is refused from its next request on. That cannot be undone.</p>
${form(
  visit,
  `${KEYS}/${keyId}/revoke`,
  html`<p><label><input type="checkbox" name="confirm" value="yes" required> I want to revoke this key</label></p>
<button class="quiet">Revoke key</button>`,
)}</section>`;

/** One key, and what can be done with it. */
export function keyPage(visit: Visit, key: ShownKey, members: readonly Member[]): DashboardPage {
  const isValid = keyState(key, visit.now) === 'valid';
  return {
    title: key.name ?? 'API key without a name',
    content: html`<section class="card">${facts([
      ['Begins with', html`<code>${key.prefix}…</code>`],
      ['Id', html`<code>${key.keyId}</code>`],
      ['State', stateOf(key, visit.now)],
      ['Created', html`${timeOf(key.createdAt)}, ${makerOf(key, members)}`],
      ['Last used', key.lastUsedAt ? timeOf(key.lastUsedAt) : 'no use is known'],
    ])}
<p><a href="${KEYS}">All keys</a></p></section>
${isValid && !key.expiresAt && rollForm(visit, key)}
${isValid && revokeForm(visit, key)}`,
  };
}
