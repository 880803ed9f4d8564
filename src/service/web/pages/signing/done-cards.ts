import type { Html, Insert } from '../../../../html/html.ts';
import { html } from '../../../../html/html.ts';
import { readableDay, readableTime } from '../../../../languages/readable-time.ts';
import type { SigningView } from '../../../core/links/signing-view.ts';
import type { Reader } from '../language.ts';
import type { SignPage } from './sign-cards.ts';
import { bdi, senderLine } from './sign-cards.ts';
import { signedByOthers } from './signer-list.ts';

/** For a signer who has signed before others. */
export function signedCard({ view }: SignPage, reader: Reader): Html {
  const { signed } = reader.words;
  const missing = view.signers.filter(({ signedAt }) => signedAt === null).length;
  const status = html`${signed.thanks(bdi(view.signerName))} ${signed.missing(missing)}${signedByOthers(view, reader)}`;
  return doneCard(view, reader, { badge: signed.badge, status, more: receipt(view, reader) });
}

function receipt({ documentName, receipt: own }: SigningView, reader: Reader): Insert {
  if (own === null) return null;
  const { words, language } = reader;
  const time = html`<time datetime="${own.signedAt}">${readableTime(language, new Date(own.signedAt))}</time>`;
  return html`<h2>${words.receipt.heading}</h2>
<dl class="facts">
<dt>${words.receipt.document}</dt><dd dir="auto">${documentName}</dd>
<dt>${words.receipt.signed}</dt><dd>${time}</dd>
<dt>SHA-256</dt><dd><code>${own.sha256}</code></dd>
</dl>
<p class="hint">${words.receipt.hint}</p>`;
}

export function completedCard({ view, path }: SignPage, reader: Reader): Html {
  const {
    words: { completed },
    language,
  } = reader;
  const day = view.linkUntil && readableDay(language, new Date(view.linkUntil));
  return doneCard(view, reader, {
    badge: completed.badge,
    status: html`${completed.words}${signedByOthers(view, reader)}`,
    more: html`<p><a class="button" href="${path}/download">${completed.download}</a></p>
<p><a class="button quiet" href="${path}/certificate">${completed.certificate}</a></p>
<p class="hint">${completed.hint}${day ? html` ${completed.until(day)}` : null}</p>`,
  });
}

export function declinedCard({ view }: SignPage, reader: Reader): Html {
  const { declined } = reader.words;
  const decliner = view.signers.find(({ hasDeclined }) => hasDeclined);
  const isYou = decliner?.isYou ?? false;
  const who = isYou ? declined.you : declined.by(bdi(decliner?.name ?? ''));
  const told = isYou && view.isSenderMailed ? declined.told(bdi(view.senderName)) : null;
  const status = html`${who} ${declined.words} ${told}`;
  return doneCard(view, reader, {
    badge: declined.badge,
    isBad: true,
    status,
    more: receipt(view, reader),
  });
}

interface Done {
  readonly badge: string;
  readonly isBad?: boolean;
  readonly status: Insert;
  readonly more: Insert;
}

function doneCard(
  view: SigningView,
  { words }: Reader,
  { badge, isBad, status, more }: Done,
): Html {
  return html`<section class="card head">
<p class="badge ${isBad ? 'bad' : 'good'}">${badge}</p>
${senderLine(view, words, words.from)}<h1 dir="auto">${view.documentName}</h1>
<p role="status">${status}</p>
${more}
</section>
`;
}
