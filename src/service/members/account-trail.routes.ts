import type { Insert } from '../../html/html.ts';
import { html } from '../../html/html.ts';
import { countIn, textOf } from '../web/dashboard/form.ts';
import type { DashboardRoutes } from '../web/dashboard/routes.ts';
import type { DashboardPage } from '../web/dashboard/shell.ts';
import { table } from '../web/dashboard/table.ts';
import { timeOf } from '../web/dashboard/time.ts';
import { WORDS } from '../web/dashboard/words/words.ts';
import type { AccountEntry } from './account-trail.rules.ts';
import type { TrailPage } from './account-trail.ts';
import { readTrail } from './account-trail.ts';

const AUDIT = '/dashboard/audit';

const targetOf = ({ target }: AccountEntry): string =>
  Object.entries(target)
    .map(([name, value]) => `${name} ${value}`)
    .join(', ');

/** Former members appear by id. */
const rowOf = (entry: AccountEntry, names: TrailPage['names']): Insert[] => [
  timeOf(entry.at),
  names.get(entry.userId) ?? entry.userId,
  html`<code>${entry.action.replace('/dashboard/', '')}</code>`,
  targetOf(entry),
  html`<code>${entry.requestId}</code>`,
];

const { title, about, heads, none } = WORDS.audit;

function auditPage({ entries, older, names }: TrailPage): DashboardPage {
  const rows = entries.map((entry) => rowOf(entry, names));
  return {
    title,
    content: html`<section class="card"><p>${about}</p>
${entries.length === 0 ? html`<p>${none}</p>` : table(title, heads, rows)}
${older && html`<p><a href="${AUDIT}?before=${older}">${WORDS.common.older}</a></p>`}</section>`,
  };
}

export function auditRoutes({ deps, page }: DashboardRoutes): void {
  page(AUDIT, 'audit.read', async (visit, { query }) => {
    const given = countIn(textOf(query, 'before')) ?? 0;
    const before = given > 0 && given < 2 ** 31 ? given : undefined;
    return auditPage(await readTrail(deps, visit, { before }));
  });
}
