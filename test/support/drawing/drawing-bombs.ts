import { deflateSync } from 'node:zlib';
import { streamObject } from '../pdf/a-pdf.ts';
import { drawnPage } from './drawn-page.ts';

/** A page whose content is a form, object 6. */
function formPage(form: readonly (string | Buffer)[]): Buffer {
  return drawnPage({ content: '/Fm Do', resources: '/XObject << /Fm 6 0 R >>', more: form });
}

function form(content: string, entries = ''): Buffer {
  const head = `/Type /XObject /Subtype /Form /BBox [0 0 595 842] /Filter /FlateDecode ${entries}`;
  return streamObject(deflateSync(Buffer.from(content, 'latin1')), head);
}

/** Forms that draw the next one ten times each, twelve deep. */
function nestedForms(): Buffer {
  const forms = Array.from({ length: 12 }, (_, depth) =>
    form('/Fm Do '.repeat(10), `/Resources << /XObject << /Fm ${depth + 7} 0 R >> >>`),
  );
  return formPage([...forms, form('0 0 m 9 9 l S')]);
}

/** A form with long content, drawn again and again. */
function repeated(unit: string, times: number, resources = ''): Buffer {
  return formPage([
    form(unit.repeat(times), `/Resources << /Font << /F1 3 0 R >> ${resources} >>`),
  ]);
}

/** A pattern of very small tiles over the whole page. */
function tinyTiles(): Buffer {
  return drawnPage({
    content: '/Pattern cs /P scn 0 0 595 842 re f',
    resources: '/Pattern << /P 6 0 R >>',
    more: [
      streamObject(
        '0 0 1 1 re f',
        '/PatternType 1 /PaintType 1 /TilingType 1 /BBox [0 0 1 1] /XStep 0.001 /YStep 0.001 /Resources << >>',
      ),
    ],
  });
}

/** An image of 30,000 by 30,000 pixels. */
function hugeImage(): Buffer {
  const row = deflateSync(Buffer.alloc((30_000 * 30_000) / 8));
  const entries = '/Type /XObject /Subtype /Image /Width 30000 /Height 30000';
  return drawnPage({
    content: '595 0 0 842 0 0 cm /Im Do',
    resources: '/XObject << /Im 6 0 R >>',
    more: [
      streamObject(
        row,
        `${entries} /ColorSpace /DeviceGray /BitsPerComponent 1 /Filter /FlateDecode`,
      ),
    ],
  });
}

/** Transparency groups one in the other, each on a picture of its own. */
function blendGroups(): Buffer {
  const group = '/Group << /S /Transparency /I true >>';
  const depth = 400;
  const forms = Array.from({ length: depth }, (_, level) =>
    form(
      level + 1 < depth ? '/Gs gs /Fm Do '.repeat(2) : '0 0 595 842 re f',
      `${group} /Resources << /ExtGState << /Gs << /BM /Multiply /ca 0.5 >> >>
        /XObject << /Fm ${level + 7} 0 R >> >>`,
    ),
  );
  return formPage(forms);
}

/** Small files that take a renderer minutes or gigabytes. */
export const DRAWING_BOMBS: Readonly<Record<string, () => Buffer>> = {
  'nested forms': nestedForms,
  'three million lines': () => repeated('0 0 m 595 842 l S\n', 3_000_000),
  'eight million characters': () => repeated(`BT /F1 9 Tf (${'a'.repeat(80)}) Tj ET\n`, 100_000),
  'sixty million saved states': () => repeated('q Q ', 60_000_000),
  'tiny tiles': tinyTiles,
  'a huge image': hugeImage,
  'blended groups': blendGroups,
};
