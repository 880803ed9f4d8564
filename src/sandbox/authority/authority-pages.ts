import type { Html } from '../../html/html.ts';
import { html } from '../../html/html.ts';
import { LANGUAGES } from '../../languages/languages.ts';
import { layOut } from '../page-server.ts';
import type { TestIdentity } from './identities.ts';
import { TEST_IDENTITIES } from './identities.ts';
import type { OtpState } from './otp-rules.ts';
import { OTP_SENDS, OTP_TRIES, resendIn } from './otp-rules.ts';
import type { AuthoritySession } from './session.ts';
import type { AuthorityWords } from './words/english.ts';
import type { AuthorityReader } from './words/readers.ts';

const HASH_SHOWN = 16;
const VISIBLE_DIGITS = 4;
const DIGITS_IN_GROUP = /(\d{4})(?=\d)/g;
export const inGroups = (digits: string): string => digits.replace(DIGITS_IN_GROUP, '$1 ');

const STEP = 'step';

interface Content {
  readonly title: string;
  readonly body: Html;
  readonly reloadS?: number;
  /** Default: no language switch. */
  readonly switchBy?: 'link' | 'form';
}

/** `form` buttons submit the page's form to keep typed text. Below it: Enter presses its button. */
function languageSwitch({ language, words }: AuthorityReader, by: 'link' | 'form'): Html {
  const others = LANGUAGES.filter(({ code }) => code !== language).map(({ code, name }) =>
    by === 'link'
      ? html`<a href="?lang=${code}" lang="${code}" hreflang="${code}">${name}</a>`
      : html`<button class="plain" form="${STEP}" formnovalidate name="language" value="${code}" lang="${code}">${name}</button>`,
  );
  return html`<nav class="languages" aria-label="${words.languages}">${others}</nav>`;
}

function page(reader: AuthorityReader, { title, body, reloadS, switchBy }: Content): string {
  const { language, words } = reader;
  const after = switchBy && languageSwitch(reader, switchBy);
  return layOut({ title, body, banner: words.banner, language, after, reloadS });
}

function problemOf(
  { problem }: AuthoritySession,
  { problems }: AuthorityWords,
  seconds = 0,
): Html | null {
  if (problem === null) return null;
  const words = problems[problem];
  const text = typeof words === 'function' ? words(seconds) : words;
  return html`<p class="alert" role="alert">${text}</p>`;
}

const requestOf = (
  { request }: AuthoritySession,
  { words }: AuthorityReader,
): Html => html`<section class="card" aria-label="${words.request.label}">
<dl>
<dt>${words.request.by}</dt><dd>${request.organisation}, ${request.returnUrl.host}</dd>
<dt>${words.request.document}</dt><dd>${request.documentName}</dd>
<dt>SHA-256</dt><dd class="mono">${request.inputHash.slice(0, HASH_SHOWN)}…</dd>
</dl>
<p class="soft">${words.request.hint}</p>
</section>`;

const cancelForm = ({ id }: AuthoritySession, { words }: AuthorityReader): Html =>
  html`<form method="post" action="/session/${id}/cancel"><button class="quiet">${words.cancel}</button></form>`;

export function outcomeOf(
  { outcome }: TestIdentity,
  { failures, outcomes }: AuthorityWords,
): string {
  if (outcome.kind === 'fails') return failures[outcome.failure.name];
  return outcomes[outcome.kind === 'signs' ? outcome.about : outcome.kind];
}

const identityRow = (identity: TestIdentity, words: AuthorityWords): Html =>
  html`<li><code>${inGroups(identity.number)}</code> <strong>${identity.name}</strong><br>
<span class="soft">${outcomeOf(identity, words)}<br>${words.identities.virtualId} <code>${inGroups(identity.virtualId)}</code></span></li>`;

const identityItems = ({ words }: AuthorityReader): Html =>
  html`<p class="soft">${words.identities.hint}</p>
<ul class="people">${TEST_IDENTITIES.map((identity) => identityRow(identity, words))}</ul>`;

const identityList = (reader: AuthorityReader): Html =>
  html`<details class="card"><summary>${reader.words.identities.title}</summary>${identityItems(reader)}</details>`;

export function identitiesPage(reader: AuthorityReader): string {
  const { title, origin } = reader.words.identities;
  const body = html`<h1>${title}</h1><section class="card">${identityItems(reader)}</section>
<p class="soft">${origin}</p>`;
  return page(reader, { title, body, switchBy: 'link' });
}

