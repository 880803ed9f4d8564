import { withoutUnsafe } from '../../../../contract/unsafe-characters.ts';
import type { Html, Insert } from '../../../../html/html.ts';
import { html } from '../../../../html/html.ts';
import { readableDay } from '../../../../languages/readable-time.ts';
import type { SigningView } from '../../../core/links/signing-view.ts';
import { logoImage } from '../branding.ts';
import type { LanguageReader } from '../language.ts';
import type { PageFiles } from '../page-files.ts';
import type { Words } from '../words/en.ts';
import type { PageProblem } from './page-problem.ts';
import { isFormProblem } from './page-problem.ts';

export interface SignPage {
  readonly view: SigningView;
  /** Forms post here, and its documents lie below. */
  readonly path: string;
  readonly problem?: PageProblem | undefined;
  /** Of the two names offered, the signer chose the one on their invitation. */
  readonly isInvitedNameChosen?: boolean | undefined;
  readonly files: PageFiles;
  /** There is no document. */
  readonly isPreview?: boolean | undefined;
}

/** Isolates a name, without characters that would change the direction of text. */
export const bdi = (name: string): Html => html`<bdi>${withoutUnsafe(name)}</bdi>`;

export const senderLine = (
  { senderName, sender }: Pick<SigningView, 'senderName' | 'sender'>,
  words: Words,
  sentence: (sender: Insert) => Html,
): Html =>
  html`<p class="asks">${logoImage(sender, senderName, words)}<span>${sentence(html`<strong>${bdi(senderName)}</strong>`)}</span></p>
`;

function heading(view: SigningView, words: Words): Html {
  const { documentName, places } = view;
  return html`${senderLine(view, words, words.asks)}<h1 dir="auto">${documentName}</h1>
${placeLine(places, words)}`;
}

/** The viewer's script turns each into a link. */
function placeLine(all: SigningView['places'], { places }: Words): Insert {
  const own = all.filter(({ isYou }) => isYou);
  if (own.length === 0) return null;
  const names = own.map(({ page }) => places.page.replace('{page}', String(page)));
  return html`<p class="links" data-places data-place="${places.page}" data-label="${places.label}"><span>${places.heading}</span> <strong class="links" data-links>${names.join(', ')}</strong></p>
`;
}

function messageOf({ senderName, sender }: SigningView, { message }: Words): Insert {
  if (sender.message === null) return null;
  return html`<blockquote><p class="eyebrow">${message(bdi(senderName))}</p>
<p dir="auto">${sender.message}</p></blockquote>
`;
}

/** Until when the link opens the document. */
export function until({ linkUntil }: SigningView, { words, language }: LanguageReader): Insert {
  if (linkUntil === null) return null;
  const day = html`<time datetime="${linkUntil}">${readableDay(language, new Date(linkUntil))}</time>`;
  return html`<p class="hint">${words.linkUntil(day)}</p>
`;
}

/** A link, never a redirect: where it leads stands below it, as ASCII. */
export function backTo({ back, senderName }: SigningView, { words }: LanguageReader): Insert {
  if (back === null) return null;
  return html`<p><a class="button quiet" href="${back.href}" rel="noreferrer">${words.back.to(bdi(senderName))}</a></p>
<p class="hint">${words.back.opens(bdi(back.host))}</p>
`;
}

/** By the signer, at the authority: no failure. */
const CANCELLED = 'signer_declined';

function alertOf({ view, problem }: Pick<SignPage, 'view' | 'problem'>, words: Words): Insert {
  if (typeof problem === 'object') return words.turn.tooMany(problem.waitMinutes);
  if (isFormProblem(problem)) return words.turn.problems[problem];
  if (problem === 'name_differs' && view.offeredName === null) return null;
  const text = problem && words.failures[problem];
  return typeof text === 'function' ? text(bdi(view.signerName)) : text;
}

export function turnCard({ view, problem }: SignPage, reader: LanguageReader): Html {
  const { words } = reader;
  const alert = alertOf({ view, problem }, words);
  const [look, role] = problem === CANCELLED ? ['note', 'status'] : ['alert', 'alert'];
  return html`<section class="card head">
${alert ? html`<p class="${look}" role="${role}">${alert}</p>` : null}
${heading(view, words)}
<p>${words.turn.greeting(bdi(view.signerName), view.gateway[reader.language])}</p>
${messageOf(view, words)}${until(view, reader)}</section>
`;
}

