import type { WrappedPdfiumModule } from '@embedpdf/pdfium';
import { init } from '@embedpdf/pdfium';

/** PDFium in WebAssembly: its functions, called with addresses in its own memory. */
export type Pdfium = WrappedPdfiumModule;

/** Functions called for every character. Called directly: the module's own wrappers take several times as long as the work. */
interface CharacterFunctions {
  FPDFText_GetUnicode(text: number, index: number): number;
  /** 1 if the box was written to `out`, otherwise 0. */
  FPDFText_GetLooseCharBox(text: number, index: number, out: number): number;
}

/** PDFium's exports for characters, whose types the module does not declare. */
export const characterFunctions = ({ pdfium }: Pdfium): CharacterFunctions =>
  pdfium.wasmExports as unknown as CharacterFunctions;

const MEBIBYTE = 1024 ** 2;
/** Without it, a few kilobytes of PDF make PDFium allocate gigabytes. */
const HEAP_LIMIT = 256 * MEBIBYTE;

type Grow = (bytes: number) => number | boolean;

/** Refuses growth beyond the limit. PDFium then ends with an exception. */
function limitHeap(imports: WebAssembly.Imports): void {
  const env = imports.env as { emscripten_resize_heap: Grow };
  const grow = env.emscripten_resize_heap;
  env.emscripten_resize_heap = (bytes) => (bytes >>> 0 <= HEAP_LIMIT ? grow(bytes) : 0);
}

/**
 * Starts PDFium from the bytes of `pdfium.wasm`, with at most 256 MiB of memory. After an exception from any of its
 * functions its memory is inconsistent: end the process.
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
