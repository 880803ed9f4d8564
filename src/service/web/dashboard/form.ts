import type { FastifyRequest } from 'fastify';
import { isRecord } from '../../../contract/is-record.ts';
import type { Html, Insert } from '../../../html/html.ts';
import { html } from '../../../html/html.ts';
import type { DomainError } from '../../core/domain-error.rules.ts';
import type { MemberVisit } from './visit.ts';
import { WORDS } from './words/dashboard.words.ts';

/** What is wrong with the fields of a form, by name, in the form's order. */
export type Problems = Readonly<Record<string, string>>;

interface Labelled {
  readonly name: string;
  readonly label: Insert;
  readonly hint?: string;
  /** Those of the whole form. */
  readonly problems?: Problems | undefined;
}

interface Field extends Labelled {
  readonly value: string;
  readonly type?: 'text' | 'email' | 'tel' | 'url' | 'number' | 'search' | 'date';
  readonly required?: boolean;
  /** More attributes, such as `html` maxlength="80"``. */
  readonly more?: Html;
}

const problemIn = (problems: Problems = {}, name: string): string | undefined =>
  Object.hasOwn(problems, name) ? problems[name] : undefined;

/** Attributes of a control whose field may have a problem; the first one gets the focus. */
function marksOf({ name, problems }: Pick<Labelled, 'name' | 'problems'>): Html | null {
  if (problemIn(problems, name) === undefined) return null;
  const isFirst = Object.keys(problems ?? {})[0] === name;
  return html` id="field-${name}" aria-invalid="true" aria-describedby="problem-${name}"${isFirst && html` autofocus`}`;
}

function problemOf({ name, problems }: Pick<Labelled, 'name' | 'problems'>): Html | undefined {
  const problem = problemIn(problems, name);
  return problem === undefined
    ? undefined
    : html`<p class="problem" id="problem-${name}">${problem}</p>`;
}

/** A field with its label and problem. `control` puts the marks into its tag. */
export const labelled = (field: Labelled, control: (marks: Html | null) => Html): Html =>
  html`<label class="field">${field.label}${field.hint && html` <span class="hint">${field.hint}</span>`}
${control(marksOf(field))}</label>${problemOf(field)}`;

export const textField = ({ value, type = 'text', required, more, ...field }: Field): Html =>
  labelled(
    field,
    (marks) =>
      html`<input type="${type}" name="${field.name}" value="${value}"${required ? html` required` : null}${more}${marks}>`,
  );

export const choiceField = (
  { value, ...field }: Omit<Field, 'type' | 'required' | 'more'>,
  options: Readonly<Record<string, string>>,
): Html =>
  labelled(
    field,
    (marks) =>
      html`<select name="${field.name}"${marks}>${Object.entries(options).map(
        ([option, words]) =>
          html`<option value="${option}"${option === value ? html` selected` : null}>${words}</option>`,
      )}</select>`,
  );

/** Name of the box that confirms what can't be undone. */
export const CONFIRM_BOX = 'confirm';

export const confirmBox = (label: string, problems?: Problems): Html =>
  html`<p><label><input type="checkbox" name="${CONFIRM_BOX}" value="yes" required${marksOf({ name: CONFIRM_BOX, problems })}> ${label}</label></p>${problemOf({ name: CONFIRM_BOX, problems })}`;

/** A problem of the form as a whole has this name. */
const WHOLE_FORM = '';

/** The problems that a broken rule names. */
export const problemsOf = ({ fields, message }: DomainError): Problems =>
  Object.keys(fields).length === 0 ? { [WHOLE_FORM]: message } : fields;

/** All problems of a form above it, each a link to its field. */
export function problemSummary({ [WHOLE_FORM]: whole, ...fields }: Problems): Html {
  const links = Object.entries(fields).map(
    ([name, problem]) => html`<li><a href="#field-${name}">${problem}</a></li>`,
  );
  return html`<div class="alert" role="alert">${whole && html`<p>${whole}</p>`}${
    links.length > 0 && html`<p>${WORDS.common.problems(links.length)}</p><ul>${links}</ul>`
  }</div>
`;
}

export const alertOf = (message: string | undefined): Html | undefined | '' =>
  message && html`<p class="alert" role="alert">${message}</p>`;

export const FORM_KEY = 'form_key';

/** Proves that a form comes from a page of this session. */
export const keyField = ({ formKey }: Pick<MemberVisit, 'formKey'>): Html =>
  html`<input type="hidden" name="${FORM_KEY}" value="${formKey}">`;

export const form = (visit: MemberVisit, action: string, content: Insert): Html =>
  html`<form method="post" action="${action}">${keyField(visit)}
${content}</form>`;

export const buttonForm = (
  visit: MemberVisit,
  action: string,
  { label, quiet = true }: { readonly label: string; readonly quiet?: boolean },
): Html =>
  form(visit, action, html`<button${quiet ? html` class="quiet"` : null}>${label}</button>`);

/** From a submitted form or a query; empty if missing or repeated. */
export function textOf(fields: unknown, name: string): string {
  const value = isRecord(fields) ? fields[name] : undefined;
  return typeof value === 'string' ? value : '';
}

const DIGITS = /^\d{1,15}$/;

/** Reads up to 15 decimal digits; undefined for any other text. */
export const countIn = (text: string): number | undefined =>
  DIGITS.test(text) ? Number(text) : undefined;

export const pathPart = ({ params }: FastifyRequest, name: string): string => textOf(params, name);

interface PasskeyForm {
  /** Receives the answer by POST, and returns the options by GET. */
  readonly action: string;
  readonly kind: 'create' | 'get';
  readonly content: Insert;
  /** Shown when the device gave no answer. */
  readonly failed: string;
}

/** Name of the field for the browser's answer, as JSON. */
export const PASSKEY_ANSWER = 'answer';

/** Hidden until `passkey.js` finds support for passkeys: without scripts, the form is useless. */
export const passkeyForm = ({ action, kind, content, failed }: PasskeyForm): Html =>
  html`<form method="post" action="${action}" data-passkey="${kind}" hidden>
<input type="hidden" name="${PASSKEY_ANSWER}">
<p class="alert" role="alert" hidden>${failed}</p>
${content}</form>`;
