import type { Letter } from './letter.ts';
import { escaped } from './safe-text.ts';

/** What a letter is printed with; without `url` no link is. */
interface Print {
  readonly url?: string;
  readonly isTest: boolean;
}

const FONT =
  "font-family:'Segoe UI',Roboto,Helvetica,Arial,'Noto Sans','Noto Sans Devanagari','Nirmala UI',Mangal,sans-serif";
const BODY = `${FONT};font-size:16px;line-height:1.5;color:#1b1f27`;
const SMALL = `${FONT};font-size:14px;line-height:1.5;color:#566074`;
const BUTTON = `${FONT};display:inline-block;padding:14px 26px;font-size:16px;font-weight:bold;line-height:1.4;color:#ffffff;text-decoration:none;border-radius:8px`;

/** Mail programs that know the scheme take these; others keep or invert what stands inline. */
const DARK = `:root { color-scheme: light dark; supported-color-schemes: light dark; }
@media (prefers-color-scheme: dark) {
  .ground { background-color: #10131a !important; }
  .card { background-color: #1a1e27 !important; border-color: #333a49 !important; }
  .ink { color: #e8eaf0 !important; }
  .soft { color: #aab2c3 !important; }
  .line { border-color: #333a49 !important; }
  .link { color: #9db8ff !important; }
  .test { background-color: #3a2c10 !important; color: #ffd48a !important; }
}`;

const paragraph = (text: string): string =>
  `<p class="ink" style="${BODY};margin:0 0 12px">${escaped(text)}</p>`;

const heading = (text: string): string =>
  `<h2 class="ink" style="${BODY};font-weight:bold;margin:24px 0 8px">${escaped(text)}</h2>`;

const note = (text: string): string =>
  `<p class="soft" style="${SMALL};margin:12px 0 0">${escaped(text)}</p>`;

function button(label: string, url: string): string {
  return `<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:20px 0 12px"><tr>
<td bgcolor="#1d4ed8" style="border-radius:8px;background-color:#1d4ed8"><a href="${url}" style="${BUTTON}">${escaped(label)}</a></td>
</tr></table>`;
}

function signerRow({ name, status }: Letter['signers'][number], index: number): string {
  const cell = `${BODY};padding:8px 0;border-top:1px solid #d9dde6;vertical-align:top`;
  return `<tr>
<td class="ink line" style="${cell};width:28px">${index + 1}.</td>
<td class="ink line" style="${cell};word-break:break-word">${escaped(name)}<br><span class="soft" style="${SMALL}">${escaped(status)}</span></td>
</tr>`;
}

const signerTable = (signers: Letter['signers']): string =>
  `<table role="presentation" cellpadding="0" cellspacing="0" border="0" width="100%">${signers.map(signerRow).join('')}</table>`;

const stepList = (steps: readonly string[]): string =>
  `<ol class="ink" style="${BODY};margin:0;padding:0 0 0 24px">${steps.map((step) => `<li style="margin:0 0 6px">${escaped(step)}</li>`).join('')}</ol>`;

const link = ({ action, orOpen }: Letter, address: string): string => `${button(action, address)}
<p class="soft" style="${SMALL};margin:0">${escaped(orOpen)}<br><a class="link" href="${address}" style="color:#1d4ed8;word-break:break-all">${address}</a></p>`;

function section(letter: Letter, { url, isTest }: Print): string {
  const test = `<p class="test" style="${SMALL};margin:0 0 16px;padding:8px 12px;border-radius:6px;background-color:#fff1d6;color:#6b4200">${escaped(letter.test)}</p>`;
  return `<tr><td class="line" lang="${letter.language}" style="padding:24px;border-top:1px solid #d9dde6;word-break:break-word">
${isTest ? test : ''}<h1 class="ink" style="${BODY};font-size:22px;line-height:1.3;font-weight:bold;margin:0 0 16px">${escaped(letter.title)}</h1>
${letter.paragraphs.map(paragraph).join('\n')}
${url === undefined ? '' : link(letter, escaped(url))}
${letter.signers.length === 0 ? '' : `${heading(letter.signersTitle)}\n${signerTable(letter.signers)}`}
${heading(letter.stepsTitle)}
${stepList(letter.steps)}
${letter.cautions.map(note).join('\n')}
${note(letter.footer)}
</td></tr>`;
}

const pointer = ({ language, below }: Letter): string =>
  `<tr><td class="soft" lang="${language}" style="${SMALL};padding:10px 24px">${escaped(below)}</td></tr>`;

/** The first words, for mail programs that show them in their lists; blanks keep the rest out of there. */
const previewOf = (letters: readonly Letter[]): string =>
  `<div style="display:none;max-height:0;max-width:0;overflow:hidden;opacity:0;mso-hide:all">${escaped(letters[0]?.preview ?? '')}${'&#847;&zwnj;&nbsp;'.repeat(40)}</div>`;

/** Letters one beneath the other as HTML for mail programs: tables and inline styles, nothing loaded, 600 px at most. */
export function htmlOf(
  letters: readonly Letter[],
  { subject, ...print }: Print & { readonly subject: string },
): string {
  return `<!doctype html>
<html lang="${letters[0]?.language ?? 'en'}" dir="ltr">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<meta name="format-detection" content="telephone=no, date=no, address=no, email=no">
<title>${escaped(subject)}</title>
<style>
${DARK}
</style>
</head>
<body class="ground" style="margin:0;padding:0;background-color:#f3f4f7">
<div role="main">
${previewOf(letters)}
<table class="ground" role="presentation" cellpadding="0" cellspacing="0" border="0" width="100%" style="background-color:#f3f4f7"><tr><td align="center" style="padding:16px 8px">
<!--[if mso]><table role="presentation" width="600"><tr><td><![endif]-->
<table class="card" role="presentation" cellpadding="0" cellspacing="0" border="0" width="100%" style="max-width:600px;background-color:#ffffff;border:1px solid #d9dde6;border-radius:12px;text-align:left">
${letters.slice(1).map(pointer).join('\n')}
${letters.map((letter) => section(letter, print)).join('\n')}
</table>
<!--[if mso]></td></tr></table><![endif]-->
</td></tr></table>
</div>
</body>
</html>
`;
}
