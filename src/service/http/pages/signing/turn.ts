import type { Html } from '../../../../html/html.ts';
import { html } from '../../../../html/html.ts';
import type { Reader } from '../language.ts';
import type { LinkPage } from './link-page.ts';
import { heading } from './standing.ts';

/** What a signer sees whose turn it is: what they are asked, and where they agree to it. */
export function turnCards(page: LinkPage, reader: Reader): { head: Html; sign: Html } {
  const { words } = reader;
  const { signerName } = page.view;
  const problem = problemOf(page, reader);
  const head = html`<section class="card head">
${problem ? html`<p class="alert" role="alert">${problem}</p>` : null}
${heading(page.view, words)}
<p>${words.turn.greeting(html`<bdi>${signerName}</bdi>`)}</p>
</section>
`;
  return { head, sign: signCard(page, reader) };
}

function problemOf({ problem }: LinkPage, { words }: Reader): string | undefined {
  if (problem === 'no-consent') return words.turn.noConsent;
  return problem && words.failures[problem];
}

function signCard({ view, path, problem }: LinkPage, { words: { turn } }: Reader): Html {
  const { signerName, gatewayName, sheets } = view;
  return html`<section class="card" id="sign" aria-labelledby="sign-heading">
<h2 id="sign-heading">${turn.heading}</h2>
<p>${turn.agreement(html`<bdi>${signerName}</bdi>`, sheets.length)}</p>
<form method="post" action="${path}">
<label class="consent"><input type="checkbox" name="consent" value="yes" required> <span>${turn.consent(gatewayName)}</span></label>
<button type="submit">${problem ? turn.again : turn.button}</button>
</form>
<p class="hint">${turn.privacy(gatewayName)}</p>
</section>
`;
}
