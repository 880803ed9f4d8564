import { html } from '../../../../html/html.ts';
import type { BillingProfile } from '../../../domain/billing/profile.ts';
import { nameState, STATES } from '../../../domain/billing/states.ts';
import { alertOf } from '../fields.ts';
import { form } from '../form.ts';
import type { DashboardPage } from '../shell.ts';
import type { Visit } from '../visit.ts';

/** A profile as it stands in the form. */
export type TypedProfile = Readonly<Record<keyof BillingProfile, string>>;

/** What stands in the form at first. */
export const typedProfile = (visit: Visit, profile: BillingProfile | undefined): TypedProfile => ({
  legalName: profile?.legalName ?? visit.account.name,
  address: profile?.address ?? '',
  state: profile?.state ?? '',
  gstin: profile?.gstin ?? '',
});

/** To whom invoices are made out, as a form; with the reason if it was refused. */
export function profilePage(
  visit: Visit,
  { legalName, address, state, gstin }: TypedProfile,
  refused?: string,
): DashboardPage {
  const options = Object.keys(STATES)
    .sort()
    .map(
      (code) =>
        html`<option value="${code}"${code === state ? html` selected` : null}>${nameState(code)}</option>`,
    );
  const fields = html`<label class="field">Name, as it is registered
<input name="legalName" autocomplete="organization" maxlength="200" required value="${legalName}"></label>
<label class="field">Address
<textarea name="address" rows="3" autocomplete="street-address" maxlength="500" required>${address}</textarea></label>
<label class="field">State or union territory
<select name="state" required><option value="">Choose</option>${options}</select></label>
<label class="field">GSTIN, if there is one
<input name="gstin" autocomplete="off" autocapitalize="characters" maxlength="15" value="${gstin}"></label>
<p class="hint">We check a GSTIN for typing errors only; whether it is registered, you know best.</p>
<button>Save</button>`;
  return {
    title: 'Invoices',
    status: refused === undefined ? 200 : 400,
    content: html`${alertOf(refused)}<section class="card"><p>Invoices are made out to this from now on. Those that exist stay as they are.</p>
${form(visit, '/dashboard/credits/profile', fields)}</section>`,
  };
}
