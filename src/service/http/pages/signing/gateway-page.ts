import { html } from '../../../../html/html.ts';
import type { BrowserForm } from '../../../ports/signing-gateway.ts';
import type { Reader } from '../language.ts';
import type { Page } from '../layout.ts';

/** The page that takes a signer to the certifying authority: by itself, or by its button where scripts are off. */
export function gatewayPage(
  { action, method, encoding, fields }: BrowserForm,
  gatewayName: string,
  { words: { gateway } }: Reader,
): Page {
  const inputs = Object.entries(fields).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}">
`,
  );
  const title = gateway.title(gatewayName);
  return {
    title,
    state: 'to-gateway',
    scripts: ['submit.js'],
    content: html`<section class="card">
<h1>${title}</h1>
<p>${gateway.words}</p>
<form method="${method.toLowerCase()}" action="${action}" enctype="${encoding}" data-auto-submit>
${inputs}<button type="submit">${gateway.button(gatewayName)}</button>
</form>
</section>
`,
  };
}
