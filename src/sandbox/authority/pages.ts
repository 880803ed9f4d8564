import type { Html } from '../../html/html.ts';
import { html } from '../../html/html.ts';
import { layout } from '../pages/layout.ts';
import type { TestIdentity } from './identities.ts';
import { TEST_IDENTITIES } from './identities.ts';
import type { OtpState } from './otp-rules.ts';
import { OTP_SENDS, OTP_TRIES, resendIn } from './otp-rules.ts';
import type { Session } from './session.ts';

const BANNER = 'TEST authority: nothing here is legally binding, nobody here is real';
const HASH_SHOWN = 16;
const VISIBLE_DIGITS = 4;
const DIGITS_IN_GROUP = /(\d{4})(?=\d)/g;
const inGroups = (digits: string): string => digits.replace(DIGITS_IN_GROUP, '$1 ');

const page = (title: string, body: Html, autoSubmit = false): string =>
  layout({ title, body, banner: BANNER, autoSubmit });

const problemOf = ({ problem }: Session): Html | null =>
  problem === null ? null : html`<p class="alert" role="alert">${problem}</p>`;

const requestOf = ({
  request,
}: Session): Html => html`<section class="card" aria-label="What you sign">
<dl>
<dt>Asked by</dt><dd>${request.organisation}, ${request.returnUrl.host}</dd>
<dt>Document</dt><dd>${request.documentName}</dd>
<dt>SHA-256</dt><dd class="mono">${request.inputHash.slice(0, HASH_SHOWN)}…</dd>
</dl>
<p class="soft">The authority gets this hash only. The document stays with the service.</p>
</section>`;

const cancelForm = ({ id }: Session): Html =>
  html`<form method="post" action="/session/${id}/cancel"><button class="quiet">Stop, sign nothing</button></form>`;

const identityRow = ({ number, virtualId, name, outcome }: TestIdentity): Html =>
  html`<li><code>${inGroups(number)}</code> <strong>${name}</strong><br>
<span class="soft">${outcome.about}<br>Virtual id <code>${inGroups(virtualId)}</code></span></li>`;

const identityItems = (): Html =>
  html`<p class="soft">All invented. Any of them may sign for any signer; the signature shows the identity's name. A virtual id stands for its number.</p>
<ul class="people">${TEST_IDENTITIES.map(identityRow)}</ul>`;

const identityList = (): Html =>
  html`<details class="card"><summary>Test identities</summary>${identityItems()}</details>`;

/** Lists the test identities, for whoever looks at the authority itself. */
export const identitiesPage = (): string =>
  page(
    'Test identities',
    html`<h1>Test identities</h1><section class="card">${identityItems()}</section>
<p class="soft">Signers come here by the signing links that the service sends.</p>`,
  );

/** Asks who signs, and for consent. */
export const identityPage = (session: Session): string =>
  page(
    'Sign with a test identity',
    html`<h1>Sign with a test identity</h1>
${problemOf(session)}
${requestOf(session)}
<form class="card" method="post" action="/session/${session.id}/identity" autocomplete="off">
<label for="identity">Test identity number</label>
<input class="text" id="identity" name="identity" inputmode="numeric" autocomplete="off" required aria-describedby="identity-hint">
<p class="soft" id="identity-hint">12 digits, or a virtual id of 16, from the list below. Never type a real number here.</p>
<label class="tick"><input type="checkbox" name="consent" value="yes" required>
<span>I agree that the test authority confirms who I am by a code to my test phone, and signs this hash once for me.</span></label>
<button>Send me a code</button>
</form>
${cancelForm(session)}
${identityList()}`,
  );

const masked = (mobile: string): string => `••• ••• ${mobile.slice(-VISIBLE_DIGITS)}`;

function resendForm({ id }: Session, otp: OtpState, now: Date): Html {
  const waitMs = resendIn(otp, now);
  if (waitMs === null)
    return html`<p class="soft">The code was sent ${OTP_SENDS} times; no more can be sent.</p>`;
  return html`<form method="post" action="/session/${id}/resend"><button class="quiet">Send another code</button></form>
<p class="soft">Possible 30 seconds after the last one, ${OTP_SENDS} times in all.</p>`;
}

/** What the code page shows beside the session. */
export interface CodeView {
  readonly identity: TestIdentity;
  readonly otp: OtpState;
  readonly now: Date;
  /** Where the test phone is read. */
  readonly phoneUrl: string;
}

/** Asks for the code that was sent to the test phone. */
export const codePage = (session: Session, { identity, otp, now, phoneUrl }: CodeView): string =>
  page(
    'Enter the code',
    html`<h1>Enter the code</h1>
${problemOf(session)}
<form class="card" method="post" action="/session/${session.id}/code" autocomplete="off">
<p>A code went to the phone <span class="mono">${masked(identity.mobile)}</span> of ${identity.name}, reference
<strong>${session.reference}</strong>. <a href="${phoneUrl}" target="_blank" rel="noopener">Open the test phone</a></p>
<input type="hidden" name="reference" value="${session.reference}">
<label for="otp">Code, 6 digits</label>
<input class="text" id="otp" name="otp" inputmode="numeric" autocomplete="one-time-code" maxlength="10" required autofocus>
<p class="soft">Valid for 10 minutes. ${OTP_TRIES - otp.wrongTries} of ${OTP_TRIES} tries left.</p>
<button>Sign</button>
</form>
${resendForm(session, otp, now)}
${cancelForm(session)}
${requestOf(session)}`,
  );

/** The form that carries an answer in the fields of the transport that the request came by. */
function answerForm({ request, resCode }: Session, answer: string) {
  if (request.transport === 'protean') {
    return { encoding: 'multipart/form-data', fields: { msg: answer } };
  }
  const fields = { eSignResponse: answer, espTxnID: resCode };
  return { encoding: 'application/x-www-form-urlencoded', fields };
}

const hiddenFields = (fields: Readonly<Record<string, string>>): Html[] =>
  Object.entries(fields).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`,
  );

/** Brings the answer back to the service; by itself, or by its button. */
export function answerPage(session: Session, answer: string): string {
  const { encoding, fields } = answerForm(session, answer);
  return page(
    'Back to your document',
    html`<h1>Back to your document</h1>
<form class="card" method="post" action="${session.request.returnUrl.href}" enctype="${encoding}" data-auto>
${hiddenFields(fields)}
<p>The authority is done. If nothing happens, press the button.</p>
<button>Continue</button>
</form>`,
    true,
  );
}

/** Shown while the signature is being made in another tab. */
export const busyPage = (): string =>
  page(
    'One moment',
    html`<h1>One moment</h1><p role="alert">The signature is being made. Load this page again.</p>`,
  );

/** Says why the authority does nothing, and what to do. */
export const refusalPage = (message: string): string =>
  page(
    'Nothing was signed',
    html`<h1>Nothing was signed</h1><p class="alert" role="alert">${message}</p>
<p>Open your signing link again to start over.</p>`,
  );
