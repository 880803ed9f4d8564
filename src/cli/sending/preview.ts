import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { saveFile } from '../../client/index.ts';
import type { PageReader } from '../../pdf/reading/page-reader.ts';
import { CliError } from '../errors/cli-error.ts';
import { EXIT } from '../errors/exit-codes.ts';
import { cannotAsk } from '../terminal/interactive.ts';
import { openAddress } from '../terminal/open-address.ts';
import type { Printer } from '../terminal/printer.ts';
import { IN_BROWSER } from './preview-flag.ts';
import type { DrawnPage } from './preview-page.ts';
import { previewPage } from './preview-page.ts';
import type { SendPlan } from './send-plan.ts';
import type { SignatureBox } from './warn-of-covered-text.ts';

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

async function* once(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text);
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
  const { path } = await saveFile(once(html), file, { force, mode });
  if (target === IN_BROWSER) await openAddress(path, mayAsk);
  out.note(`preview: ${path}`);
  return path;
}
