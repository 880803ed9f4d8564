import type { PagePicture } from '../../pdf/reading/draw-png.ts';
import { counted } from '../terminal/counted.ts';
import { escapedHtml as escaped } from '../terminal/harmless.ts';
import type { SendPlan } from './send-plan.ts';
import { placesText } from './send-plan.ts';
import type { SignatureBox } from './warn-of-covered-text.ts';

/** Without a picture if it could not be drawn. */
export interface DrawnPage {
  readonly number: number;
  readonly picture: PagePicture | undefined;
}

const STYLE = `
body { font: 15px/1.5 system-ui, sans-serif; color: #1a1a1a; background: #eee; margin: 2rem auto; max-width: 60rem; padding: 0 1rem }
figure { margin: 2rem 0 }
.page { position: relative; background: #fff; box-shadow: 0 1px 4px #0005 }
.page img { display: block; width: 100% }
.box { position: absolute; box-sizing: border-box; border: 2px solid #0b5cad; background: #0b5cad22; overflow: hidden }
.box.covers { border-color: #b3261e; background: #b3261e33 }
.box span { background: #0b5cad; color: #fff; font-size: 13px; padding: 0 .4em }
.box.covers span { background: #b3261e }
code { overflow-wrap: anywhere }`;

const percent = (part: number, whole: number): string => `${((100 * part) / whole).toFixed(3)}%`;

const label = ({ order, name, coversText }: SignatureBox): string =>
  `${order} ${escaped(name)}${coversText ? ' – covers text' : ''}`;

function boxHtml(box: SignatureBox, { width, height }: PagePicture): string {
  const { position: at, coversText } = box;
  const style = [
    `left:${percent(at.x, width)}`,
    `bottom:${percent(at.y, height)}`,
    `width:${percent(at.width, width)}`,
    `height:${percent(at.height, height)}`,
  ].join(';');
  return `<div class="box${coversText ? ' covers' : ''}" style="${style}"><span>${label(box)}</span></div>`;
}

function pageHtml({ number, picture }: DrawnPage, boxes: readonly SignatureBox[]): string {
  const on = boxes.filter(({ position }) => position.page === number);
  const caption = `<figcaption>Page ${number}</figcaption>`;
  if (!picture) {
    const names = on.map((box) => `<li>${label(box)}</li>`).join('');
    return `<figure>${caption}<p>This page could not be drawn.</p><ul>${names}</ul></figure>`;
  }
  const data = Buffer.from(picture.png).toString('base64');
  const image = `<img alt="Page ${number}" src="data:image/png;base64,${data}">`;
  const drawn = on.map((box) => boxHtml(box, picture)).join('');
  return `<figure>${caption}<div class="page" style="max-width:${picture.width}pt">${image}${drawn}</div></figure>`;
}

export function previewPage(
  plan: SendPlan,
  boxes: readonly SignatureBox[],
  pages: readonly DrawnPage[],
): string {
  const { name, pages: count = 0, sha256 = '', signers } = plan;
  const people = signers.map(
    (signer) => `<li>${escaped(signer.name)} signs ${escaped(placesText(signer))}</li>`,
  );
  const drawn = pages.length < count ? '; only pages with signatures are shown' : '';
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src data:; style-src 'unsafe-inline'">
<title>Preview of ${escaped(name)}</title><style>${STYLE}</style></head><body>
<h1>${escaped(name)}</h1>
<p>${counted(count, 'page')}${drawn}. Nothing was sent. SHA-256 <code>${escaped(sha256)}</code></p>
<ol>${people.join('')}</ol>
${pages.map((page) => pageHtml(page, boxes)).join('\n')}
</body></html>
`;
}
