import type { BrowserForm } from '../../ports/signing-gateway.ts';
import { assetUrl } from './assets.ts';
import { html } from './html.ts';
import type { Page } from './layout.ts';

/** The page that takes a signer to the certifying authority: by itself, or by its button where scripts are off. */
export function gatewayPage(
  { action, method, encoding, fields }: BrowserForm,
  gatewayName: string,
): Page {
  const inputs = Object.entries(fields).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}">
`,
  );
  return {
    title: `On to ${gatewayName}`,
    state: 'to-gateway',
    head: html`<script src="${assetUrl('submit.js')}" defer></script>
`,
    content: html`<section class="card">
<h1>On to ${gatewayName}</h1>
<p>You sign at the certifying authority. It asks for your identity number and a one-time password, and brings you back here.</p>
<form method="${method.toLowerCase()}" action="${action}" enctype="${encoding}" data-auto-submit>
${inputs}<button type="submit">Continue to ${gatewayName}</button>
</form>
</section>
`,
  };
}
