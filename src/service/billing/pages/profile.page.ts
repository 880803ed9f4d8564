import { html } from '../../../html/html.ts';
import { alertOf } from '../../web/dashboard/fields.ts';
import { form } from '../../web/dashboard/form.ts';
import type { DashboardPage } from '../../web/dashboard/shell.ts';
import type { Visit } from '../../web/dashboard/visit.ts';
import { WORDS } from '../../web/dashboard/words/words.ts';
import type { StoredProfile } from '../invoices/profile.rules.ts';
import { nameState, STATES } from '../states.rules.ts';

const words = WORDS.credits.profile;

export type TypedProfile = Readonly<Record<keyof StoredProfile, string>>;

export const typedProfile = (visit: Visit, profile: StoredProfile | undefined): TypedProfile => ({
  legalName: profile?.legalName ?? visit.account.name,
  address: profile?.address ?? '',
  state: profile?.state ?? '',
  gstin: profile?.gstin ?? '',
  email: profile?.email ?? '',
});

export function profilePage(
  visit: Visit,
  { legalName, address, state, gstin, email }: TypedProfile,
  refused?: string,
): DashboardPage {
  const options = Object.keys(STATES)
    .sort()
    .map(
      (code) =>
        html`<option value="${code}"${code === state ? html` selected` : null}>${nameState(code)}</option>`,
    );
  const fields = html`<label class="field">${words.name}
<input name="legalName" autocomplete="organization" maxlength="200" required value="${legalName}"></label>
<label class="field">${words.address}
<textarea name="address" rows="3" autocomplete="street-address" maxlength="500" required>${address}</textarea></label>
<label class="field">${words.state}
<select name="state" required><option value="">${words.choose}</option>${options}</select></label>
<label class="field">${words.gstin}
<input name="gstin" autocomplete="off" autocapitalize="characters" maxlength="15" value="${gstin}"></label>
<p class="hint">${words.gstinHint}</p>
<label class="field">${words.email} <span class="hint">${words.emailHint}</span>
<input type="email" name="email" autocomplete="email" maxlength="254" value="${email}"></label>
<button>${words.save}</button>`;
  return {
    title: words.title,
    status: refused === undefined ? 200 : 400,
    content: html`${alertOf(refused)}<section class="card"><p>${words.words}</p>
${form(visit, '/dashboard/credits/profile', fields)}</section>`,
  };
}