export function identityPage(session: AuthoritySession, reader: AuthorityReader): string {
  const { identity } = reader.words;
  const body = html`<h1>${identity.title}</h1>
${problemOf(session, reader.words)}
${requestOf(session, reader)}
<form class="card" id="${STEP}" method="post" action="/session/${session.id}/identity" autocomplete="off">
<label for="identity">${identity.label}</label>
<input class="text" id="identity" name="identity" value="${session.typed}" autocomplete="off" required aria-describedby="identity-hint">
<p class="soft" id="identity-hint">${identity.hint}</p>
<label class="tick"><input type="checkbox" name="consent" value="yes" required>
<span>${identity.consent}</span></label>
<button>${identity.button}</button>
</form>
${cancelForm(session, reader)}
${identityList(reader)}`;
  return page(reader, { title: identity.title, body, switchBy: 'form' });
}

const masked = (mobile: string): string => `••• ••• ${mobile.slice(-VISIBLE_DIGITS)}`;

const secondsOf = (waitMs: number | null): number => Math.ceil((waitMs ?? 0) / 1000);

function resendForm(
  { id }: AuthoritySession,
  { words }: AuthorityReader,
  waitMs: number | null,
): Html {
  if (waitMs === null) return html`<p class="soft">${words.problems['no-more-otps']}</p>`;
  const seconds = secondsOf(waitMs);
  const wait = seconds > 0 && html` data-wait="${seconds}" data-unit="${words.otp.second}"`;
  return html`<form method="post" action="/session/${id}/resend"><button class="quiet"${wait}>${words.otp.resend}</button></form>
<p class="soft">${words.otp.resendHint(OTP_SENDS)}</p>`;
}

export interface CodeView {
  readonly identity: TestIdentity;
  readonly otp: OtpState;
  readonly now: Date;
  readonly phoneUrl: string;
}

export function codePage(
  session: AuthoritySession,
  reader: AuthorityReader,
  view: CodeView,
): string {
  const { identity, phoneUrl } = view;
  const { otp } = reader.words;
  const waitMs = resendIn(view.otp, view.now);
  const phone = html`<span class="mono whole">${masked(identity.mobile)}</span>`;
  const reference = html`<strong>${session.reference}</strong>`;
  const body = html`<h1>${otp.title}</h1>
${problemOf(session, reader.words, secondsOf(waitMs))}
<form class="card" id="${STEP}" method="post" action="/session/${session.id}/code" autocomplete="off">
<p>${otp.sent(phone, html`<bdi>${identity.name}</bdi>`, reference)} <a href="${phoneUrl}" target="_blank" rel="noopener">${otp.phone}</a></p>
<input type="hidden" name="reference" value="${session.reference}">
<label for="otp">${otp.label}</label>
<input class="text" id="otp" name="otp" value="${session.typed}" inputmode="numeric" autocomplete="one-time-code" maxlength="10" required autofocus>
<p class="soft">${otp.tries(OTP_TRIES - view.otp.wrongTries, OTP_TRIES)}</p>
<button>${otp.button}</button>
</form>
${resendForm(session, reader, waitMs)}
${cancelForm(session, reader)}
${requestOf(session, reader)}`;
  return page(reader, { title: otp.title, body, switchBy: 'form' });
}

function answerForm({ request, resCode }: AuthoritySession, answer: string) {
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

/** Returns the answer to the service, by script or button. */
export function answerPage(
  session: AuthoritySession,
  reader: AuthorityReader,
  answer: string,
): string {
  const { encoding, fields } = answerForm(session, answer);
  const { title, words, button } = reader.words.answer;
  const body = html`<h1>${title}</h1>
<form class="card" method="post" action="${session.request.returnUrl.href}" enctype="${encoding}" data-auto>
<p>${words}</p>
${hiddenFields(fields)}
<button>${button}</button>
</form>`;
  return page(reader, { title, body, switchBy: 'link' });
}

/** Shown while another tab or a second click is signing. Reloads by itself. */
export function busyPage(reader: AuthorityReader): string {
  const { title, words } = reader.words.busy;
  const body = html`<h1>${title}</h1><p role="status">${words}</p>`;
  return page(reader, { title, body, reloadS: 1 });
}

/** `backTo` is the service, if known. */
export interface RefusalPage {
  readonly message: string;
  readonly backTo?: string | undefined;
}

export function refusalPage(reader: AuthorityReader, refusal: RefusalPage): string {
  const { message, backTo } = refusal;
  const { title, back, again } = reader.words.refusal;
  const body = html`<h1>${title}</h1><p class="alert" role="alert">${message}</p>
${backTo ? html`<p><a href="${backTo}">${back}</a></p>` : html`<p>${again}</p>`}`;
  return page(reader, { title, body, switchBy: 'link' });
}
