import type { FastifyRequest } from 'fastify';
import type { Html, Insert } from '../../../html/html.ts';
import { html } from '../../../html/html.ts';
import type { Visit } from './visit.ts';

/** The field of every form that holds the session's key. */
export const FORM_KEY = 'form_key';

/** The field that says that a form comes from a page of this session. */
export const keyField = ({ formKey }: Pick<Visit, 'formKey'>): Html =>
  html`<input type="hidden" name="${FORM_KEY}" value="${formKey}">`;

/** A form of a signed-in member, which posts to a path. */
export const form = (visit: Visit, action: string, content: Insert): Html =>
  html`<form method="post" action="${action}">${keyField(visit)}
${content}</form>`;

/** A form with nothing but a button. */
export const buttonForm = (
  visit: Visit,
  action: string,
  { label, quiet = true }: { readonly label: string; readonly quiet?: boolean },
): Html =>
  form(visit, action, html`<button${quiet ? html` class="quiet"` : null}>${label}</button>`);

/** A text field of a submitted form, or of a query; empty when it is missing or there several times. */
export function textOf(fields: unknown, name: string): string {
  const value: unknown =
    typeof fields === 'object' && fields !== null ? Reflect.get(fields, name) : undefined;
  return typeof value === 'string' ? value : '';
}

const DIGITS = /^\d{1,15}$/;

/** The whole number that a text of decimal digits says, up to 15 of them; undefined for any other text. */
export const countIn = (text: string): number | undefined =>
  DIGITS.test(text) ? Number(text) : undefined;

/** A part of the path, such as the id of a document. */
export const pathPart = ({ params }: FastifyRequest, name: string): string => textOf(params, name);
