import { assetUrl } from './assets.ts';
import type { Html, Insert } from './html.ts';
import { html } from './html.ts';

/** A page: its title, what it shows, and what goes into its head. */
export interface Page {
  readonly title: string;
  /** Name of what the page says, for scripts and drivers that read it. */
  readonly state: string;
  readonly content: Html;
  readonly head?: Insert;
  readonly isTest?: boolean;
}

const testBanner = html`<p class="test" role="note"><strong>TEST</strong> Signatures made here are for trying things out. They bind nobody.</p>`;

/** The whole page as text. */
export function layOut({ title, state, content, head, isTest }: Page): string {
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex, nofollow">
<title>${isTest ? 'TEST · ' : ''}${title}</title>
<link rel="icon" type="image/svg+xml" href="${assetUrl('icon.svg')}">
<link rel="stylesheet" href="${assetUrl('style.css')}">
${head}</head>
<body>
${isTest ? testBanner : null}
<header class="masthead"><img src="${assetUrl('icon.svg')}" width="28" height="28" alt=""> <span>esign</span></header>
<main data-state="${state}">
${content}
</main>
<footer>Never share a one-time password with anybody, not even with the sender of this document.</footer>
</body>
</html>
`;
  return page.text;
}
