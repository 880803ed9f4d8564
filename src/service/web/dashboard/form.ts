import type { FastifyRequest } from 'fastify';
import { isRecord } from '../../../contract/is-record.ts';
import type { Html, Insert } from '../../../html/html.ts';
import { html } from '../../../html/html.ts';
import type { MemberVisit } from './visit.ts';

interface Field {
  readonly name: string;
  readonly label: string;
  readonly value: string;
  readonly hint?: string;
  readonly type?: 'text' | 'email' | 'url' | 'number';
  readonly required?: boolean;
}

export const textField = ({ name, label, value, hint, type = 'text', required }: Field): Html =>
  html`<label class="field">${label}${hint && html` <span class="hint">${hint}</span>`}
<input type="${type}" name="${name}" value="${value}"${required ? html` required` : null}></label>`;

export const choiceField = (
  { name, label, value }: Pick<Field, 'name' | 'label' | 'value'>,
  options: Readonly<Record<string, string>>,
): Html =>
  html`<label class="field">${label}
<select name="${name}">${Object.entries(options).map(
    ([option, words]) =>
      html`<option value="${option}"${option === value ? html` selected` : null}>${words}</option>`,
  )}</select></label>`;

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
