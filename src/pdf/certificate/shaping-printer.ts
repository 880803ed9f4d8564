import { buffer } from 'node:stream/consumers';
import type { Font, GlyphRun } from 'fontkit';
import type { DrawnDocument, ParsedFont, Printer, VirtualFiles } from 'pdfmake/js/Printer.js';
import type { FontFace, Fonts } from '../fonts/fonts.ts';
import type { ShapedGlyph } from '../fonts/harfbuzz.ts';
import type { Script } from '../fonts/scripts.ts';
import { OWN_FONTS } from '../fonts/scripts.ts';

const MAIN: Script = 'latin';

/** The font family of a script in a layout. Scripts that share a font share it. */
export const familyOf = (script: Script): Script => OWN_FONTS.find((own) => own === script) ?? MAIN;

const FAMILIES = Object.fromEntries(
  [MAIN, ...OWN_FONTS].map((family) => [
    family,
    { normal: `regular/${family}`, bold: `bold/${family}` },
  ]),
);

function faceOf(fonts: Fonts, family: string, isBold: boolean): FontFace | undefined {
  const script = [MAIN, ...OWN_FONTS].find((one) => one === family);
  if (script === undefined) return undefined;
  return (isBold ? fonts.bold : fonts.regular).face(script);
}

/** The font file at `regular/…` or `bold/…`; undefined for other families. */
function fontBytes(fonts: Fonts, path: string): Buffer | undefined {
  const [weight, family = ''] = path.split('/');
  return faceOf(fonts, family, weight === 'bold')?.bytes;
}

/** An invisible place to break a word. */
export const BREAK = '\u200B';
const ZERO_WIDTH_SPACE = 0x200b;

/** The characters of each glyph. The first glyph of a cluster stands for all of it. */
function charactersOf(text: string, glyphs: readonly ShapedGlyph[]): number[][] {
  const starts = [...new Set(glyphs.map(({ cluster }) => cluster))].sort((a, b) => a - b);
  const seen = new Set<number>();
  return glyphs.map(({ cluster }) => {
    if (seen.has(cluster)) return [ZERO_WIDTH_SPACE];
    seen.add(cluster);
    const end = starts[starts.indexOf(cluster) + 1] ?? text.length;
    return [...text.slice(cluster, end)].map((char) => char.codePointAt(0) ?? 0);
  });
}

/** A shaped text in the form pdfkit expects. pdfkit scales the positions in place. */
function runOf(font: Font, text: string, glyphs: readonly ShapedGlyph[]): GlyphRun {
  const characters = charactersOf(text, glyphs);
  const positions = glyphs.map(({ xAdvance, xOffset, yOffset }) => ({
    ...{ xAdvance, yAdvance: 0, xOffset, yOffset },
  }));
  return {
    glyphs: glyphs.map(({ id }, index) => font.getGlyph(id, characters[index])),
    positions,
    get advanceWidth() {
      return positions.reduce((sum, { xAdvance }) => sum + xAdvance, 0);
    },
  } as GlyphRun;
}

/** Letters drawn in another order, or as other glyphs, than they are written. */
const REORDERED =
  /[\u0600-\u06FF\u0750-\u077F\u08A0-\u0DFF\uA8E0-\uA8FF\uFB50-\uFDFF\uFE70-\uFEFC]/;

/**
 * Draws a text and stores its characters beside the glyphs (ISO 32000-2, 14.9.4) for text
 * extraction. The mark encloses just the text object: poppler places the characters by the
 * coordinates at its end.
 */
function drawMarked(document: DrawnDocument, actual: string, draw: () => void): void {
  const add = document.addContent;
  document.addContent = (operators) => {
    if (operators === 'BT') document.markContent('Span', { actual });
    add.call(document, operators);
    if (operators === 'ET') document.endMarkedContent();
    return document;
  };
  draw();
  document.addContent = add;
}

/** Shapes with HarfBuzz. Documents share the file's tables: pdfkit knows embedded files by two. */
function prepare(font: ParsedFont, { font: parsed, shape }: FontFace): void {
  font._tables = Object.assign((parsed as ParsedFont)._tables, font._tables);
  font.layout = (text) => runOf(font, text, shape(text));
}

function shapeWith(fonts: Fonts, document: DrawnDocument): void {
  const provide = document.provideFont.bind(document);
  const draw = document.text.bind(document);
  const prepared = new Set<unknown>();
  const { ascent: ascender } = fonts.regular.face(MAIN).font;
  document.provideFont = (family, bold, italics) => {
    const embedded = provide(family, bold, italics);
    const face = faceOf(fonts, family, bold);
    if (face && !prepared.has(embedded)) prepare(embedded.font, face);
    // All scripts in a table row share one baseline.
    embedded.ascender = ascender;
    prepared.add(embedded);
    return embedded;
  };
  document.text = (given, ...rest) => {
    // Lines are already broken here.
    const text = given.replaceAll(BREAK, '');
    if (REORDERED.test(text)) drawMarked(document, text, () => draw(text, ...rest));
    else draw(text, ...rest);
    return document;
  };
}

/** Loads pdfmake, which is large, only with the first layout. */
async function loadPrinter() {
  const { default: printer } = await import('pdfmake/js/Printer.js');
  // Node and bundlers disagree on the default export of this CommonJS module.
  return 'default' in printer ? printer.default : printer;
}

/** A pdfmake printer that shapes text with HarfBuzz. It reads only these files and no network. */
async function shapingPrinter(fonts: Fonts, files: VirtualFiles): Promise<Printer> {
  const offline = { resolve: () => undefined, resolved: () => Promise.resolve() };
  const Plain = await loadPrinter();
  /** pdfmake sets the document before it lays anything out. */
  class ShapingPrinter extends Plain {
    #document: DrawnDocument | undefined;
    set pdfKitDoc(document: DrawnDocument) {
      shapeWith(fonts, document);
      this.#document = document;
    }
    get pdfKitDoc(): DrawnDocument | undefined {
      return this.#document;
    }
  }
  // pdfmake modifies its arguments.
  return new ShapingPrinter(structuredClone(FAMILIES), files, offline, () => false);
}

export interface Attached {
  readonly name: string;
  readonly bytes: Buffer;
  readonly mimeType: string;
  readonly description: string;
}

/** Attachments as associated files: data the document was made from (ISO 19005-3, 6.8). */
function filesOf(attached: readonly Attached[], date: Date | undefined) {
  const entries = attached.map(({ name, mimeType: type, description }) => [
    name,
    {
      src: name,
      name,
      type,
      description,
      relationship: 'Data',
      creationDate: date,
      modifiedDate: date,
    },
  ]);
  return Object.fromEntries(entries);
}

/** Prints a layout without access to files or the network. */
export async function printLayout(
  layout: Parameters<Printer['createPdfKitDocument']>[0],
  fonts: Fonts,
  attached: readonly Attached[] = [],
): Promise<Buffer> {
  const bytesOf = (path: string) =>
    attached.find(({ name }) => name === path)?.bytes ?? fontBytes(fonts, path);
  const virtual = {
    existsSync: (path: string) => bytesOf(path) !== undefined,
    readFileSync: (path: string) => bytesOf(path) ?? Buffer.alloc(0),
  };
  const printer = await shapingPrinter(fonts, virtual);
  const date = layout.info?.creationDate;
  const document = await printer.createPdfKitDocument({
    ...layout,
    files: filesOf(attached, date),
  });
  document.end();
  return await buffer(document);
}
