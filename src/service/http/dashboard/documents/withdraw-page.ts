import { html } from '../../../../html/html.ts';
import type { Document } from '../../../domain/documents/document.ts';
import { REASON_LENGTH } from '../../../domain/documents/reason.ts';
import { form } from '../form.ts';
import type { DashboardPage } from '../shell.ts';
import type { Visit } from '../visit.ts';
import { WORDS } from '../words/words.ts';
import { documentPath } from './paths.ts';

const words = WORDS.documents.withdrawal;

/** What a member typed that was refused, and why. */
interface Refused {
  readonly reason: string;
  readonly problem: string;
}

/** Asks for the reason to withdraw a document. It is not loaded again by itself: what is typed would be lost. */
export function withdrawPage(
  visit: Visit,
  { documentId, name }: Document,
  refused?: Refused,
): DashboardPage {
  const fields = html`${refused && html`<p class="alert" role="alert">${refused.problem}</p>`}
<p><label class="field">${words.reason} <textarea name="reason" rows="3" maxlength="${REASON_LENGTH}" required dir="auto">${refused?.reason}</textarea></label></p>
<button>${words.button}</button>`;
  return {
    title: words.title,
    ...(refused && { status: 400 }),
    content: html`<section class="card"><p><a href="${documentPath(documentId)}" dir="auto">${name}</a></p>
<p>${words.about}</p>
${form(visit, documentPath(documentId, '/withdraw'), fields)}</section>`,
  };
}
