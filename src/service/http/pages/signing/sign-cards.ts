import type { Html, Insert } from '../../../../html/html.ts';
import { html } from '../../../../html/html.ts';
import type { SigningFailure } from '../../../domain/signature.ts';
import type { SigningView } from '../../../use-cases/signatures/open-link.ts';
import type { Language, Reader } from '../language.ts';
import type { PageFiles } from '../page-files.ts';
import type { Words } from '../words/en.ts';

/** Everything that a signer's page shows. */
export interface SignPage {
  readonly view: SigningView;
  /** Path of the signer's page: forms post to it, and its documents lie below it. */
  readonly path: string;
  /** Why the last attempt failed, or why there was none. */
  readonly problem?: SigningFailure | 'no-consent' | 'not-read' | TooManyAttempts | undefined;
  readonly files: PageFiles;
}

/** The signer has begun too often. */
interface TooManyAttempts {
  /** Minutes until they may begin again. */
  readonly waitMinutes: number;
}

const bdi = (name: string): Html => html`<bdi>${name}</bdi>`;

function heading({ documentName, senderName }: SigningView, words: Words): Html {
  return html`<p class="eyebrow">${words.asks(bdi(senderName))}</p>
<h1 dir="auto">${documentName}</h1>`;
}

function alertOf({ view, problem }: Pick<SignPage, 'view' | 'problem'>, words: Words): Insert {
  if (typeof problem === 'object') return words.turn.tooMany(problem.waitMinutes);
  if (problem === 'no-consent') return words.turn.noConsent;
  if (problem === 'not-read') return words.turn.notRead;
  if (problem === 'name_differs' && view.offeredName === null) return null;
  const text = problem && words.failures[problem];
  return typeof text === 'function' ? text(bdi(view.signerName)) : text;
}

/** Greets the signer whose turn it is. */
export function turnCard({ view, problem }: SignPage, { words }: Reader): Html {
  const alert = alertOf({ view, problem }, words);
  return html`<section class="card head">
${alert ? html`<p class="alert" role="alert">${alert}</p>` : null}
${heading(view, words)}
<p>${words.turn.greeting(bdi(view.signerName))}</p>
</section>
`;
}

/** The form that asks for consent. */
export function consentCard({ view, path, problem }: SignPage, reader: Reader): Html {
  const { turn } = reader.words;
  const { gatewayName, sheets } = view;
  return html`<section class="card" id="sign" aria-labelledby="sign-heading">
<h2 id="sign-heading">${turn.heading}</h2>
<form method="post" action="${path}" data-consent data-wait="${turn.wait}">
<input type="hidden" name="language" value="${reader.language}">
${nameChoice(view, turn)}
<p>${turn.agreement(sheets.length)}</p>
${problem === 'not-read' ? readBox(reader) : html`<noscript>${readBox(reader)}</noscript>`}
<label class="consent"><input type="checkbox" name="consent" value="yes" required> <span>${turn.consent(gatewayName)}</span></label>
<button type="submit">${problem ? turn.again : turn.button}</button>
</form>
<p class="hint">${turn.privacy(gatewayName)}</p>
</section>
`;
}

/** For browsers that cannot tell that the document was loaded. */
const readBox = ({ words: { turn } }: Reader): Html =>
  html`<label class="consent"><input type="checkbox" name="read" value="declared" required> <span>${turn.readBox}</span></label>`;

/** The name that the signature will show: a choice once a certificate came back with another name. */
function nameChoice({ signerName, offeredName }: SigningView, turn: Words['turn']): Html {
  if (offeredName === null) return html`<p>${turn.as(bdi(signerName))}</p>`;
  return html`<fieldset><legend>${turn.offered(bdi(signerName), bdi(offeredName))}</legend>
<label class="consent"><input type="radio" name="as" value="${offeredName}" checked> <span>${turn.asCertified(bdi(offeredName))}</span></label>
<label class="consent"><input type="radio" name="as" value=""> <span>${turn.asInvited(bdi(signerName))}</span></label>
</fieldset>`;
}

/** For a signer who opened the link before their turn. */
export function waitingCard({ view }: SignPage, { words }: Reader): Html {
  const next = view.signers.find(({ isNext }) => isNext);
  return html`<section class="card head">
<p class="badge">${words.waiting.badge}</p>
${heading(view, words)}
<p role="status">${next ? words.waiting.whose(bdi(next.name)) : null} ${words.waiting.after}</p>
</section>
`;
}

