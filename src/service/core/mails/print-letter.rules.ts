import type { Html } from '../../../html/html.ts';
import { html } from '../../../html/html.ts';
import { dark, light, px } from '../../../html/tokens.ts';
import { inLanguage } from '../../../languages/languages.ts';
import type { Accents } from '../branding/accent.rules.ts';
import { OWN_ACCENTS } from '../branding/accent.rules.ts';
import type { Size } from '../branding/logo.rules.ts';
import type { Letter } from './letter.rules.ts';

export interface LetterLogo extends Size {
  readonly contentId: string;
  readonly alt: string;
}

/** Without `url`, letters have no link. */
interface Print {
  readonly url?: string;
  readonly isTest: boolean;
  /** The service's own by default. */
  readonly accents?: Accents | undefined;
  readonly logo?: LetterLogo | undefined;
}

/** English is the page's default and the API's link. Other languages are added to the URL. */
const linkOf = ({ language }: Letter, url: string): string =>
  language === 'en' ? url : inLanguage(url, language);

const FONT = html`font-family:'Segoe UI',Roboto,Helvetica,Arial,'Noto Sans','Noto Sans Devanagari','Nirmala UI',Mangal,sans-serif`;
const BODY = html`${FONT};font-size:${px('text')};line-height:1.5;color:${light('ink')}`;
const SMALL = html`${FONT};font-size:${px('small')};line-height:1.5;color:${light('muted')}`;
const ROUND = html`border-radius:${px('button-corner')}`;
const BUTTON = html`${FONT};display:inline-block;padding:12px 26px;font-size:${px('text')};font-weight:bold;line-height:1.4;color:${light('accent-ink')};text-decoration:none;${ROUND}`;
const LINE = html`1px solid ${light('line')}`;
const CELL = html`${BODY};padding:8px 0;border-top:${LINE};vertical-align:top`;

/** For mail programs with their own dark mode; others keep or invert the inline colours. */
const darkStyle = (
  accents: Accents,
): Html => html`:root { color-scheme: light dark; supported-color-schemes: light dark; }
@media (prefers-color-scheme: dark) {
  .ground { background-color: ${dark('page')} !important; }
  .card { background-color: ${dark('card')} !important; border-color: ${dark('line')} !important; }
  .ink { color: ${dark('ink')} !important; }
  .soft { color: ${dark('muted')} !important; }
  .line { border-color: ${dark('line')} !important; }
  .link { color: ${accents.dark} !important; }
  .button { background-color: ${accents.dark} !important; }
  .button a { color: ${dark('accent-ink')} !important; }
}`;

const paragraph = (
  text: string,
): Html => html`<p class="ink" style="${BODY};margin:0 0 12px">${text}</p>
`;

const heading = (text: string): Html =>
  html`<h2 class="ink" style="${BODY};font-weight:bold;margin:24px 0 8px">${text}</h2>
`;

const note = (
  text: string,
): Html => html`<p class="soft" style="${SMALL};margin:12px 0 0">${text}</p>
`;

function link(letter: Letter, signUrl: string, accent: string): Html {
  const { action, opens } = letter;
  return html`<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:20px 0 12px"><tr>
<td class="button" bgcolor="${accent}" style="${ROUND};background-color:${accent}"><a href="${linkOf(letter, signUrl)}" style="${BUTTON}">${action}</a></td>
<td class="soft" style="${SMALL};padding:0 0 0 12px;word-break:break-word">${opens}</td>
</tr></table>
`;
}

const pageLinks = ({ pages }: Letter, accent: string): Html =>
  html`<p class="soft" style="${SMALL};margin:12px 0 0">${pages.map(({ label, url }) => html`<a class="link" href="${url}" style="color:${accent}">${label}</a> &nbsp; `)}</p>
`;

const signerRow = ({ name, status }: Letter['signers'][number], index: number): Html => html`<tr>
<td class="ink line" style="${CELL};width:28px">${index + 1}.</td>
<td class="ink line" style="${CELL};word-break:break-word">${name}<br><span class="soft" style="${SMALL}">${status}</span></td>
</tr>`;

const signerTable = ({ signersTitle, signers }: Letter): Html =>
  html`${heading(signersTitle)}<table role="presentation" cellpadding="0" cellspacing="0" border="0" width="100%">${signers.map(signerRow)}</table>
`;

const testNote = ({ test }: Letter): Html =>
  html`<p style="${FONT};font-size:${px('small')};line-height:1.5;margin:0 0 16px;padding:8px 12px;border-radius:${px('field-corner')};background-color:${light('test')};color:${light('test-ink')}">${test}</p>
`;

