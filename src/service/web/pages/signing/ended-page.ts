import type { Html, Insert } from '../../../../html/html.ts';
import { html } from '../../../../html/html.ts';
import { readableDay } from '../../../../languages/readable-time.ts';
import type { ExpiredLink, LinkEnding } from '../../../core/links/open-link.ts';
import { brandStyle, logoImage } from '../branding.ts';
import type { LanguageReader } from '../language.ts';
import type { Page } from '../layout.ts';
import type { Words } from '../words/en.ts';
import { bdi } from './sign-cards.ts';

interface EndedPage {
  readonly ending: LinkEnding;
  /** Of a signing link. */
  readonly path?: string;
  /** A new link was asked for; whether one was sent is never shown. */
  readonly isAsked?: boolean;
}

export const endedPage =
  (page: EndedPage) =>
  (reader: LanguageReader): Page => {
    const { ending } = page;
    const { words } = reader;
    const title = titleOf(ending, words);
    return {
      title,
      state: ending.state,
      head: 'sender' in ending && brandStyle(ending.sender),
      content: html`<section class="card">
${logoOf(ending, words)}<h1>${title}</h1>
${sentences(page, reader)}
</section>
`,
    };
  };

const isCompleted = (ending: LinkEnding): boolean =>
  ending.state === 'expired' && ending.documentState === 'completed';

const titleOf = (ending: LinkEnding, { ended }: Words): string =>
  ended[isCompleted(ending) ? 'completed' : ending.state].title;

function logoOf(ending: LinkEnding, words: Words): Insert {
  const logo = 'sender' in ending && logoImage(ending.sender, ending.senderName, words);
  return (
    logo &&
    html`<p class="asks">${logo}</p>
`
  );
}

function sentences({ ending, ...page }: EndedPage, reader: LanguageReader): Html {
  const { withdrawn, removed } = reader.words.ended;
  if (ending.state === 'removed') return html`<p role="status">${removed.words}</p>`;
  if (ending.state === 'expired') return expired({ ending, ...page }, reader);
  const sender = bdi(ending.senderName);
  return html`<p role="status">${withdrawn.words(sender, bdi(ending.documentName))}</p>
<p>${withdrawn.reason(bdi(ending.reason))}</p>`;
}

function dayOf(at: Date | null, language: LanguageReader['language']): Html | null {
  return at && html`<time datetime="${at.toISOString()}">${readableDay(language, at)}</time>`;
}

function expired(
  { ending, ...page }: EndedPage & { readonly ending: ExpiredLink },
  reader: LanguageReader,
): Html {
  const { ended } = reader.words;
  const [sender, document] = [bdi(ending.senderName), bdi(ending.documentName)];
  const sent = dayOf(ending.sentAt, reader.language);
  // A renewal ends it: the answer must not show one.
  const until = page.isAsked ? null : dayOf(ending.until, reader.language);
  const completed = dayOf(ending.completedAt, reader.language);
  const words = isCompleted(ending)
    ? [ended.completed.words(sender, document, completed), until && ended.completed.until(until)]
    : [ended.expired.sent(sender, document, sent), until && ended.expired.until(until)];
  return html`<p${page.isAsked ? null : html` role="status"`}>${words.map((one) => one && html`${one} `)}</p>
${wayOn({ ending, ...page }, reader)}`;
}

/** What the visitor can still do. */
function wayOn(
  { ending, path, isAsked }: EndedPage & { readonly ending: ExpiredLink },
  { language, words: { ended } }: LanguageReader,
): Html {
  const { documentState, senderName, hasSigned, isRenewable, isSenderMailed, until } = ending;
  const sender = bdi(senderName);
  const { expired } = ended;
  const newer =
    until === null &&
    html`<p>${expired.newer}</p>
`;
  if (isRenewable && isAsked)
    return html`<p class="note" role="status">${expired.asked(sender)}</p>`;
  if (isRenewable) {
    return html`${newer}<form method="post" action="${path}/new-link">
<input type="hidden" name="language" value="${language}">
<p>${expired.offer}</p>
<button type="submit">${expired.button}</button>
</form>
<p class="hint">${expired.rule} ${isSenderMailed && expired.told(sender)}</p>`;
  }
  if (documentState === 'completed') return html`${newer}<p>${expired.ask(sender)}</p>`;
  if (documentState !== 'waiting') return html`<p>${expired.closed} ${expired.ask(sender)}</p>`;
  return html`${newer}<p>${hasSigned ? expired.signed : expired.again(sender)}</p>`;
}
