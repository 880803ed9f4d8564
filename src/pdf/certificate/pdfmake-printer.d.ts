declare module 'pdfmake/js/Printer.js' {
  import type { createPdf } from 'pdfmake';

  /** pdfmake's printer, which has no state shared between callers, unlike the package's own entry. */
  class Printer {
    constructor(
      fonts: Record<string, { normal: string; bold: string }>,
      files: { existsSync(path: string): boolean; readFileSync(path: string): Buffer },
      urls: { resolve(url: string): void; resolved(): Promise<void> },
      mayReadLocalFile: (path: string) => boolean,
    );
    createPdfKitDocument(definition: Parameters<typeof createPdf>[0]): Promise<PDFKit.PDFDocument>;
  }

  const exported: typeof Printer | { readonly default: typeof Printer };
  export default exported;
}
