import { buffer } from 'node:stream/consumers';
import type { Fonts } from '../fonts/fonts.ts';
import type { Layout } from './layout.ts';

/** A file to attach. */
export interface Attached {
  readonly name: string;
  readonly bytes: Buffer;
  readonly mimeType: string;
  readonly description: string;
}

const FAMILY = { Noto: { normal: 'regular.ttf', bold: 'bold.ttf' } };

/** Loads pdfmake, which is large, with the first layout. */
async function loadPrinter() {
  const { default: printer } = await import('pdfmake/js/Printer.js');
  // Node and bundlers disagree on the default export of this CommonJS module.
  return 'default' in printer ? printer.default : printer;
}

/** Attachments as associated files of the document: data that it was made from (ISO 19005-3, 6.8). */
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

/** Prints a layout with the given fonts and attachments, without access to files or the network. */
export async function printLayout(
  layout: Layout,
  fonts: Fonts,
  attached: readonly Attached[] = [],
): Promise<Buffer> {
  const files = new Map([
    [FAMILY.Noto.normal, fonts.regular.bytes],
    [FAMILY.Noto.bold, fonts.bold.bytes],
    ...attached.map(({ name, bytes }) => [name, bytes] as const),
  ]);
  const virtual = {
    existsSync: (path: string) => files.has(path),
    readFileSync: (path: string) => files.get(path) ?? Buffer.alloc(0),
  };
  const offline = { resolve: () => undefined, resolved: () => Promise.resolve() };
  const Printer = await loadPrinter();
  // pdfmake modifies its arguments.
  const printer = new Printer(structuredClone(FAMILY), virtual, offline, () => false);
  const date = layout.info?.creationDate;
  const document = await printer.createPdfKitDocument({
    ...layout,
    files: filesOf(attached, date),
  });
  document.end();
  return await buffer(document);
}
