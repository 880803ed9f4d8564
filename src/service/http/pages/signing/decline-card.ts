import type { Html } from '../../../../html/html.ts';
import { html } from '../../../../html/html.ts';
import { REASON_LENGTH } from '../../../domain/documents/reason.ts';
import type { Reader } from '../language.ts';
import type { SignPage } from './sign-cards.ts';
import { bdi } from './sign-cards.ts';

/** How to decline, folded away: for the signer whose turn it is. */
export function declineCard({ view, path }: SignPage, { words, language }: Reader): Html {
  const { decline } = words;
  const sender = bdi(view.senderName);
  return html`<section class="card" aria-labelledby="decline">
<h2 id="decline">${decline.heading}</h2>
<p>${decline.words}</p>
<details><summary>${decline.open}</summary>
<form method="post" action="${path}/decline">
<input type="hidden" name="language" value="${language}">
<p>${view.isSenderMailed ? decline.told(sender) : null} ${decline.shown}</p>
<label class="field"><span>${decline.reason}</span> <textarea name="reason" rows="3" maxlength="${REASON_LENGTH}"></textarea></label>
<button type="submit" class="refuse">${decline.button}</button>
</form>
</details>
</section>
`;
}