const stepList = ({ stepsTitle, steps }: Letter): Html =>
  html`${heading(stepsTitle)}<ol class="ink" style="${BODY};margin:0;padding:0 0 0 24px">${steps.map((step) => html`<li style="margin:0 0 6px">${step}</li>`)}</ol>
`;

const pointer = ({ language, below }: Letter): Html =>
  html`<p class="soft" lang="${language}" style="${SMALL};margin:0 0 16px">${below}</p>
`;

/** `others` are the languages below, which the first letter points to. */
function section(letter: Letter, others: readonly Letter[], print: Print): Html {
  const { url, isTest, accents = OWN_ACCENTS } = print;
  const accent = accents.light;
  return html`<tr><td class="line" lang="${letter.language}" style="padding:24px;border-top:${LINE};word-break:break-word">
${isTest && testNote(letter)}<h1 class="ink" style="${BODY};font-size:${px('title')};line-height:1.25;font-weight:bold;margin:0 0 16px">${letter.title}</h1>
${others.map(pointer)}${letter.paragraphs.map(paragraph)}${url !== undefined && link(letter, url, accent)}${letter.signers.length > 0 && signerTable(letter)}${letter.steps.length > 0 && stepList(letter)}${letter.cautions.map(note)}${note(letter.footer)}${letter.pages.length > 0 && pageLinks(letter, accent)}</td></tr>
`;
}

const othersOf = (letters: readonly Letter[], letter: Letter): readonly Letter[] =>
  letter === letters[0] ? letters.slice(1) : [];

/** White even in dark mode, since logos are made for it. */
const logoRow = ({ contentId, alt, width, height }: LetterLogo): Html =>
  html`<tr><td style="padding:20px 24px 12px"><img src="cid:${contentId}" width="${width}" height="${height}" alt="${alt}" style="${BODY};display:block;border:0;background-color:#ffffff"></td></tr>
`;

/** The first words for lists of mails. Invisible spaces keep the rest of the mail out. */
const previewOf = ([letter]: readonly Letter[]): Html =>
  html`<div style="display:none;max-height:0;max-width:0;overflow:hidden;opacity:0;mso-hide:all">${letter?.preview}${Array(40).fill(html`&#847;&zwnj;&nbsp;`)}</div>`;

/** HTML for mail programs: tables, inline styles, no remote content, at most 600 px wide. */
export function printHtml(
  letters: readonly Letter[],
  { subject, ...print }: Print & { readonly subject: string },
): string {
  return html`<!doctype html>
<html lang="${letters[0]?.language ?? 'en'}" dir="ltr">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<meta name="format-detection" content="telephone=no, date=no, address=no, email=no">
<title>${subject}</title>
<style>
${darkStyle(print.accents ?? OWN_ACCENTS)}
</style>
</head>
<body class="ground" style="margin:0;padding:0;background-color:${light('page')}">
<div role="main">
${previewOf(letters)}
<table class="ground" role="presentation" cellpadding="0" cellspacing="0" border="0" width="100%" style="background-color:${light('page')}"><tr><td align="center" style="padding:16px 8px">
<!--[if mso]><table role="presentation" width="600"><tr><td><![endif]-->
<table class="card" role="presentation" cellpadding="0" cellspacing="0" border="0" width="100%" style="max-width:600px;background-color:${light('card')};border:${LINE};border-radius:${px('card-corner')};text-align:left">
${print.logo && logoRow(print.logo)}${letters.map((letter) => section(letter, othersOf(letters, letter), print))}</table>
<!--[if mso]></td></tr></table><![endif]-->
</td></tr></table>
</div>
</body>
</html>
`.text;
}

const RULE = '\n\n----------------------------------------\n\n';

const numbered = (title: string, lines: readonly string[]): string =>
  [title, ...lines.map((line, index) => `${index + 1}. ${line}`)].join('\n');

function letterText(letter: Letter, others: readonly Letter[], { url, isTest }: Print): string {
  const { signersTitle, signers, stepsTitle, steps } = letter;
  const signerLines = signers.map(({ name, status }) => `${name} (${status})`);
  const blocks = [
    ...(isTest ? [letter.test] : []),
    letter.title,
    ...others.map(({ below }) => below),
    ...letter.paragraphs,
    ...(url === undefined ? [] : [`${letter.action}:\n${linkOf(letter, url)}`]),
    ...(signers.length === 0 ? [] : [numbered(signersTitle, signerLines)]),
    ...(steps.length === 0 ? [] : [numbered(stepsTitle, steps)]),
    ...letter.cautions,
    letter.footer,
    ...letter.pages.map(({ label, url }) => `${label}: ${url}`),
  ];
  return blocks.join('\n\n');
}

export function printText(letters: readonly Letter[], print: Print): string {
  const texts = letters.map((letter) => letterText(letter, othersOf(letters, letter), print));
  return `${texts.join(RULE)}\n`;
}
