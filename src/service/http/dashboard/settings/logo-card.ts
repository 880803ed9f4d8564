import type { Html } from '../../../../html/html.ts';
import { html } from '../../../../html/html.ts';
import { logoPath } from '../../../domain/branding/logo.ts';
import { buttonForm, FORM_KEY } from '../form.ts';
import type { Visit } from '../visit.ts';
import { WORDS } from '../words/words.ts';
import { SETTINGS } from './sender-form.ts';

const { logo } = WORDS.settings;

/** Where a logo is posted to. */
export const LOGO = `${SETTINGS}/logo`;

/** The logo, and the forms to change and to remove it. The form's key comes before the file, which may be cut off. */
export function logoCard(visit: Visit): Html {
  const { logoHash, name } = visit.account;
  return html`<section class="card"><h2>${logo.heading}</h2>
${logoHash !== null && html`<p><img class="logo" src="${logoPath(logoHash)}" alt="${logo.alt(name)}"></p>`}
<form method="post" action="${LOGO}" enctype="multipart/form-data"><input type="hidden" name="${FORM_KEY}" value="${visit.formKey}">
<label class="field">${logo.field}
<input type="file" name="file" accept="image/png" required></label>
<button>${logo.upload}</button></form>
${logoHash !== null && buttonForm(visit, `${LOGO}/remove`, { label: logo.remove })}
<p class="hint">${logo.rule}</p></section>
`;
}
