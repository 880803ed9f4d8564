import type { Html } from '../../../html/html.ts';
import { html } from '../../../html/html.ts';

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
