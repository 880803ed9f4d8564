/** A glyph, listed from left to right. Distances are in font units. */
export interface ShapedGlyph {
  readonly id: number;
  /** The index of its characters in the text. Glyphs for the same characters share it. */
  readonly cluster: number;
  readonly xAdvance: number;
  readonly xOffset: number;
  readonly yOffset: number;
}

/** Shapes text of one script in one font. */
export type ShapedText = (text: string) => ShapedGlyph[];

/** HarfBuzz's exports. Addresses are numbers, 0 is none (hb.h). */
interface HarfBuzz {
  readonly memory: WebAssembly.Memory;
  __wasm_call_ctors(): void;
  malloc(bytes: number): number;
  free(address: number): void;
  hb_blob_create(data: number, length: number, mode: number, user: number, free: number): number;
  hb_face_create(blob: number, index: number): number;
  hb_font_create(face: number): number;
  hb_buffer_create(): number;
  hb_buffer_clear_contents(buffer: number): void;
  hb_buffer_add_utf16(
    buffer: number,
    text: number,
    length: number,
    offset: number,
    count: number,
  ): void;
  hb_buffer_guess_segment_properties(buffer: number): void;
  hb_shape(font: number, buffer: number, features: number, count: number): void;
  hb_buffer_get_length(buffer: number): number;
  hb_buffer_get_glyph_infos(buffer: number, length: number): number;
  hb_buffer_get_glyph_positions(buffer: number, length: number): number;
}

const MEBIBYTE = 1024 ** 2;
const PAGE_BYTES = 65_536;
/** All fonts together take 3 MB. */
const HEAP_LIMIT = 64 * MEBIBYTE;
const MODE_READONLY = 1;
/** Both hb_glyph_info_t and hb_glyph_position_t are five words. */
const WORDS = 5;

function stop(): never {
  throw new Error('HarfBuzz has stopped');
}

function start(wasm: Uint8Array<ArrayBuffer>): HarfBuzz {
  const grow = (wanted: number): number => {
    const missing = (wanted >>> 0) - exports.memory.buffer.byteLength;
    if (wanted >>> 0 > HEAP_LIMIT) return 0;
    exports.memory.grow(Math.max(0, Math.ceil(missing / PAGE_BYTES)));
    return 1;
  };
  const { exports: made } = new WebAssembly.Instance(new WebAssembly.Module(wasm), {
    env: {
      emscripten_resize_heap: grow,
      _abort_js: stop,
      _emscripten_runtime_keepalive_clear: () => undefined,
      _setitimer_js: () => 0,
    },
    wasi_snapshot_preview1: { proc_exit: stop },
  });
  const exports = made as unknown as HarfBuzz;
  exports.__wasm_call_ctors();
  return exports;
}

function copied(harfbuzz: HarfBuzz, bytes: Uint8Array): number {
  const at = harfbuzz.malloc(bytes.length + 1) || stop();
  new Uint8Array(harfbuzz.memory.buffer).set(bytes, at);
  return at;
}

function glyphsIn(harfbuzz: HarfBuzz, font: number, buffer: number): ShapedGlyph[] {
  harfbuzz.hb_buffer_guess_segment_properties(buffer);
  harfbuzz.hb_shape(font, buffer, 0, 0);
  const count = harfbuzz.hb_buffer_get_length(buffer);
  // Every text has glyphs, unless memory ran out.
  if (count === 0) stop();
  const infos = harfbuzz.hb_buffer_get_glyph_infos(buffer, 0) >>> 2;
  const positions = harfbuzz.hb_buffer_get_glyph_positions(buffer, 0) >>> 2;
  const words = new Int32Array(harfbuzz.memory.buffer);
  const word = (at: number): number => words[at] ?? stop();
  return Array.from({ length: count }, (_, index) => {
    const [info, position] = [infos + index * WORDS, positions + index * WORDS];
    return {
      id: word(info),
      cluster: word(info + 2),
      xAdvance: word(position),
      xOffset: word(position + 2),
      yOffset: word(position + 3),
    };
  });
}

export interface Shaper {
  open(font: Uint8Array): ShapedText;
}

/** Starts `harfbuzz.wasm` with at most 64 MiB. Throws WebAssembly.CompileError for other bytes. */
export function startShaper(wasm: Uint8Array<ArrayBuffer>): Shaper {
  const harfbuzz = start(wasm);
  const buffer = harfbuzz.hb_buffer_create();
  return {
    open(bytes) {
      const data = copied(harfbuzz, bytes);
      const blob = harfbuzz.hb_blob_create(data, bytes.length, MODE_READONLY, 0, 0);
      const font = harfbuzz.hb_font_create(harfbuzz.hb_face_create(blob, 0));
      return (text) => {
        const at = copied(harfbuzz, Buffer.from(text, 'utf16le'));
        harfbuzz.hb_buffer_clear_contents(buffer);
        harfbuzz.hb_buffer_add_utf16(buffer, at, text.length, 0, text.length);
        harfbuzz.free(at);
        return text === '' ? [] : glyphsIn(harfbuzz, font, buffer);
      };
    },
  };
}
