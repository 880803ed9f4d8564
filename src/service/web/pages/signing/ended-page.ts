import type { Html, Insert } from '../../../../html/html.ts';
import { html } from '../../../../html/html.ts';
import type { LinkEnding } from '../../../core/links/read-ending.ts';
import { brandStyle, logoImage } from '../branding.ts';
import type { LanguageReader } from '../language.ts';
import type { Page } from '../layout.ts';
import type { Words } from '../words/en.ts';
import { bdi } from './sign-cards.ts';

export const endedPage =
  (ending: LinkEnding) =>
  ({ words }: LanguageReader): Page => {
    const { ended } = words;
    const { title } = ended[ending.state];
    return {
      title,
      state: ending.state,
      head: 'sender' in ending && brandStyle(ending.sender),
      content: html`<section class="card">
${logoOf(ending, words)}<h1>${title}</h1>
${sentences(ending, ended)}
</section>
`,
    };
  };

function logoOf(ending: LinkEnding, words: Words): Insert {
  const logo = 'sender' in ending && logoImage(ending.sender, ending.senderName, words);
  return (
    logo &&
    html`<p class="asks">${logo}</p>
`
  );
}

function sentences(ending: LinkEnding, { withdrawn, expired, removed }: Words['ended']): Html {
  if (ending.state === 'removed') return html`<p role="status">${removed.words}</p>`;
  const sender = bdi(ending.senderName);
  if (ending.state === 'expired') {
    const words = ending.isResendable ? expired.again(sender) : expired.ask(sender);
    return html`<p role="status">${words}</p>`;
  }
  return html`<p role="status">${withdrawn.words(sender, bdi(ending.documentName))}</p>
<p>${withdrawn.reason(bdi(ending.reason))}</p>`;
}