export function consentCard(page: SignPage, reader: LanguageReader): Html {
  const { view, path, problem } = page;
  const { turn } = reader.words;
  const { sheets } = view;
  const gateway = view.gateway[reader.language];
  return html`<section class="card" id="sign" aria-labelledby="sign-heading">
<h2 id="sign-heading">${turn.heading}</h2>
<form method="post" action="${path}" data-consent data-wait="${turn.wait}">
<input type="hidden" name="language" value="${reader.language}">
<input type="hidden" name="gateway" value="${view.gatewayId}">
${nameChoice(page, turn)}
<p>${turn.agreement(sheets.length)}</p>
${problem === 'not-read' ? readBox(reader) : html`<noscript>${readBox(reader)}</noscript>`}
<label class="consent"><input type="checkbox" name="consent" value="yes" required> <span>${turn.consent(gateway)}</span></label>
<button type="submit">${buttonOf(page, turn)}</button>
</form>
<p class="hint">${turn.privacy(gateway)}</p>
</section>
`;
}

/** Says what can be done about the problem, and "again" only after a failed attempt. */
function buttonOf({ view, problem }: SignPage, turn: Words['turn']): string {
  if (view.offeredName !== null) return turn.chosen;
  if (problem === 'name_mismatch' || problem === 'identity_reused') return turn.another;
  const isTried = typeof problem === 'string' && !isFormProblem(problem) && problem !== CANCELLED;
  return isTried ? turn.again : turn.button;
}

/** For browsers that can't tell whether the document was loaded. */
const readBox = ({ words: { turn } }: LanguageReader): Html =>
  html`<label class="consent"><input type="checkbox" name="read" value="declared" required> <span>${turn.readBox}</span></label>`;

/** The signature's name; a choice once a certificate had another name. */
function nameChoice({ view, isInvitedNameChosen }: SignPage, turn: Words['turn']): Html {
  const { signerName, offeredName } = view;
  if (offeredName === null) return html`<p>${turn.as(bdi(signerName))}</p>`;
  const [certified, invited] = isInvitedNameChosen ? ['', ' checked'] : [' checked', ''];
  return html`<fieldset><legend>${turn.offered(bdi(signerName), bdi(offeredName))}</legend>
<label class="consent"><input type="radio" name="as" value="${offeredName}"${certified}> <span>${turn.asCertified(bdi(offeredName))}</span></label>
<label class="consent"><input type="radio" name="as" value=""${invited}> <span>${turn.asInvited(bdi(signerName))}</span></label>
</fieldset>`;
}

/** For a signer who came before their turn. */
export function waitingCard({ view }: SignPage, reader: LanguageReader): Html {
  const { words } = reader;
  const next = view.signers.find(({ isNext }) => isNext);
  return html`<section class="card head">
<p class="badge">${words.waiting.badge}</p>
${heading(view, words)}
<p role="status">${next ? words.waiting.whose(bdi(next.name)) : null} ${words.waiting.after}</p>
${messageOf(view, words)}${until(view, reader)}${backTo(view, reader)}</section>
`;
}

export function nextSteps({ view }: SignPage, { language, words: { next } }: LanguageReader): Html {
  const own = view.signers.findIndex(({ isYou }) => isYou);
  const after = view.signers[own + 1];
  return html`<section class="card" aria-labelledby="next">
<h2 id="next">${next.heading}</h2>
<ol class="steps">
<li>${next.identity(view.gateway[language])}</li>
<li>${next.code}</li>
<li>${next.back}</li>
<li>${after ? next.other(bdi(after.name)) : next.last}</li>
</ol>
</section>
`;
}

export function documentFacts({ view }: SignPage, { words: { about } }: LanguageReader): Html {
  const { documentId, sheets, sha256, senderName, sender } = view;
  return html`<details class="card"><summary>${about.heading}</summary>
<dl class="facts">
<dt>${about.sender}</dt><dd>${bdi(senderName)}</dd>
${
  sender.replyTo === null
    ? null
    : html`<dt>${about.replyTo}</dt><dd><a href="mailto:${sender.replyTo}">${sender.replyTo}</a></dd>
`
}<dt>${about.pages}</dt><dd>${sheets.length}</dd>
<dt>${about.document}</dt><dd><code>${documentId}</code></dd>
<dt>SHA-256</dt><dd><code>${sha256}</code></dd>
</dl>
<p class="hint">${about.hint}</p>
</details>
`;
}
