import type { WrappedPdfiumModule } from '@embedpdf/pdfium';
import { init } from '@embedpdf/pdfium';

/** PDFium in WebAssembly. Functions take addresses in its memory. */
export type Pdfium = WrappedPdfiumModule;

/** Called directly for every character: the module's wrappers take several times longer. */
interface CharacterFunctions {
  FPDFText_GetUnicode(text: number, index: number): number;
  /** Returns 1 if the box was written to `out`, else 0. */
  FPDFText_GetLooseCharBox(text: number, index: number, out: number): number;
  /** Writes the font's name to `out` if it fits; returns its length with a closing zero. */
  FPDFText_GetFontInfo(
    ...[text, index, out, size, flags]: [number, number, number, number, number]
  ): number;
  /** Clockwise, in radians, before the page is turned. */
  FPDFText_GetCharAngle(text: number, index: number): number;
}

/** Exports for characters, which the module's types lack. */
export const characterFunctions = ({ pdfium }: Pdfium): CharacterFunctions =>
  pdfium.wasmExports as unknown as CharacterFunctions;

const MEBIBYTE = 1024 ** 2;
/** Without a limit, a few kilobytes of PDF make PDFium allocate gigabytes. */
const HEAP_LIMIT = 256 * MEBIBYTE;

type Grow = (bytes: number) => number | boolean;

/** PDFium throws when it cannot grow further. */
function limitHeap(imports: WebAssembly.Imports): void {
  const env = imports.env as { emscripten_resize_heap: Grow };
  const grow = env.emscripten_resize_heap;
  env.emscripten_resize_heap = (bytes) => (bytes >>> 0 <= HEAP_LIMIT ? grow(bytes) : 0);
}

/**
 * Starts PDFium from the bytes of `pdfium.wasm`, with at most 256 MiB of memory. After any of its
 * functions throws, its memory is inconsistent: end the process.
 */
export async function startPdfium(wasm: Uint8Array<ArrayBuffer>): Promise<Pdfium> {
  const pdfium = await init({
    instantiateWasm: (imports, receive) => {
      limitHeap(imports);
      const instance = new WebAssembly.Instance(new WebAssembly.Module(wasm), imports);
      receive(instance);
      return instance.exports;
    },
  });
  pdfium.PDFiumExt_Init();
  return pdfium;
}
