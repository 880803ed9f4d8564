import { createHash } from 'node:crypto';
import type { Html, Insert } from '../../../../html/html.ts';
import { html } from '../../../../html/html.ts';
import { CREDITS } from '../../../billing/pages/paths.page.ts';
import type { Document } from '../../../core/documents/document.rules.ts';
import { draftHash } from '../../../core/documents/document.rules.ts';
import type { SendingPlan } from '../../../core/documents/plan-sending.ts';
import { may } from '../../../core/permissions.rules.ts';
import type { PageFiles } from '../../pages/page-files.ts';
import type { DashboardPage } from '../dashboard-shell.ts';
import { facts } from '../dashboard-shell.ts';
import { documentPath } from '../document-paths.ts';
import { form } from '../form.ts';
import type { MemberVisit } from '../visit.ts';
import { WORDS } from '../words/dashboard.words.ts';
import { draftReader } from './reader-routes.ts';

const words = WORDS.drafts.review;

function signsOn({ placements, draft }: SendingPlan, signerId: string): string {
  const placed = placements.find((one) => one.signerId === signerId)?.positions ?? [];
  const pages = placed.map(({ page }) => page);
  const isAtEnd = pages.some((page) => page > draft.pages.length);
  return isAtEnd ? words.signsAtEnd : words.signsOn(pages.join(', '));
}

const signers = (plan: SendingPlan): Html =>
  html`<ol class="people">${plan.draft.signers.map(
    ({ signerId, signingOrder, name, email, phone }) =>
      html`<li class="is-later"><span class="mark" aria-hidden="true">${signingOrder}</span> <span><span class="who"><bdi>${name}</bdi></span> <span class="when">${email} · ${phone}</span> <span class="when">${signsOn(plan, signerId)}</span></span></li>
`,
  )}</ol>`;

function cost({ role }: MemberVisit, { draft, credits }: SendingPlan): Insert {
  const count = draft.signers.length;
  if (credits >= count) return words.costs(count, credits);
  const next = may(role, 'billing.manage')
    ? html`<a href="${CREDITS}">${words.buy}</a>`
    : words.ask;
  return html`<strong>${words.tooFew(count, credits)}</strong> ${next}`;
}

/** Changes with anything that the page shows of what signers will get. */
export const seenOf = ({ account }: MemberVisit, document: Document): string =>
  createHash('sha256')
    .update(JSON.stringify([draftHash(document), account.message, account.linkDays]))
    .digest('hex');

interface ReviewParts {
  readonly plan: SendingPlan;
  readonly files: PageFiles;
  readonly isChanged?: boolean;
}

/** What sending would do now. The form sends only that. */
export function reviewPage(
  visit: MemberVisit,
  { plan, files, isChanged }: ReviewParts,
): DashboardPage {
  const { draft: document, credits, emptyFields } = plan;
  const path = documentPath(document.documentId);
  const message = document.message ?? visit.account.message;
  const seen = html`<input type="hidden" name="seen" value="${seenOf(visit, document)}"><button>${words.send}</button>`;
  return {
    title: words.title,
    ...(isChanged && { status: 409 }),
    scripts: ['viewer.js'],
    content: html`${isChanged && html`<p class="alert" role="alert">${words.changed}</p>`}
<div class="draft"><section class="card">${facts([
      [words.document, html`<bdi>${document.name}</bdi>`],
      [words.message, message === null ? words.noMessage : html`<bdi>${message}</bdi>`],
      [words.links, words.linkDays(visit.account.linkDays)],
      [words.cost, cost(visit, plan)],
    ])}
${emptyFields > 0 && html`<p class="alert">${words.emptyFields(emptyFields)}</p>`}
${signers(plan)}
<p class="hint">${words.emails}</p>
<div class="actions">${credits >= document.signers.length && form(visit, `${path}/send`, seen)} <a class="button quiet" href="${path}/draft">${words.back}</a></div></section>
${draftReader({ document, files, path, pages: 'plan' })}</div>`,
  };
}
