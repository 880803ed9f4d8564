declare module 'pdfmake/js/Printer.js' {
  import type { Font } from 'fontkit';
  import type { createPdf } from 'pdfmake';

  interface VirtualFiles {
    existsSync(path: string): boolean;
    readFileSync(path: string): Buffer;
  }

  interface TextOptions {
    readonly [option: string]: unknown;
  }

  /** A fontkit font, with the tables of its file that were read so far. */
  interface ParsedFont extends Font {
    _tables: object;
  }

  interface EmbeddedFont {
    readonly font: ParsedFont;
    /** From the top of a line to its baseline, in thousandths of an em. */
    ascender: number;
  }

  /** pdfkit's document, with pdfmake's way to find fonts. */
  interface DrawnDocument extends Omit<PDFKit.PDFDocument, 'text' | 'addContent'> {
    addContent(operators: unknown): unknown;
    provideFont(family: string, bold: boolean, italics: boolean): EmbeddedFont;
    text(text: string, x?: number, y?: number, options?: TextOptions): unknown;
  }

  /** pdfmake's printer. Unlike the package's entry point, it shares no state between callers. */
  class Printer {
    constructor(
      fonts: Record<string, { normal: string; bold: string }>,
      files: VirtualFiles,
      urls: { resolve(url: string): void; resolved(): Promise<void> },
      mayReadLocalFile: (path: string) => boolean,
    );
    createPdfKitDocument(definition: Parameters<typeof createPdf>[0]): Promise<DrawnDocument>;
  }

  const exported: typeof Printer | { readonly default: typeof Printer };
  export default exported;
  export type { DrawnDocument, ParsedFont, Printer, VirtualFiles };
}
