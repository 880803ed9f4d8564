import { LIMITS } from '../../../../contract/limits.ts';
import type { Html, Insert } from '../../../../html/html.ts';
import { html } from '../../../../html/html.ts';
import type { Document } from '../../../core/documents/document.rules.ts';
import type { PageFiles } from '../../pages/page-files.ts';
import type { DashboardPage } from '../dashboard-shell.ts';
import { documentPath } from '../document-paths.ts';
import type { Problems } from '../form.ts';
import { choiceField, form, textField } from '../form.ts';
import type { MemberVisit } from '../visit.ts';
import { WORDS } from '../words/dashboard.words.ts';
import type { DraftRow, DraftValues } from './draft-form.ts';
import { emptyRow, placesIn } from './draft-form.ts';
import { draftReader } from './reader-routes.ts';

const words = WORDS.drafts.draft;
const { places: placings } = words;

/** In characters; also `PHONE_PATTERN`, with what people put between the digits. */
const MOST = { name: LIMITS.signerNameLength, email: LIMITS.emailLength, message: 500, words: 200 };
const PHONE = String.raw`\+?[\d \(\).\-]{${LIMITS.phoneDigits},30}`;

type ShownForm = Pick<DraftPageParts, 'problems' | 'focus'>;

const rowButton = (what: 'up' | 'down' | 'remove', { key }: DraftRow, sign: string): Html =>
  html`<button class="quiet" name="do" value="${what}:${key}" formnovalidate aria-label="${words[what]}" title="${words[what]}">${sign}</button>`;

function placedOn({ places }: DraftRow): Insert {
  const pages = placesIn(places)?.map(({ page }) => page) ?? [];
  return html`<p class="hint" data-placed="${words.placed('{pages}')}">${pages.length > 0 && words.placed(pages.join(', '))}</p>`;
}

function rowOf(row: DraftRow, order: string, { problems, focus }: ShownForm): Html {
  const { key } = row;
  const field = (name: 'name' | 'email' | 'phone' | 'words' | 'where', label: string) => ({
    ...{ name: `${name}-${key}`, label, value: row[name], problems },
  });
  const isFocused = focus === `name-${key}` && html` autofocus`;
  return html`<li data-row="${key}"><fieldset><legend draggable="true" title="${words.drag}">${words.signer(order)}</legend>
<div class="row-tools">${rowButton('up', row, '↑')} ${rowButton('down', row, '↓')} ${rowButton('remove', row, '✕')}</div>
${textField({ ...field('name', words.fields.name), more: html` maxlength="${MOST.name}" autocomplete="off" dir="auto"${isFocused}` })}
${textField({ ...field('email', words.fields.email), type: 'email', more: html` maxlength="${MOST.email}" autocomplete="off"` })}
${textField({ ...field('phone', words.fields.phone), hint: words.phoneHint, type: 'tel', more: html` pattern="${PHONE}" inputmode="tel" autocomplete="off"` })}
${choiceField(field('where', words.where), placings)}
<div data-beside>${textField({ ...field('words', words.words), hint: words.wordsHint, more: html` maxlength="${MOST.words}" autocomplete="off" dir="auto"` })}</div>
<input type="hidden" name="places-${key}" value="${row.places}">${placedOn(row)}
<button type="button" class="quiet" data-place hidden>${words.place}</button></fieldset></li>
`;
}

interface DraftPageParts {
  readonly document: Document;
  readonly values: DraftValues;
  readonly accountMessage: string | null;
  readonly files: PageFiles;
  readonly problems?: Problems | undefined;
  readonly focus?: string | undefined;
  readonly isSaved?: boolean;
}

/** Works without scripts, except that places on the page are put by clicks and keys. */
export function draftPage(
  visit: MemberVisit,
  { document, values, accountMessage, files, problems = {}, focus, isSaved }: DraftPageParts,
): DashboardPage {
  const { documentId } = document;
  const rows = values.rows.map((row, index) => rowOf(row, String(index + 1), { problems, focus }));
  // The script fills in `N`.
  const template = rowOf(emptyRow('N'), 'N', { problems: {}, focus: undefined });
  const fields = html`<button class="unseen" name="do" value="save" tabindex="-1" aria-hidden="true">${words.save}</button>
${textField({ name: 'name', label: words.name, value: values.name, problems, required: true, more: html` maxlength="${LIMITS.documentNameLength}" dir="auto"` })}
<h2>${words.signers}</h2><p class="hint">${words.order}</p>
<ol class="signer-rows" data-rows data-legend="${words.signer('{order}')}" data-most="${LIMITS.signersPerDocument}">${rows}</ol>
<template>${template}</template>
<p><button class="quiet" name="do" value="add" formnovalidate${values.rows.length >= LIMITS.signersPerDocument && html` hidden`}>${words.add}</button></p>
${textField({ name: 'message', label: words.message, value: values.message, hint: words.messageHint, problems, more: html` maxlength="${MOST.message}" dir="auto"` })}
${accountMessage && html`<p class="hint">${words.accountsMessage(html`<bdi>${accountMessage}</bdi>`)}</p>`}
<p class="actions"><button name="do" value="review">${words.review}</button> <button class="quiet" name="do" value="save">${words.save}</button></p>`;
  return {
    title: document.name,
    ...(Object.keys(problems).length > 0 && { status: 400, problems }),
    scripts: ['viewer.js', 'draft.js'],
    content: html`${isSaved && html`<p class="note" role="status">${words.saved}</p>`}
<div class="draft"><section class="card" data-draft data-label="${words.placeOf}">${form(visit, documentPath(documentId, '/draft'), fields)}</section>
${draftReader({ document, files, path: documentPath(documentId), pages: 'pages', help: words.help })}</div>`,
  };
}
