import { LIMITS } from '../../../../contract/limits.ts';
import type { Html } from '../../../../html/html.ts';
import { html } from '../../../../html/html.ts';
import { CREDITS } from '../../../billing/pages/paths.page.ts';
import { may } from '../../../core/permissions.rules.ts';
import type { DashboardPage } from '../dashboard-shell.ts';
import { noticePage } from '../dashboard-shell.ts';
import type { Problems } from '../form.ts';
import { keyField, labelled, textField } from '../form.ts';
import type { MemberVisit } from '../visit.ts';
import { WORDS } from '../words/dashboard.words.ts';

export const NEW_DOCUMENT = '/dashboard/documents/new';

const words = WORDS.drafts.upload;
const MEGABYTES = LIMITS.pdfBytes / (1024 * 1024);

/** For members who may send. */
export const newDocumentLink = ({ role }: MemberVisit): Html | false =>
  may(role, 'documents.send') &&
  html`<p><a class="button" href="${NEW_DOCUMENT}">${words.start}</a></p>
`;

export const noAccessPage = ({ role }: MemberVisit): DashboardPage =>
  noticePage(403, words.title, {
    words: words.noAccess,
    ...(may(role, 'billing.manage') && { next: { path: CREDITS, label: words.toCredits } }),
  });

interface Typed {
  readonly name: string;
  readonly problems?: Problems;
}

export function uploadPage(visit: MemberVisit, { name, problems }: Typed): DashboardPage {
  const file = labelled(
    { name: 'file', label: words.file, problems },
    (marks) =>
      html`<input type="file" name="file" accept="application/pdf,.pdf" required data-most="${LIMITS.pdfBytes}" data-too-large="${words.tooLarge(MEGABYTES)}"${marks}>`,
  );
  const more = html` maxlength="${LIMITS.documentNameLength}" autocomplete="off" dir="auto"`;
  return {
    title: words.title,
    ...(problems && { problems, status: 400 }),
    scripts: ['draft.js'],
    content: html`<section class="card"><p>${words.about(MEGABYTES)}</p>
<form method="post" action="${NEW_DOCUMENT}" enctype="multipart/form-data" data-upload>${keyField(visit)}
${textField({ name: 'name', label: words.name, hint: words.nameHint, value: name, problems, more })}
${file}
<button>${words.button}</button></form></section>`,
  };
}