/** For a signer who has signed while others have not. */
export function signedCard({ view }: SignPage, { words: { signed } }: Reader): Html {
  const missing = view.signers.filter(({ signedAt }) => signedAt === null).length;
  const status = html`${signed.thanks(bdi(view.signerName))} ${signed.missing(missing)}`;
  return doneCard(view, signed.badge, status);
}

/** For everyone, once all have signed. */
export function completedCard({ view, path }: SignPage, { words: { completed } }: Reader): Html {
  return doneCard(
    view,
    completed.badge,
    completed.words,
    html`<p><a class="button" href="${path}/download">${completed.download}</a></p>
<p class="hint">${completed.hint}</p>`,
  );
}

function doneCard({ documentName }: SigningView, badge: string, ...[status, more]: Insert[]): Html {
  return html`<section class="card head">
<p class="badge good">${badge}</p>
<h1 dir="auto">${documentName}</h1>
<p role="status">${status}</p>
${more}
</section>
`;
}

/** The steps after consent, and how to decline. */
export function nextSteps({ view }: SignPage, { words: { next, decline } }: Reader): Html {
  const own = view.signers.findIndex(({ isYou }) => isYou);
  const after = view.signers[own + 1];
  return html`<section class="card" aria-labelledby="next">
<h2 id="next">${next.heading}</h2>
<ol class="steps">
<li>${next.identity(view.gatewayName)}</li>
<li>${next.code}</li>
<li>${next.back}</li>
<li>${after ? next.other(bdi(after.name)) : next.last}</li>
</ol>
<h2>${decline.heading}</h2>
<p>${decline.words(bdi(view.senderName))}</p>
</section>
`;
}

/** Facts that identify the document. */
export function documentFacts({ view }: SignPage, { words: { about } }: Reader): Html {
  const { documentId, sheets, sha256, senderName } = view;
  return html`<details class="card"><summary>${about.heading}</summary>
<dl class="facts">
<dt>${about.sender}</dt><dd>${bdi(senderName)}</dd>
<dt>${about.pages}</dt><dd>${sheets.length}</dd>
<dt>${about.document}</dt><dd><code>${documentId}</code></dd>
<dt>SHA-256</dt><dd><code>${sha256}</code></dd>
</dl>
<p class="hint">${about.hint}</p>
</details>
`;
}

type ShownSigner = SigningView['signers'][number];

/** The signers in order, with who has signed and whose turn it is. */
export function signerList({ view: { signers } }: SignPage, reader: Reader): Html {
  return html`<section class="card" aria-labelledby="people">
<h2 id="people">${reader.words.people.heading}</h2>
<ol class="people">
${signers.map((signer) => signerItem(signer, reader))}
</ol>
</section>
`;
}

function signerItem(signer: ShownSigner, reader: Reader): Html {
  const { name, signingOrder, signedAt, isYou } = signer;
  const mark = signedAt ? '✓' : signingOrder;
  const you = isYou ? ` ${reader.words.people.you}` : null;
  return html`<li class="${itemClass(signer)}"><span class="mark" aria-hidden="true">${mark}</span> <span><span class="who">${bdi(name)}${you}</span> <span class="when">${statusOf(signer, reader)}</span>${remarks(signer, reader)}</span></li>
`;
}

/** What a reader has to know about the identity that signed. */
function remarks({ certifiedName, sharedWith }: ShownSigner, { words: { people } }: Reader) {
  return [
    certifiedName && people.certified(bdi(certifiedName)),
    sharedWith && people.shared(bdi(sharedWith)),
  ].map((remark) => (remark ? html` <span class="when">${remark}</span>` : null));
}

function itemClass({ signedAt, isNext }: ShownSigner): string {
  if (signedAt) return 'is-signed';
  return isNext ? 'is-next' : 'is-later';
}

function statusOf({ signedAt, isNext, isYou }: ShownSigner, reader: Reader): Html | string {
  const { people } = reader.words;
  if (signedAt) {
    const readable = readableTime(signedAt, reader.language);
    return people.signed(html`<time datetime="${signedAt}">${readable}</time>`);
  }
  if (!isNext) return people.later;
  return isYou ? people.yourTurn : people.theirTurn;
}

const LOCALES: Readonly<Record<Language, string>> = { en: 'en-IN', hi: 'hi-IN' };

/** An ISO time in Indian time, such as `20 Nov 2026, 5:34 pm IST`. */
function readableTime(iso: string, language: Language): string {
  const format = new Intl.DateTimeFormat(LOCALES[language], {
    timeZone: 'Asia/Kolkata',
    dateStyle: 'medium',
    timeStyle: 'short',
  });
  return `${format.format(new Date(iso))} IST`;
}
