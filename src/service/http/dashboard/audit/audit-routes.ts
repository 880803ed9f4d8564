import type { Html } from '../../../../html/html.ts';
import { html } from '../../../../html/html.ts';
import type { AccountEntry } from '../../../domain/members/account-audit.ts';
import { textOf } from '../form.ts';
import type { DashboardRoutes } from '../routes.ts';
import type { DashboardPage } from '../shell.ts';
import { timeOf } from '../time.ts';

const AUDIT = '/dashboard/audit';
const PAGE = 50;

/** Who a user is; those who left are shown by their id. */
type Names = ReadonlyMap<string, string>;

const targetOf = ({ target }: AccountEntry): string =>
  Object.entries(target)
    .map(([name, value]) => `${name} ${value}`)
    .join(', ');

const rowOf = (entry: AccountEntry, names: Names): Html =>
  html`<tr><td>${timeOf(entry.at)}</td><td>${names.get(entry.userId) ?? entry.userId}</td><td><code>${entry.action.replace('/dashboard/', '')}</code></td><td>${targetOf(entry)}</td><td><code>${entry.requestId}</code></td></tr>`;

function auditPage(entries: readonly AccountEntry[], names: Names): DashboardPage {
  const shown = entries.slice(0, PAGE);
  const last = entries.length > PAGE ? shown.at(-1) : undefined;
  const table = html`<div class="scroll" tabindex="0" role="region" aria-label="Audit log"><table><thead><tr><th scope="col">Time</th><th scope="col">Member</th><th scope="col">Asked for</th><th scope="col">About</th><th scope="col">Request</th></tr></thead>
<tbody>${shown.map((entry) => rowOf(entry, names))}</tbody></table></div>`;
  return {
    title: 'Audit log',
    content: html`<section class="card"><p>What members asked for in the dashboard, whether it was granted or not. Each entry’s hash covers the one before.</p>
${shown.length === 0 ? html`<p>Nobody has changed anything yet.</p>` : table}
${last && html`<p><a href="${AUDIT}?before=${last.seq}">Older</a></p>`}</section>`,
  };
}

/** The trail of what members asked for. */
export function auditRoutes({ deps: { store }, page }: DashboardRoutes): void {
  page(AUDIT, 'audit.read', async ({ account: { accountId } }, { query }) => {
    const before = Number(textOf(query, 'before'));
    const isNumber = Number.isSafeInteger(before) && before > 0 && before < 2 ** 31;
    const [entries, members] = await Promise.all([
      store.readTrail({ accountId, limit: PAGE + 1, ...(isNumber && { before }) }),
      store.listMembers(accountId),
    ]);
    return auditPage(entries, new Map(members.map(({ userId, email }) => [userId, email])));
  });
}
