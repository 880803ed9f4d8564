import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { saveFile } from '../../client/index.ts';
import type { PagePicture } from '../../pdf/reading/draw-png.ts';
import type { PageReader } from '../../pdf/reading/page-reader.ts';
import { CliError } from '../errors/cli-error.ts';
import { EXIT } from '../errors/exit-codes.ts';
import { counted } from '../terminal/counted.ts';
import { escapedHtml as escaped } from '../terminal/harmless.ts';
import { cannotAsk } from '../terminal/interactive.ts';
import { openAddress } from '../terminal/open-address.ts';
import type { Printer } from '../terminal/printer.ts';
import { IN_BROWSER } from './send-flags.ts';
import type { SendPlan } from './send-plan.ts';
import { placesText } from './send-plan.ts';
import type { SignatureBox } from './warn-of-covered-text.ts';

/** Without a picture if it could not be drawn. */
interface DrawnPage {
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

/** Of longer documents, only pages with signatures are drawn. */
const MOST_PAGES = 50;

export interface Previewed {
  readonly pdf: Uint8Array;
  readonly plan: SendPlan;
  readonly boxes: readonly SignatureBox[];
}

interface PreviewContext {
  readonly reader: Pick<PageReader, 'drawPage'>;
  readonly out: Printer;
  readonly mayAsk: boolean;
}

function pagesToDraw({ plan: { pages = 0 }, boxes }: Previewed): number[] {
  const all = Array.from({ length: pages }, (_, index) => index + 1);
  const signed = new Set(boxes.map(({ position }) => position.page));
  return pages > MOST_PAGES ? all.filter((page) => signed.has(page)) : all;
}

async function drawPages(shown: Previewed, reader: PreviewContext['reader']): Promise<DrawnPage[]> {
  const drawn: DrawnPage[] = [];
  for (const number of pagesToDraw(shown)) {
    const picture = await reader.drawPage(shown.pdf, number);
    drawn.push({ number, picture });
  }
  return drawn;
}

/** Throws a `CliError` (exit 2) if no user can see a browser. */
async function destination(target: string, mayAsk: boolean): Promise<string> {
  if (target !== IN_BROWSER) return target;
  if (!mayAsk)
    throw cannotAsk(
      '--preview without a file opens the browser',
      'name a file: --preview FILE.html',
    );
  return join(await mkdtemp(join(tmpdir(), 'esign-preview-')), 'preview.html');
}

/** Returns the absolute path. Throws a `CliError` (exit 2), and `SaveFileError` without `force`. */
export async function preview(
  shown: Previewed,
  { target, force }: { readonly target: string; readonly force: boolean },
  { reader, out, mayAsk }: PreviewContext,
): Promise<string> {
  if (shown.plan.pages === undefined)
    throw new CliError({
      code: 'unreadable_pdf',
      what: 'the pages of the PDF could not be read, so there is no preview',
      exitCode: EXIT.usage,
    });
  const file = await destination(target, mayAsk);
  const html = previewPage(shown.plan, shown.boxes, await drawPages(shown, reader));
  const mode = target === IN_BROWSER ? 0o600 : undefined;
  const { path } = await saveFile(Readable.from([Buffer.from(html)]), file, { force, mode });
  if (target === IN_BROWSER) await openAddress(path, mayAsk);
  out.note(`preview: ${path}`);
  return path;
}
