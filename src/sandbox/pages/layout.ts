import type { Html } from '../../html/html.ts';
import { html } from '../../html/html.ts';

/** What a whole page is made of. */
export interface PageParts {
  readonly title: string;
  readonly body: Html;
  /** What stands above everything. */
  readonly banner: string;
  readonly nav?: Html;
  readonly isWide?: boolean;
  /** Whether the page's form submits itself. */
  readonly autoSubmit?: boolean;
}

/** A whole HTML page. */
export function layout({ title, body, banner, nav, isWide, autoSubmit }: PageParts): string {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<link rel="stylesheet" href="/assets/style.css">
${autoSubmit && html`<script src="/assets/submit.js" defer></script>`}
</head>
<body>
<header class="test">${banner}</header>
${nav}
<main${isWide && html` class="wide"`}>
${body}
</main>
</body>
</html>
`.text;
}
