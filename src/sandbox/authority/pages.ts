import type { Html } from '../../html/html.ts';
import { html } from '../../html/html.ts';
import { layOut } from '../pages/page-server.ts';
import type { TestIdentity } from './identities.ts';
import { TEST_IDENTITIES } from './identities.ts';
import type { OtpState } from './otp-rules.ts';
import { OTP_SENDS, OTP_TRIES, resendIn } from './otp-rules.ts';
import type { Session } from './session.ts';

const BANNER = 'TEST authority: nothing here is legally binding and nobody here is real';
const HASH_SHOWN = 16;
const VISIBLE_DIGITS = 4;
const DIGITS_IN_GROUP = /(\d{4})(?=\d)/g;
const inGroups = (digits: string): string => digits.replace(DIGITS_IN_GROUP, '$1 ');

const page = (title: string, body: Html): string => layOut({ title, body, banner: BANNER });

const problemOf = ({ problem }: Session): Html | null =>
  problem === null ? null : html`<p class="alert" role="alert">${problem}</p>`;

const requestOf = ({
  request,
}: Session): Html => html`<section class="card" aria-label="What you are signing">
<dl>
<dt>Requested by</dt><dd>${request.organisation}, ${request.returnUrl.host}</dd>
<dt>Document</dt><dd>${request.documentName}</dd>
<dt>SHA-256</dt><dd class="mono">${request.inputHash.slice(0, HASH_SHOWN)}…</dd>
</dl>
<p class="soft">The authority receives only this hash. The document stays with the service.</p>
</section>`;

const cancelForm = ({ id }: Session): Html =>
  html`<form method="post" action="/session/${id}/cancel"><button class="quiet">Cancel without signing</button></form>`;

const identityRow = ({ number, virtualId, name, outcome }: TestIdentity): Html =>
  html`<li><code>${inGroups(number)}</code> <strong>${name}</strong><br>
<span class="soft">${outcome.about}<br>Virtual ID <code>${inGroups(virtualId)}</code></span></li>`;

const identityItems = (): Html =>
  html`<p class="soft">All identities are invented. Any of them may sign for any signer; the signature shows the identity’s name. A virtual ID can be used instead of the number. A name that is not in the list invents a person of that name, who signs.</p>
<ul class="people">${TEST_IDENTITIES.map(identityRow)}</ul>`;

const identityList = (): Html =>
  html`<details class="card"><summary>Test identities</summary>${identityItems()}</details>`;

/** The list of test identities, at the authority's root. */
export const identitiesPage = (): string =>
  page(
    'Test identities',
    html`<h1>Test identities</h1><section class="card">${identityItems()}</section>
<p class="soft">Signers come here through the signing links that the service sends.</p>`,
  );

/** Asks for the identity and consent. */
export const identityPage = (session: Session): string =>
  page(
    'Sign with a test identity',
    html`<h1>Sign with a test identity</h1>
${problemOf(session)}
${requestOf(session)}
<form class="card" method="post" action="/session/${session.id}/identity" autocomplete="off">
<label for="identity">Test identity number, or any name</label>
<input class="text" id="identity" name="identity" value="${session.rejected}" autocomplete="off" required aria-describedby="identity-hint">
<p class="soft" id="identity-hint">12 digits, or a virtual ID with 16, from the list below; or a name, such as the one that the document was sent to. Never enter a real number here.</p>
<label class="tick"><input type="checkbox" name="consent" value="yes" required>
<span>I agree that the test authority verifies my identity with a code sent to my test phone, and signs this hash once on my behalf.</span></label>
<button>Send me a code</button>
</form>
${cancelForm(session)}
${identityList()}`,
  );

const masked = (mobile: string): string => `••• ••• ${mobile.slice(-VISIBLE_DIGITS)}`;

function resendForm({ id }: Session, otp: OtpState, now: Date): Html {
  const waitMs = resendIn(otp, now);
  if (waitMs === null)
    return html`<p class="soft">The code was sent ${OTP_SENDS} times. No more can be sent.</p>`;
  const seconds = Math.ceil(waitMs / 1000);
  const wait = seconds > 0 && html` data-wait="${seconds}"`;
  return html`<form method="post" action="/session/${id}/resend"><button class="quiet"${wait}>Send another code</button></form>
<p class="soft">At most ${OTP_SENDS} codes in total, 30 seconds apart.</p>`;
}

/** Content of the code page besides the session. */
export interface CodeView {
  readonly identity: TestIdentity;
  readonly otp: OtpState;
  readonly now: Date;
  /** URL of the test phone. */
  readonly phoneUrl: string;
}

/** Asks for the code sent to the test phone. */
export const codePage = (session: Session, { identity, otp, now, phoneUrl }: CodeView): string =>
  page(
    'Enter the code',
    html`<h1>Enter the code</h1>
${problemOf(session)}
<form class="card" method="post" action="/session/${session.id}/code" autocomplete="off">
<p>We sent a code to the phone <span class="mono">${masked(identity.mobile)}</span> of ${identity.name}, reference
<strong>${session.reference}</strong>. <a href="${phoneUrl}" target="_blank" rel="noopener">Open the test phone</a></p>
<input type="hidden" name="reference" value="${session.reference}">
<label for="otp">6-digit code</label>
<input class="text" id="otp" name="otp" inputmode="numeric" autocomplete="one-time-code" maxlength="10" required autofocus>
<p class="soft">Valid for 10 minutes. ${OTP_TRIES - otp.wrongTries} of ${OTP_TRIES} tries left.</p>
<button>Sign</button>
</form>
${resendForm(session, otp, now)}
${cancelForm(session)}
${requestOf(session)}`,
  );

/** The answer in the form fields of the request's transport. */
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

/** Returns the answer to the service, by script or by its button. */
export function answerPage(session: Session, answer: string): string {
  const { encoding, fields } = answerForm(session, answer);
  return page(
    'Return to your document',
    html`<h1>Return to your document</h1>
<form class="card" method="post" action="${session.request.returnUrl.href}" enctype="${encoding}" data-auto>
${hiddenFields(fields)}
<p>You are being returned to your document. If nothing happens, press the button.</p>
<button>Continue</button>
</form>`,
  );
}

/** Shown while another tab or a second press is signing; it reloads by itself. */
export const busyPage = (): string =>
  layOut({
    title: 'One moment',
    banner: BANNER,
    reloadS: 1,
    body: html`<h1>One moment</h1><p role="status">Your signature is being created. This page continues by itself.</p>`,
  });

/** Says why nothing was signed; leads back to the service if it is known. */
export const refusalPage = (message: string, backTo?: string): string =>
  page(
    'Nothing was signed',
    html`<h1>Nothing was signed</h1><p class="alert" role="alert">${message}</p>
${backTo ? html`<p><a href="${backTo}">Go back to your document</a> to start over.</p>` : html`<p>Open your signing link again to start over.</p>`}`,
  );
