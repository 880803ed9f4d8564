import { buffer } from 'node:stream/consumers';
import type { Fonts } from '../fonts/fonts.ts';
import type { Layout } from './certificate-layout.ts';
import { fontBytes, shapingPrinter } from './shaping-printer.ts';

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
  layout: Layout,
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
