import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { getDocument, VerbosityLevel } from 'pdfjs-dist/legacy/build/pdf.mjs';

/** Draws all pages of a file, and returns its pixels or a hash of them: nothing for a file that it had to repair. */
type Renderer = (path: string) => Promise<Buffer>;

const DOTS_AN_INCH = 40;
const NOTHING = Buffer.alloc(0);

const drawn = (command: string, ...args: string[]): Promise<Buffer> =>
  new Promise((resolve) => {
    const options = { encoding: 'buffer', maxBuffer: 2 ** 28 } as const;
    execFile(command, args, options, (_, stdout, stderr) =>
      resolve(stderr.includes('repair') ? NOTHING : stdout),
    );
  });

/** mutool draws a flag in empty signature fields, which are at the foot of these pages. */
const aboveFields = (picture: Buffer): Buffer =>
  picture.subarray(0, Math.floor(picture.length * 0.7));

const FONTS = fileURLToPath(
  new URL('../../../node_modules/pdfjs-dist/standard_fonts/', import.meta.url),
);

/** What pdf.js makes its canvases with under Node, of which it names no type. */
interface CanvasFactory {
  create(width: number, height: number): { readonly canvas: HTMLCanvasElement };
}

async function drawnByPdfjs(path: string): Promise<Buffer> {
  const task = getDocument({
    data: new Uint8Array(await readFile(path)),
    standardFontDataUrl: FONTS,
    verbosity: VerbosityLevel.ERRORS,
  });
  const document = await task.promise;
  const factory = document.canvasFactory as CanvasFactory;
  const hash = createHash('sha256');
  for (let number = 1; number <= document.numPages; number++) {
    const page = await document.getPage(number);
    const viewport = page.getViewport({ scale: DOTS_AN_INCH / 72 });
    const { width, height } = viewport;
    const { canvas } = factory.create(width, height);
    await page.render({ canvas, viewport }).promise;
    const picture = canvas.getContext('2d')?.getImageData(0, 0, width, height).data;
    hash.update(picture ?? NOTHING);
  }
  await task.destroy();
  return hash.digest();
}

const R = `${DOTS_AN_INCH}`;

/** Programs that draw PDFs, none of which takes part in a verification. */
export const RENDERERS: readonly (readonly [name: string, draw: Renderer])[] = [
  ['poppler', (path) => drawn('pdftoppm', '-r', R, path)],
  [
    'mutool',
    async (path) =>
      aboveFields(await drawn('mutool', 'draw', '-q', '-r', R, '-F', 'pnm', '-o', '-', path)),
  ],
  [
    'Ghostscript',
    (path) =>
      drawn(
        ...(['gs', '-q', '-dBATCH', '-dNOPAUSE', '-sDEVICE=ppmraw', `-r${R}`] as const),
        ...['-sstdout=%stderr', '-sOutputFile=-', path],
      ),
  ],
  ['pdf.js', (path) => drawnByPdfjs(path).catch(() => NOTHING)],
];
