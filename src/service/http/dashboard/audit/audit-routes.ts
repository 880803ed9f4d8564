import type { Insert } from '../../../../html/html.ts';
import { html } from '../../../../html/html.ts';
import type { AccountEntry } from '../../../domain/members/account-audit.ts';
import { textOf } from '../form.ts';
import type { DashboardRoutes } from '../routes.ts';
import type { DashboardPage } from '../shell.ts';
import { table } from '../table.ts';
import { timeOf } from '../time.ts';
import { WORDS } from '../words/words.ts';

const AUDIT = '/dashboard/audit';
const PAGE = 50;

/** Who a user is; those who left are shown by their id. */
type Names = ReadonlyMap<string, string>;

const targetOf = ({ target }: AccountEntry): string =>
  Object.entries(target)
    .map(([name, value]) => `${name} ${value}`)
    .join(', ');

const rowOf = (entry: AccountEntry, names: Names): Insert[] => [
  timeOf(entry.at),
  names.get(entry.userId) ?? entry.userId,
  html`<code>${entry.action.replace('/dashboard/', '')}</code>`,
  targetOf(entry),
  html`<code>${entry.requestId}</code>`,
];

const { title, about, heads, none } = WORDS.audit;

function auditPage(entries: readonly AccountEntry[], names: Names): DashboardPage {
  const shown = entries.slice(0, PAGE);
  const last = entries.length > PAGE ? shown.at(-1) : undefined;
  const rows = shown.map((entry) => rowOf(entry, names));
  return {
    title,
    content: html`<section class="card"><p>${about}</p>
${shown.length === 0 ? html`<p>${none}</p>` : table(title, heads, rows)}
${last && html`<p><a href="${AUDIT}?before=${last.seq}">${WORDS.common.older}</a></p>`}</section>`,
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
