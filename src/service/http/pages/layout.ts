import type { Html, Insert } from '../../../html/html.ts';
import { html } from '../../../html/html.ts';
import type { Reader } from './language.ts';
import { LANGUAGES } from './language.ts';
import type { PageFiles } from './page-files.ts';
import type { Words } from './words/words.ts';

/** A page: its title, what it shows, and the scripts that it loads. */
export interface Page {
  readonly title: string;
  /** Name of what the page says, for scripts and drivers that read it. */
  readonly state: string;
  readonly content: Html;
  readonly head?: Insert;
  readonly scripts?: readonly ('poll.js' | 'submit.js' | 'viewer.js')[];
  readonly isTest?: boolean;
  /** As wide as a document beside what is said of it. */
  readonly isWide?: boolean;
}

/** What a page is laid out with. */
export interface Frame {
  readonly reader: Reader;
  readonly files: PageFiles;
  /** The page can be asked for again, in another language. */
  readonly canSwitch: boolean;
}

const testBanner = ({ test }: Words) =>
  html`<p class="test" role="note"><strong>${test.label}</strong> ${test.words}</p>`;

function languageSwitch({ language, words }: Reader): Html {
  const others = LANGUAGES.filter(({ code }) => code !== language);
  return html`<nav aria-label="${words.languages}">${others.map(
    ({ code, name }) => html`<a href="?lang=${code}" lang="${code}" hreflang="${code}">${name}</a>`,
  )}</nav>`;
}

/** The whole page as text. */
export function layOut(page: Page, { reader, files, canSwitch }: Frame): string {
  const { title, state, content, head, scripts = [], isTest, isWide } = page;
  const { language, words } = reader;
  const whole = html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex, nofollow">
<title>${isTest ? `${words.test.label} · ` : ''}${title}</title>
<link rel="icon" type="image/svg+xml" href="${files.url('icon.svg')}">
<link rel="stylesheet" href="${files.url('style.css')}">
${head}${scripts.map(
  (name) => html`<script type="module" src="${files.url(name)}"></script>
`,
)}</head>
<body${isWide ? html` class="wide"` : null}>
<header>${isTest ? testBanner(words) : null}
<div class="masthead"><span class="mark-of-service"><img src="${files.url('icon.svg')}" width="28" height="28" alt=""> <span>esign</span></span> ${canSwitch ? languageSwitch(reader) : null}</div></header>
<main data-state="${state}">
${content}
</main>
<footer>${words.footer}</footer>
</body>
</html>
`;
  return whole.text;
}
