import { buffer } from 'node:stream/consumers';
import type { createPdf } from 'pdfmake';
import type { Fonts } from '../fonts/fonts.ts';

const FAMILY = { Noto: { normal: 'regular.ttf', bold: 'bold.ttf' } };

/** What the layout engine prints. */
export type Layout = Parameters<typeof createPdf>[0];

/** Loads the layout engine, which is large, when the first layout is printed. */
async function loadPrinter() {
  const { default: printer } = await import('pdfmake/js/Printer.js');
  // A CommonJS module in ES dress: Node and bundlers do not agree on what its default export is.
  return 'default' in printer ? printer.default : printer;
}

/** Prints a layout with the given fonts; reads no file and fetches no address. */
export async function printLayout(layout: Layout, fonts: Fonts): Promise<Buffer> {
  const files = new Map([
    [FAMILY.Noto.normal, fonts.regular.bytes],
    [FAMILY.Noto.bold, fonts.bold.bytes],
  ]);
  const virtual = {
    existsSync: (path: string) => files.has(path),
    readFileSync: (path: string) => files.get(path) ?? Buffer.alloc(0),
  };
  const nowhere = { resolve: () => undefined, resolved: () => Promise.resolve() };
  // The engine writes into what it is given: descriptors are copied, the layout is the caller's to give.
  const Printer = await loadPrinter();
  const engine = new Printer(structuredClone(FAMILY), virtual, nowhere, () => false);
  const document = await engine.createPdfKitDocument(layout);
  document.end();
  return await buffer(document);
}
