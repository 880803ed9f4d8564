import type { Html, Insert } from './html.ts';
import { html } from './html.ts';

/** A whole page. `style`, `icon` and `scripts`, which are modules, are addresses. */
export interface Shell {
  readonly title: string;
  readonly language: string;
  readonly style: string;
  readonly icon?: string;
  readonly scripts?: readonly string[];
  readonly head?: Insert;
  readonly bodyClass?: string | undefined;
  readonly body: Html;
}

export function shellText(page: Shell): string {
  const { title, language, style, icon, scripts = [], head, bodyClass, body } = page;
  return html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex, nofollow">
<title>${title}</title>
${
  icon &&
  html`<link rel="icon" type="image/svg+xml" href="${icon}">
`
}<link rel="stylesheet" href="${style}">
${head}${scripts.map(
  (url) => html`<script type="module" src="${url}"></script>
`,
)}</head>
<body${bodyClass && html` class="${bodyClass}"`}>
${body}
</body>
</html>
`.text;
}
